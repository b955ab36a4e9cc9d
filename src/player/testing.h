#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "board/rules.h"
#include "player/player.h"

namespace emilia {

// For tests: a player with far more to do than there is time for stops when another thread says so,
// and answers with a move of the start.
inline void expect_stops_from_another_thread(Player& player) {
    std::atomic<bool> stop{false};
    std::atomic<bool> asked{false};
    std::thread stopper([&] {
        while (!asked) std::this_thread::yield();
        stop = true;
    });
    Limits limits;
    limits.stopped = [&] {
        asked = true;
        return stop.load();
    };
    const auto begin = std::chrono::steady_clock::now();
    const auto choice = player.choose(GameRecord{}, limits);
    const auto took = std::chrono::steady_clock::now() - begin;
    stopper.join();
    ASSERT_TRUE(choice);
    EXPECT_NE(flips(Position::initial(), choice->move.square()), 0U);
    EXPECT_LT(took, std::chrono::seconds(20));
}

}  // namespace emilia
