#include "match/runner.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "util/seeds.h"

namespace emilia::match {

namespace {

class Runner {
  public:
    Runner(const Field& field, std::span<const Task> tasks,
           const std::function<bool(Outcome)>& done)
        : field_(field), arbiter_(field.arbiter), tasks_(tasks), done_(done) {
        arbiter_.abandoned = [this] {
            return stop_.load(std::memory_order_relaxed) ||
                   (field_.arbiter.abandoned && field_.arbiter.abandoned());
        };
    }

    void run(int concurrency, bool synchro) {
        std::vector<std::jthread> workers;
        const std::size_t most = std::min(tasks_.size(), static_cast<std::size_t>(concurrency));
        for (std::size_t i = 0; i < most; ++i) {
            workers.emplace_back([this, synchro] { work(synchro); });
        }
    }

  private:
    void work(bool synchro) {
        for (;;) {
            const std::span<const Task> tasks = take(synchro);
            if (tasks.empty() || arbiter_.abandoned()) return;
            if (tasks.size() == 1) {
                play(tasks[0]);
            } else {
                std::jthread other([&] { play(tasks[1]); });
                play(tasks[0]);
            }
        }
    }

    std::span<const Task> take(bool synchro) {
        const std::lock_guard lock(mutex_);
        if (next_ == tasks_.size()) return {};
        const bool two =
            synchro && next_ + 1 < tasks_.size() && tasks_[next_ + 1].pair == tasks_[next_].pair;
        const auto taken = tasks_.subspan(next_, two ? 2 : 1);
        next_ += taken.size();
        return taken;
    }

    std::unique_ptr<Player> player(const Task& task, std::size_t seat) const {
        const std::size_t number = task.seats[seat];
        return field_.registry.make(
            seeded(field_.registry, field_.players[number], field_.seed, task.pair, number));
    }

    void play(const Task& task) {
        const auto black = player(task, 0);
        const auto white = player(task, 1);
        auto played = play_game(*black, *white, field_.openings.at(task.pair), arbiter_);
        if (!played) return;
        for (std::size_t seat = 0; seat < 2; ++seat) {
            played->record.players[seat].name =
                field_.registry.to_string(field_.players[task.seats[seat]]);
        }
        played->record.round = std::to_string(task.round + 1);
        const std::lock_guard lock(mutex_);
        if (stop_) return;
        if (!done_({task, std::move(*played)})) stop_ = true;
    }

    const Field& field_;
    ArbiterSettings arbiter_;
    std::span<const Task> tasks_;
    const std::function<bool(Outcome)>& done_;
    std::mutex mutex_;
    std::size_t next_ = 0;
    std::atomic<bool> stop_{false};
};

}  // namespace

double Outcome::points(Color color) const {
    const int score = color == Color::black ? played.score.value() : -played.score.value();
    return score > 0 ? 1 : score == 0 ? 0.5 : 0;
}

PlayerSpec seeded(const PlayerRegistry& registry, const PlayerSpec& spec, std::uint64_t seed,
                  std::size_t pair, std::size_t player) {
    const PlayerKind* const kind = registry.find(spec.name);
    const PlayerOption* const option = kind == nullptr ? nullptr : kind->option("seed");
    if (option == nullptr || spec.given.contains("seed")) return spec;
    PlayerSpec result = spec;
    // The least value may mean that there is no chance at all.
    const auto values = static_cast<std::uint64_t>(option->maximum - option->minimum);
    if (values == 0) return spec;
    const std::uint64_t chosen = Random(mixed(mixed(seed, pair), player + 1)).below(values);
    result.given["seed"] = option->minimum + 1 + static_cast<long long>(chosen);
    return result;
}

void play_tasks(const Field& field, std::span<const Task> tasks, int concurrency, bool synchro,
                const std::function<bool(Outcome)>& done) {
    Runner(field, tasks, done).run(concurrency, synchro);
}

}  // namespace emilia::match
