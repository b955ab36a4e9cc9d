#include "protocol/serve.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "protocol/line_splitter.h"

namespace emilia {

namespace {

// The lines between the thread that reads and the one that handles.
class LineQueue {
  public:
    explicit LineQueue(Session& session) : session_(session) {}

    // False if nobody wants more. Waits while too much has not been handled yet.
    bool push(std::vector<std::string> lines) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return bytes_ < kMaxBytes || closed_; });
        if (closed_) return false;
        for (const std::string& line : lines) session_.announce(line);
        for (std::string& line : lines) {
            bytes_ += line.size() + 1;
            lines_.push_back(std::move(line));
        }
        changed_.notify_all();
        return true;
    }
    void end() {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        session_.announce_end();
        changed_.notify_all();
    }

    // Waits for the next line; nothing if none will come.
    std::optional<std::string> pop() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !lines_.empty() || ended_; });
        if (lines_.empty()) return std::nullopt;
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        bytes_ -= line.size() + 1;
        changed_.notify_all();
        return line;
    }
    // No more lines are wanted.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

  private:
    static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;

    Session& session_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> lines_;
    std::size_t bytes_ = 0;
    bool ended_ = false;
    bool closed_ = false;
};

Error failure(std::string_view what, int code) {
    return Error{fmt::format("{}: {}", what, std::strerror(code))};
}

// Until the end of the stream, or until something can be read from `wake`.
Result<Done> read_lines(int descriptor, int wake, LineQueue& queue) {
    std::array<char, 65536> buffer;
    LineSplitter splitter;
    for (;;) {
        std::array<pollfd, 2> watched{{{descriptor, POLLIN, 0}, {wake, POLLIN, 0}}};
        if (::poll(watched.data(), watched.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return failure("cannot wait for input", errno);
        }
        if (watched[1].revents != 0) return Done{};
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return failure("cannot read the input", errno);
        }
        if (count == 0) {
            std::string last = splitter.rest();
            if (!last.empty()) queue.push({std::move(last)});
            return Done{};
        }
        if (!queue.push(splitter.add({buffer.data(), static_cast<std::size_t>(count)}))) {
            return Done{};
        }
    }
}

}  // namespace

Result<Done> serve(int descriptor, Session& session) {
    std::array<int, 2> wake{};
    if (::pipe(wake.data()) != 0) return failure("cannot make a pipe", errno);
    LineQueue queue(session);
    Result<Done> result = Done{};
    std::thread reader([&] {
        result = read_lines(descriptor, wake[0], queue);
        queue.end();
    });
    for (auto line = queue.pop(); line && session.handle(*line); line = queue.pop()) {
    }
    queue.close();
    ::close(wake[1]);  // which can be read, as the end of that stream
    reader.join();
    ::close(wake[0]);
    return result;
}

}  // namespace emilia
