#include "cli/train/progress.h"

#include <fmt/format.h>

#include <cmath>

#include "util/elapsed.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

Progress::Progress(std::string things, std::uint64_t done, std::uint64_t total, bool shown)
    : things_(std::move(things)), before_(done), total_(total), shown_(shown) {
    const Terminal terminal = standard_output();
    on_terminal_ = terminal.is_terminal && !terminal.is_dumb;
}

Progress::~Progress() {
    if (has_line_) fmt::print("\r\x1b[K");
}

double Progress::seconds() const {
    return seconds_since(start_);
}

void Progress::tell(std::uint64_t done) {
    const double pause = on_terminal_ ? 0.2 : 10;
    if (!shown_ || done <= before_ || seconds_since(told_) < pause) return;
    told_ = Clock::now();
    const double speed = static_cast<double>(done - before_) / seconds();
    const double left = static_cast<double>(total_ - done) / speed;
    const std::string line =
        fmt::format("{} of {} {}, {:.1f} a second, {} left", with_commas(done), with_commas(total_),
                    things_, speed, duration(std::ceil(left)));
    if (on_terminal_) {
        fmt::print("\r\x1b[K{}", clipped(line, standard_output().columns - 1));
        has_line_ = true;
    } else {
        fmt::print("{}\n", line);
    }
    std::fflush(stdout);
}

}  // namespace emilia::cli
