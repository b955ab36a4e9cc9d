#include "util/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "util/text.h"

namespace emilia {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Between two looks at `stopped`.
constexpr milliseconds kSlice(5);
// For a program to end by itself once its input is closed, and once it is asked to.
constexpr milliseconds kGrace(200);
constexpr std::size_t kErrorsKept = 2000;

// What the new process needs, made ready before the fork: afterwards nothing may be allocated.
struct Launch {
    const char* command;
    int input;
    int output;
    int errors;
    pid_t parent;
};

// In the child, between fork and exec, where only what is safe in a signal handler may be called.
[[noreturn]] void become(const Launch& launch) {
    ::setsid();
    // The launching thread lives as long as this program.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != launch.parent) ::_exit(127);
    // Out of the way of 0, 1 and 2, should these have been closed.
    const int input = ::fcntl(launch.input, F_DUPFD_CLOEXEC, 3);
    const int output = ::fcntl(launch.output, F_DUPFD_CLOEXEC, 3);
    const int errors = ::fcntl(launch.errors, F_DUPFD_CLOEXEC, 3);
    if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
        ::dup2(errors, STDERR_FILENO) < 0) {
        ::_exit(127);
    }
    // Files that somebody opened without the flag that closes them here.
    ::close_range(3, ~0U, 0);
    // Signals that are ignored stay so across exec, and so does the mask.
    for (int signal = 1; signal < NSIG; ++signal) {
        if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execl("/bin/sh", "sh", "-c", launch.command, static_cast<char*>(nullptr));
    ::_exit(127);
}

pid_t fork_into(const Launch& launch) {
    // No handler of ours may run in the child.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) become(launch);
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return pid;
}

// The kernel ends a child with the thread that started it, not with the whole program; so all
// children are started by one thread, which waits for work until the program ends.
class Launcher {
  public:
    static Launcher& instance() {
        static Launcher launcher;
        return launcher;
    }

    // The process's number, or the negative error number.
    int start(const Launch& launch) {
        std::packaged_task<int()> task([&launch] {
            const pid_t pid = fork_into(launch);
            return pid < 0 ? -errno : static_cast<int>(pid);
        });
        std::future<int> result = task.get_future();
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
        }
        wake_.notify_one();
        return result.get();
    }

