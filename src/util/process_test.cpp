#include "util/process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <thread>
#include <vector>

#include "util/elapsed.h"
#include "util/process_testing.h"

namespace emilia {
namespace {

using Event = LineProcess::Event;
using Clock = std::chrono::steady_clock;

std::unique_ptr<LineProcess> started(const std::string& command) {
    auto process = LineProcess::start(command);
    EXPECT_TRUE(process) << process.error().message;
    return process ? std::move(*process) : nullptr;
}

LineProcess::Patience for_seconds(double seconds) {
    return {Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)),
            {}};
}

// All lines until something else happens.
std::vector<std::string> lines_of(LineProcess& process, Event& last) {
    std::vector<std::string> lines;
    std::string line;
    while ((last = process.read_line(line, for_seconds(20))) == Event::done) lines.push_back(line);
    return lines;
}

// Nobody is left of the program's group, and nobody unburied.
void expect_gone(pid_t pid) {
    EXPECT_TRUE(becomes_none([pid] { return count_in_group(pid); }));
    EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST(LineProcessParallel, TalksInLines) {
    const auto process = started("cat");
    std::string line;
    for (const std::string text : {"hello", "", "two words", "a carriage return is cut"}) {
        EXPECT_EQ(process->send(text, for_seconds(20)), Event::done);
        EXPECT_EQ(process->read_line(line, for_seconds(20)), Event::done);
        EXPECT_EQ(line, text);
    }
    EXPECT_EQ(process->send("dos\r", for_seconds(20)), Event::done);
    EXPECT_EQ(process->read_line(line, for_seconds(20)), Event::done);
    EXPECT_EQ(line, "dos");
}

TEST(LineProcessParallel, SaysHowItEnded) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"exit 0", "ended with status 0"},
        {"echo first >&2; echo the reason >&2; exit 3", "ended with status 3, after 'the reason'"},
        {"kill -SEGV $$", "was ended by signal SIGSEGV"},
        {"exec 1>&-; exec sleep 100", "does not answer any more"},
    };
    for (const auto& [command, words] : cases) {
        const auto process = started("echo one; echo two; " + command);
        Event last{};
        EXPECT_EQ(lines_of(*process, last), (std::vector<std::string>{"one", "two"})) << command;
        EXPECT_EQ(last, Event::closed) << command;
        EXPECT_EQ(process->how_it_ended(), words);
    }
}

TEST(LineProcessParallel, WaitsNoLongerThanItIsTold) {
    const auto process = started("exec sleep 100");
    std::string line;
    auto start = Clock::now();
    EXPECT_EQ(process->read_line(line, for_seconds(0.1)), Event::timeout);
    EXPECT_GE(seconds_since(start), 0.1);
    EXPECT_LT(seconds_since(start), 5);
    int asked = 0;
    EXPECT_EQ(process->read_line(line, {Clock::time_point::max(), [&] { return ++asked > 3; }}),
              Event::stopped);
    // More than a pipe holds.
    const std::string much(1 << 20, 'x');
    EXPECT_EQ(process->send(much, for_seconds(0.1)), Event::timeout);
    asked = 0;
    EXPECT_EQ(process->send(much, {Clock::time_point::max(), [&] { return ++asked > 3; }}),
              Event::stopped);
}

TEST(LineProcessParallel, SendsMoreThanPipesHoldToWhoAnswersMeanwhile) {
    const auto process = started("cat");
    const std::string half(30'000, 'x');
    for (int i = 0; i < 20; ++i) ASSERT_EQ(process->send(half, for_seconds(20)), Event::done);
    std::string line;
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(process->read_line(line, for_seconds(20)), Event::done);
        EXPECT_EQ(line, half);
    }
}

TEST(LineProcessParallel, RefusesFloods) {
    std::string line;
    for (const std::string command : {"exec tr '\\0' x </dev/zero", "exec yes"}) {
        const auto process = started(command);
        Event event = Event::done;
        std::size_t bytes = 0;
        while (event == Event::done) {
            event = process->read_line(line, for_seconds(60));
            bytes += line.size() + 1;
        }
        EXPECT_EQ(event, Event::flooded) << command;
        EXPECT_LE(bytes, 2 * LineProcess::kMostBetween) << command;
    }
    const auto process = started("exec yes");
    EXPECT_EQ(process->send(std::string(1 << 20, 'x'), for_seconds(60)), Event::flooded);
}

