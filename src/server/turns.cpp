#include "server/turns.h"

#include <algorithm>

namespace emilia::server {

bool Turns::wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop) {
    const std::uint64_t mine = next_++;
    queue_.push_back(mine);
    ++waiting_;
    changed_.wait(lock, [&] { return stop || (free_ > 0 && queue_.front() == mine); });
    --waiting_;
    queue_.erase(std::find(queue_.begin(), queue_.end(), mine));
    // Whoever is now first may have a place too.
    changed_.notify_all();
    if (stop) return false;
    --free_;
    return true;
}

void Turns::wake() {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

Turns::Turn::Turn(Turns& turns, const std::atomic<bool>& stop) : turns_(turns), stop_(stop) {
    std::unique_lock lock(turns_.mutex_);
    running_ = turns_.wait(lock, stop_);
    began_ = std::chrono::steady_clock::now();
}

Turns::Turn::~Turn() {
    const std::lock_guard lock(turns_.mutex_);
    if (running_) ++turns_.free_;
    turns_.changed_.notify_all();
}

bool Turns::Turn::stopped() {
    if (stop_) return true;
    if (turns_.waiting_ == 0 || std::chrono::steady_clock::now() - began_ < turns_.slice_) {
        return false;
    }
    std::unique_lock lock(turns_.mutex_);
    ++turns_.free_;
    turns_.changed_.notify_all();
    running_ = turns_.wait(lock, stop_);
    began_ = std::chrono::steady_clock::now();
    return !running_;
}

}  // namespace emilia::server
