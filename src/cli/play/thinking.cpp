#include "cli/play/thinking.h"
#include "util/elapsed.h"

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace emilia::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTick = std::chrono::milliseconds(20);

}  // namespace

Thought think(Player& player, const GameRecord& game, const std::function<bool()>& tick) {
    const auto start = Clock::now();
    std::atomic<bool> stop{false};
    auto choice = std::async(std::launch::async, [&] {
        return player.choose(game, {[&stop] { return stop.load(std::memory_order_relaxed); }});
    });
    while (choice.wait_for(kTick) != std::future_status::ready) {
        if (!stop && tick()) stop = true;
    }
    return {choice.get(), seconds_since(start), stop};
}

void wait_for(double seconds, const std::function<bool()>& tick) {
    const auto start = Clock::now();
    while (seconds_since(start) < seconds && !tick()) std::this_thread::sleep_for(kTick);
}

}  // namespace emilia::cli
