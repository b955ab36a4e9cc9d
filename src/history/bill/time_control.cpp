#include "history/bill/time_control.h"

#include <algorithm>

namespace emilia::bill {

namespace {

// From about here on it is known who wins, and the rest takes next to no time.
constexpr int kSolved = 18;
// Moves that the time has to last for where little remains to be decided.
constexpr double kLeastMoves = 3;
// Of the clock, for what happens between the moves.
constexpr double kHeldBack = 0.04;

}  // namespace

double allocation(double left, int empties) {
    const double moves = std::max(0, empties - kSolved) / 2.0;
    // The opening decides less than what follows it, and most does what comes before the end is
    // seen.
    const double worth = empties > 48 ? 0.5 : empties > 36 ? 0.8 : 1.1;
    return worth * (1 - kHeldBack) * left / (moves + kLeastMoves);
}

}  // namespace emilia::bill
