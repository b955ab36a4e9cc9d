#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace emilia::cli {

// Shows that something is being done while a long search runs: on a terminal, in one line that is
// taken away again.
class Watch {
  public:
    // `nodes` is called on another thread. Elsewhere than on a terminal, or with `shown` false,
    // nothing is shown.
    Watch(std::string label, std::function<std::uint64_t()> nodes, bool shown);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // What is known so far.
    void tell(std::string so_far);

  private:
    void watch();

    std::string label_;
    std::function<std::uint64_t()> nodes_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string so_far_ = "?";
    bool done_ = false;
    std::thread thread_;
};

}  // namespace emilia::cli
