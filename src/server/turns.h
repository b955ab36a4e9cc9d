#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace emilia::server {

// Fair shares of the processors among searches that each have a thread: only so many run at once,
// and one that has had its slice waits behind those that have not. Left to the system, twenty
// threads on two processors would each be asleep for longer than a stop may take.
class Turns {
  public:
    explicit Turns(int at_once, std::chrono::milliseconds slice = std::chrono::milliseconds(20))
        : slice_(slice), free_(at_once) {}
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    // What one search holds from its beginning to its end. Used by its thread alone; threads that
    // help it may ask stopped().
    class Turn {
      public:
        // Waits for the first slice, unless `stop` becomes true before.
        Turn(Turns& turns, const std::atomic<bool>& stop);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

        // To be asked every few milliseconds: gives way where others wait, and says whether to end.
        bool stopped();

      private:
        Turns& turns_;
        const std::atomic<bool>& stop_;
        bool running_ = false;
        std::chrono::steady_clock::time_point began_;
    };

    // After some search's `stop` was set: it may be one that waits.
    void wake();

  private:
    // With the lock; false if stopped first.
    bool wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop);

    const std::chrono::milliseconds slice_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int free_;
    std::uint64_t next_ = 0;
    std::deque<std::uint64_t> queue_;
    std::atomic<int> waiting_ = 0;
};

}  // namespace emilia::server
