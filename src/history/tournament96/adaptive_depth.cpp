#include "history/tournament96/adaptive_depth.h"

#include <algorithm>
#include <cmath>

namespace emilia::tournament96 {

namespace {

constexpr std::size_t kRemembered = 2;

}  // namespace

int rounded_depth(double plies) {
    const double whole = std::floor(std::clamp(plies, 0.0, 100.0) + 0.7);
    const int even = static_cast<int>(whole) / 2 * 2;
    return std::clamp(even, AdaptiveDepth::kLeast, AdaptiveDepth::kMost);
}

void AdaptiveDepth::learn(int depth, std::uint64_t nodes, double seconds) {
    // Of a few nodes no time can be told.
    constexpr std::uint64_t kFewest = 100;
    if (depth < 1 || nodes < kFewest) return;
    const auto count = static_cast<double>(nodes);
    last_.push_back({std::pow(count, 1.0 / depth), seconds / count});
    if (last_.size() > kRemembered) last_.pop_front();
}

double AdaptiveDepth::branching() const {
    double sum = 0;
    for (const Search& search : last_) sum += search.branching;
    return last_.empty() ? 0 : sum / static_cast<double>(last_.size());
}

double AdaptiveDepth::seconds_a_node() const {
    double sum = 0;
    for (const Search& search : last_) sum += search.seconds_a_node;
    return last_.empty() ? 0 : sum / static_cast<double>(last_.size());
}

int AdaptiveDepth::depth(double seconds) const {
    if (last_.size() < kRemembered) return kFirst;
    const double nodes = seconds / std::max(seconds_a_node(), 1e-9);
    if (nodes <= 1 || branching() <= 1) return nodes <= 1 ? kLeast : kMost;
    return rounded_depth(std::log(nodes) / std::log(branching()));
}

}  // namespace emilia::tournament96
