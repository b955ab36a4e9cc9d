#include "player/budget.h"

#include <algorithm>

namespace emilia {

double share_of(const Clock& clock, int empties, int known) {
    // A move may arrive late although it was found in time.
    constexpr double kReserve = 0.05;
    // The end may be seen later than is hoped.
    constexpr int kMovesAfter = 2;
    const double moves = std::max(1, (empties + 1 - known) / 2) + std::min(kMovesAfter, known / 2);
    const double left = std::max(0.0, clock.left - kReserve);
    return std::min(left, left / moves + 0.9 * clock.increment);
}

Budget::Budget(const Limits& limits, int empties) : limits_(limits) {
    std::optional<double> seconds = limits.seconds;
    if (limits.clock) {
        const double share = share_of(*limits.clock, empties);
        seconds = seconds ? std::min(*seconds, share) : share;
    }
    if (seconds) {
        end_ = Now::now() +
               std::chrono::duration_cast<Now::duration>(std::chrono::duration<double>(*seconds));
    }
}

bool Budget::spent(std::uint64_t nodes) const {
    return (limits_.nodes && nodes >= *limits_.nodes) || (end_ && Now::now() >= *end_) ||
           (limits_.stopped && limits_.stopped());
}

int Budget::depth(int own) const {
    return limits_.depth ? std::clamp(*limits_.depth, 1, own) : own;
}

}  // namespace emilia