  private:
    Launcher() : thread_([this] { work(); }) {}
    ~Launcher() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    void work() {
        // Signals are for the other threads.
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            std::packaged_task<int()> task = std::move(tasks_.front());
            tasks_.erase(tasks_.begin());
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::packaged_task<int()>> tasks_;
    bool ending_ = false;
    std::thread thread_;
};

// Writing to a program that has gone raises SIGPIPE, which would end us: while one of these lives,
// this thread does not get it.
class NoPipeSignal {
  public:
    NoPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        ::sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        if (!was_pending_) {
            const timespec at_once{};
            while (::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

  private:
    sigset_t pipe_;
    sigset_t before_;
    bool was_pending_ = false;
};

std::string ending_in_words(const siginfo_t& info) {
    if (info.si_code == CLD_EXITED) return fmt::format("ended with status {}", info.si_status);
    const char* const name = ::sigabbrev_np(info.si_status);
    return fmt::format("was ended by signal {}", name != nullptr ? fmt::format("SIG{}", name)
                                                                 : fmt::to_string(info.si_status));
}

}  // namespace

LineProcess::Descriptor& LineProcess::Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

void LineProcess::Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

Result<LineProcess::Pipe> LineProcess::make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return Error{fmt::format("no pipe to another program: {}", std::strerror(errno))};
    }
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<std::unique_ptr<LineProcess>> LineProcess::start(const std::string& command) {
    auto input = make_pipe();
    if (!input) return input.error();
    auto output = make_pipe();
    if (!output) return output.error();
    auto errors = make_pipe();
    if (!errors) return errors.error();
    // Only our ends: the program may expect to wait.
    for (const int ours :
         {input->write_end.get(), output->read_end.get(), errors->read_end.get()}) {
        ::fcntl(ours, F_SETFL, ::fcntl(ours, F_GETFL) | O_NONBLOCK);
    }
    const Launch launch{command.c_str(), input->read_end.get(), output->write_end.get(),
                        errors->write_end.get(), ::getpid()};
    const int pid = Launcher::instance().start(launch);
    if (pid < 0) {
        return Error{fmt::format("cannot start {}: {}", in_quotes(command), std::strerror(-pid))};
    }
    std::unique_ptr<LineProcess> process(new LineProcess);
    process->pid_ = pid;
    process->input_ = std::move(input->write_end);
    process->output_ = std::move(output->read_end);
    process->errors_ = std::move(errors->read_end);
    return process;
}

LineProcess::~LineProcess() {
    input_.close();
    // Whoever is stuck writing to us gets on, and ends.
    output_.close();
    errors_.close();
    if (!has_ended(hurried_ ? milliseconds(0) : kGrace)) {
        end_group(SIGTERM);
        has_ended(kGrace);
    }
    // It is not yet waited for, so its number, which is the group's, cannot be another's by now.
    end_group(SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void LineProcess::end_group(int signal) const {
    ::kill(-pid_, signal);
    // Before it has come to make its own session there is no such group.
    ::kill(pid_, signal);
}

bool LineProcess::has_ended(milliseconds wait_for) {
    const auto deadline = SteadyClock::now() + wait_for;
    while (ending_.empty()) {
        siginfo_t info{};
        if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == pid_) {
            ending_ = ending_in_words(info);
            break;
        }
        if (SteadyClock::now() >= deadline) return false;
        std::this_thread::sleep_for(milliseconds(1));
    }
    return true;
}

void LineProcess::take_in(Descriptor& from, bool is_error_output) {
    std::array<char, 1 << 14> chunk{};
    const ssize_t count = ::read(from.get(), chunk.data(), chunk.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        from.close();
        return;
    }
    const std::string_view text(chunk.data(), static_cast<std::size_t>(count));
    if (!is_error_output) {
        buffer_ += text;
        received_ += text.size();
        return;
    }
    last_errors_ += text;
    if (last_errors_.size() > 2 * kErrorsKept) {
        last_errors_.erase(0, last_errors_.size() - kErrorsKept);
    }
}

void LineProcess::pump(bool want_to_write, SteadyClock::time_point deadline) {
    std::array<pollfd, 3> polled{};
    polled[0] = {output_.get(), POLLIN, 0};
    polled[1] = {errors_.get(), POLLIN, 0};
    // Without any wish we still hear that nobody reads at the other end.
    polled[2] = {deaf_since_ ? -1 : input_.get(), static_cast<short>(want_to_write ? POLLOUT : 0),
                 0};
    const auto left =
        std::chrono::duration_cast<milliseconds>(deadline - SteadyClock::now()) + milliseconds(1);
    const auto wait = std::clamp(left, milliseconds(0), kSlice);
    if (::poll(polled.data(), polled.size(), static_cast<int>(wait.count())) <= 0) return;
    if (polled[0].revents != 0) take_in(output_, false);
    if (polled[1].revents != 0) take_in(errors_, true);
    if ((polled[2].revents & POLLERR) != 0) deaf_since_ = SteadyClock::now();
}

bool LineProcess::write_some(std::string_view& rest) {
    const NoPipeSignal guard;
    const ssize_t count = ::write(input_.get(), rest.data(), rest.size());
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    rest.remove_prefix(static_cast<std::size_t>(count));
    return true;
}

LineProcess::Event LineProcess::send(std::string_view line, const Patience& patience) {
    std::string text(line);
    text += '\n';
    std::string_view rest = text;
    received_ = 0;
    for (;;) {
        if (!write_some(rest)) return gone();
        if (rest.empty()) return Event::done;
        if (patience.stopped && patience.stopped()) return Event::stopped;
        if (SteadyClock::now() >= patience.deadline) return Event::timeout;
        if (received_ > kMostBetween) return Event::flooded;
        pump(true, patience.deadline);
    }
}

LineProcess::Event LineProcess::read_line(std::string& line, const Patience& patience) {
    for (;;) {
        const std::size_t end = buffer_.find('\n', buffer_start_);
        if (end != buffer_.npos) {
            line.assign(buffer_, buffer_start_, end - buffer_start_);
            if (line.ends_with('\r')) line.pop_back();
            buffer_start_ = end + 1;
            if (buffer_start_ == buffer_.size()) {
                buffer_.clear();
                buffer_start_ = 0;
            }
            return line.size() > kLongestLine ? Event::flooded : Event::done;
        }
        buffer_.erase(0, buffer_start_);
        buffer_start_ = 0;
        if (buffer_.size() > kLongestLine || received_ > kMostBetween) return Event::flooded;
        if (patience.stopped && patience.stopped()) return Event::stopped;
        if (SteadyClock::now() >= patience.deadline) return Event::timeout;
        if (!output_.is_open()) return gone();
        // It may have closed its input behind the question it is about to answer, or unread.
        if (deaf_since_ && SteadyClock::now() - *deaf_since_ > kGrace) return gone();
        // A child of the program may hold the other end open after the program is gone; what the
        // program itself said is there to be read.
        const bool ended = has_ended();
        const std::size_t before = received_;
        pump(false, ended ? SteadyClock::now() : patience.deadline);
        if (ended && received_ == before) return gone();
    }
}

LineProcess::Event LineProcess::gone() {
    // Those who close their pipes are usually about to end, and have said why.
    has_ended(kGrace);
    const std::size_t before = last_errors_.size();
    while (errors_.is_open()) {
        const std::size_t known = last_errors_.size();
        take_in(errors_, true);
        if (last_errors_.size() <= known || known > before + kErrorsKept) break;
    }
    return Event::closed;
}

std::string LineProcess::how_it_ended() const {
    std::string text = !ending_.empty()    ? ending_
                       : output_.is_open() ? "does not listen any more"
                                           : "does not answer any more";
    const std::string_view errors = trimmed(last_errors_);
    const std::size_t last_line = errors.rfind('\n');
    const std::string_view last = last_line == errors.npos ? errors : errors.substr(last_line + 1);
    constexpr std::size_t kLongest = 200;
    if (!last.empty()) text += fmt::format(", after '{}'", printable(last.substr(0, kLongest)));
    return text;
}

}  // namespace emilia
