#include "cli/match/live.h"

#include <fmt/format.h>

#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenFrames{100};
constexpr std::chrono::seconds kBetweenLines{20};

}  // namespace

Live::Live(bool silent)
    : silent_(silent), redraws_(standard_output().is_terminal && !standard_output().is_dumb) {}

bool Live::due() const {
    if (silent_) return false;
    const auto since = Now::now() - last_;
    return redraws_ ? since >= kBetweenFrames : since >= kBetweenLines;
}

void Live::show(const std::vector<std::string>& lines, const std::string& brief) {
    if (silent_) return;
    last_ = Now::now();
    if (!redraws_) {
        fmt::print(stderr, "{}\n", brief);
        return;
    }
    clear();
    const int width = standard_output().columns - 1;
    for (const std::string& line : lines) fmt::print("{}\n", clipped(line, width));
    std::fflush(stdout);
    drawn_ = lines.size();
}

void Live::clear() {
    if (drawn_ == 0) return;
    fmt::print("\x1b[{}A\r\x1b[J", drawn_);
    std::fflush(stdout);
    drawn_ = 0;
}

std::string Live::time_left(std::size_t done, std::size_t all) const {
    if (done == 0 || done >= all) return "";
    const double seconds = std::chrono::duration<double>(Now::now() - start_).count();
    const double left = seconds / static_cast<double>(done) * static_cast<double>(all - done);
    const auto whole = static_cast<long long>(left + 0.5);
    if (whole >= 3600) return fmt::format(", {}h {:02}m left", whole / 3600, whole / 60 % 60);
    if (whole >= 60) return fmt::format(", {}m {:02}s left", whole / 60, whole % 60);
    return fmt::format(", {}s left", whole);
}

}  // namespace emilia::cli
