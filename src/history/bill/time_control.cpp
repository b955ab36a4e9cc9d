#include "history/bill/time_control.h"

#include <algorithm>

namespace emilia::bill {

namespace {

// From about here on a position is solved at once.
constexpr int kSolved = 12;
// Moves that the time has to last for where little remains to be decided.
constexpr double kLeastMoves = 2.5;
// Of the clock, for what happens between the moves.
constexpr double kHeldBack = 0.04;

}  // namespace

double allocation(double left, int empties) {
    const double moves = std::max(0, empties - kSolved) / 2.0;
    // The opening decides less than what follows it.
    const double worth = empties > 48 ? 0.7 : 1.0;
    return worth * (1 - kHeldBack) * left / (moves + kLeastMoves);
}

}  // namespace emilia::bill