TEST(LineProcessParallel, IsNotEndedByWritingToNobody) {
    const auto deaf = started("exec 0<&-; echo ready; exec sleep 100");
    std::string line;
    EXPECT_EQ(deaf->read_line(line, for_seconds(20)), Event::done);
    EXPECT_EQ(deaf->send("hello", for_seconds(20)), Event::closed);
    EXPECT_EQ(deaf->how_it_ended(), "does not listen any more");

    // The line was sent before it closed its input.
    const auto turned_away = started("echo ready; sleep 0.3; exec 0<&-; exec sleep 100");
    EXPECT_EQ(turned_away->read_line(line, for_seconds(20)), Event::done);
    EXPECT_EQ(turned_away->send("hello", for_seconds(20)), Event::done);
    EXPECT_EQ(turned_away->read_line(line, for_seconds(20)), Event::closed);
    EXPECT_EQ(turned_away->how_it_ended(), "does not listen any more");

    const auto gone = started("exit 4");
    EXPECT_EQ(gone->read_line(line, for_seconds(20)), Event::closed);
    EXPECT_EQ(gone->send("hello", for_seconds(20)), Event::closed);
    EXPECT_EQ(gone->how_it_ended(), "ended with status 4");
}

TEST(LineProcessParallel, LeavesNobodyBehind) {
    const std::vector<std::string> commands = {
        "echo ready; exec cat",
        "echo ready; exec sleep 100",
        "trap '' TERM HUP INT; echo ready; while :; do sleep 100; done",
        "(trap '' TERM; sleep 100) & echo ready; exec cat",
        "(trap '' TERM; sleep 100) & echo ready; exit 0",
        "echo ready; exec yes",
    };
    for (const std::string& command : commands) {
        auto process = started(command);
        const pid_t pid = process->pid();
        std::string line;
        EXPECT_EQ(process->read_line(line, for_seconds(20)), Event::done) << command;
        EXPECT_GE(count_in_group(pid), 1) << command;
        const auto start = Clock::now();
        process.reset();
        EXPECT_LT(seconds_since(start), 5) << command;
        expect_gone(pid);
    }
}

// What an orphan holds open keeps nobody waiting.
TEST(LineProcessParallel, NoticesAnEndBehindAnOpenPipe) {
    const auto process = started("sleep 100 & echo last words; exit 5");
    Event last{};
    const auto start = Clock::now();
    EXPECT_EQ(lines_of(*process, last), std::vector<std::string>{"last words"});
    EXPECT_EQ(last, Event::closed);
    EXPECT_EQ(process->how_it_ended(), "ended with status 5");
    EXPECT_LT(seconds_since(start), 10);
}

TEST(LineProcessParallel, GetsNoFilesAndNoSignalsOfOurs) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto process = started("grep -E 'SigBlk|SigIgn' /proc/self/status");
    Event last{};
    EXPECT_EQ(lines_of(*process, last),
              (std::vector<std::string>{"SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000"}));
    std::signal(SIGPIPE, SIG_DFL);
}

// Started from many threads at once, none has a pipe of another; and they outlive the thread.
TEST(LineProcessParallel, StartsFromManyThreads) {
    constexpr int kThreads = 4;
    constexpr int kEach = 10;
    std::vector<std::unique_ptr<LineProcess>> processes(kThreads * kEach);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            for (int i = 0; i < kEach; ++i) {
                processes[static_cast<std::size_t>(thread * kEach + i)] =
                    started("ls /proc/self/fd | tr '\\n' ' '; echo; exec cat");
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::string line;
    for (const auto& process : processes) {
        ASSERT_NE(process, nullptr);
        EXPECT_EQ(process->read_line(line, for_seconds(60)), Event::done);
        // The fourth is the folder that is being listed.
        EXPECT_EQ(line, "0 1 2 3 ");
        EXPECT_EQ(process->send("still here", for_seconds(20)), Event::done);
        EXPECT_EQ(process->read_line(line, for_seconds(20)), Event::done);
        EXPECT_EQ(line, "still here");
    }
    // Nobody else holds an end of its input, so each ends as soon as ours is closed.
    const auto start = Clock::now();
    processes.clear();
    EXPECT_LT(seconds_since(start), 5);
}

}  // namespace
}  // namespace emilia
