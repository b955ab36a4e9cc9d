#include "server/turns.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "util/elapsed.h"

namespace emilia::server {
namespace {

using namespace std::chrono_literals;

// Searches that would go on for ever, and how many of them really run.
class TurnsThread : public testing::Test {
  protected:
    struct Search {
        std::atomic<bool> stop = false;
        std::atomic<long> steps = 0;
        std::atomic<bool> ended = false;
        std::thread thread;
    };

    void start(Turns& turns, std::size_t count) {
        searches_ = std::vector<Search>(count);
        for (Search& search : searches_) {
            search.thread = std::thread([&] {
                {
                    Turns::Turn turn(turns, search.stop);
                    while (!turn.stopped()) {
                        const int now = ++running_;
                        if (now > most_) most_ = now;
                        std::this_thread::sleep_for(1ms);
                        ++search.steps;
                        --running_;
                    }
                }
                search.ended = true;
            });
        }
    }
    void stop_all(Turns& turns) {
        for (Search& search : searches_) search.stop = true;
        turns.wake();
        for (Search& search : searches_) search.thread.join();
    }

    std::vector<Search> searches_;
    std::atomic<int> running_ = 0;
    std::atomic<int> most_ = 0;
};

TEST_F(TurnsThread, SharesFairlyAmongMoreThanCanRun) {
    Turns turns(2, 5ms);
    start(turns, 10);
    std::this_thread::sleep_for(1s);
    stop_all(turns);
    EXPECT_LE(most_, 2);
    long least = searches_[0].steps;
    long greatest = least;
    for (const Search& search : searches_) {
        least = std::min<long>(least, search.steps);
        greatest = std::max<long>(greatest, search.steps);
    }
    EXPECT_GT(least, 0);
    EXPECT_LT(greatest, 3 * least + 10);
}

TEST_F(TurnsThread, StopsOneThatWaits) {
    // The slice is longer than the test: without a wake the second would never run.
    Turns turns(1, 1h);
    start(turns, 2);
    while (running_ == 0) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);
    Search& waiting = searches_[0].steps == 0 ? searches_[0] : searches_[1];
    ASSERT_EQ(waiting.steps, 0);
    waiting.stop = true;
    const auto begin = std::chrono::steady_clock::now();
    turns.wake();
    while (!waiting.ended && seconds_since(begin) < 5) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(waiting.ended);
    EXPECT_LT(seconds_since(begin), 0.5);
    stop_all(turns);
}

TEST_F(TurnsThread, OneAloneNeverWaits) {
    Turns turns(1, 0ms);
    const std::atomic<bool> stop = false;
    Turns::Turn turn(turns, stop);
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(turn.stopped());
}

}  // namespace
}  // namespace emilia::server
