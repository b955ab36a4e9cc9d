#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace emilia::cli {

// What a long match shows of itself: on a terminal some lines that are drawn anew in their place,
// elsewhere a line on standard error now and then.
class Live {
  public:
    // Silent where standard output is for a machine.
    explicit Live(bool silent);

    // Whether it is time to show something again.
    bool due() const;
    // `brief` is for where there is no terminal.
    void show(const std::vector<std::string>& lines, const std::string& brief);
    // Takes the lines away.
    void clear();

    // ", 3m 20s left" by what was done since this was made; empty while that says nothing.
    std::string time_left(std::size_t done, std::size_t all) const;

  private:
    using Now = std::chrono::steady_clock;

    bool silent_;
    bool redraws_;
    std::size_t drawn_ = 0;
    Now::time_point start_ = Now::now();
    Now::time_point last_ = Now::now();
};

}  // namespace emilia::cli
