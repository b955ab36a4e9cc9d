#include "history/iago/time_allocation.h"

#include <algorithm>
#include <array>

namespace emilia::iago {

namespace {

constexpr int kMoves = 60;

// Step 1: how much a move is worth thinking about. Figure 4.1 is lost; the paper says that the
// first move gets next to nothing and that moves which may be solved are worth more than others.
double marginal_value(int move) {
    if (move == 1) return 0.02;
    if (move <= 8) return 0.5;
    if (move <= 20) return 0.5 + (move - 8) * 0.05;
    if (move <= 48) return 1.1 + (move - 20) * 0.025;
    // From here on a position is solved, and the later the sooner.
    return 1.8 * (kMoves + 1 - move) / 13.0;
}

// Step 4: no move may take so much that nothing is left where a game is longer for one player.
constexpr double kMostOfRest = 0.4;

// Steps 2 and 3: of what is still to come for the same player. (That each player's values sum to 1
// does not change their ratios.)
std::array<double, kMoves + 1> make_fractions() {
    std::array<double, kMoves + 1> fractions{};
    for (int move = 1; move <= kMoves; ++move) {
        double rest = 0;
        for (int later = move; later <= kMoves; later += 2) rest += marginal_value(later);
        fractions[static_cast<std::size_t>(move)] =
            std::min(kMostOfRest, marginal_value(move) / rest);
    }
    return fractions;
}

}  // namespace

double allocation_fraction(int move) {
    static const auto fractions = make_fractions();
    return fractions[static_cast<std::size_t>(std::clamp(move, 1, kMoves))];
}

double GameClock::allocation(int move, double left) const {
    const double scale = all_ / kTournament;
    const double usable = std::max(0.0, left - scale * kHeldBack);
    const double share = usable * allocation_fraction(move);
    // Where there is hardly more than the overhead, half of it is better than nothing.
    return std::max(share - scale * kOverhead, share / 2);
}

}  // namespace emilia::iago
