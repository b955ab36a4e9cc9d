#include "learn/production.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

namespace emilia::learn {

namespace {

// Hands out numbers and puts what comes back into the file in their order.
class Line {
  public:
    Line(const Production& production, GameFileWriter& writer)
        : production_(production), writer_(writer), next_(writer.games()), made_(next_) {}

    std::optional<std::uint64_t> take() {
        const std::lock_guard lock(mutex_);
        const bool stopped = production_.stopped && production_.stopped();
        if (stopped) stopped_ = true;
        if (stopped_ || failure_ || next_ >= production_.games) return std::nullopt;
        return next_++;
    }

    void give(std::uint64_t number, std::optional<TrainingGame> game) {
        const std::lock_guard lock(mutex_);
        if (!game) {
            stopped_ = true;
            return;
        }
        waiting_.emplace(number, std::move(*game));
        ++made_;
        write_whole_blocks();
        if (production_.progress) production_.progress(made_);
    }

    Result<bool> outcome() const {
        if (failure_) return *failure_;
        return !stopped_;
    }

  private:
    void write_whole_blocks() {
        while (!failure_ && writer_.games() < production_.games) {
            const std::uint64_t first = writer_.games();
            const std::uint64_t end = std::min<std::uint64_t>(
                production_.games, (first / production_.block + 1) * production_.block);
            const std::uint64_t count = end - first;
            if (waiting_.size() < count ||
                std::next(waiting_.begin(), static_cast<std::ptrdiff_t>(count - 1))->first !=
                    end - 1) {
                return;
            }
            std::vector<TrainingGame> games;
            for (std::uint64_t i = first; i < end; ++i) {
                games.push_back(std::move(waiting_.begin()->second));
                waiting_.erase(waiting_.begin());
            }
            if (const auto done = writer_.append(games); !done) failure_ = done.error();
        }
    }

    const Production& production_;
    GameFileWriter& writer_;
    std::mutex mutex_;
    std::uint64_t next_;
    std::uint64_t made_;
    std::map<std::uint64_t, TrainingGame> waiting_;
    bool stopped_ = false;
    std::optional<Error> failure_;
};

}  // namespace

Result<bool> produce(const Production& production, GameFileWriter& writer) {
    Line line(production, writer);
    const auto work = [&] {
        const GameMaker make = production.maker();
        while (const auto number = line.take()) line.give(*number, make(*number));
    };
    std::vector<std::thread> others;
    for (int i = 1; i < production.threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& thread : others) thread.join();
    return line.outcome();
}

}  // namespace emilia::learn
