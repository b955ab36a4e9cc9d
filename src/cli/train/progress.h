#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace emilia::cli {

// Says how far long work has come and how long it will yet take: on a terminal in one line that is
// taken away at the end, elsewhere in a line now and then.
class Progress {
  public:
    // `done` of `total` were done before.
    Progress(std::string things, std::uint64_t done, std::uint64_t total, bool shown);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void tell(std::uint64_t done);

    double seconds() const;

  private:
    using Clock = std::chrono::steady_clock;

    std::string things_;
    std::uint64_t before_;
    std::uint64_t total_;
    bool shown_;
    bool on_terminal_;
    bool has_line_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point told_ = start_;
};

}  // namespace emilia::cli
