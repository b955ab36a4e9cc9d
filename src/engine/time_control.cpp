#include "engine/time_control.h"

#include <algorithm>

#include "engine/engine.h"

namespace emilia {

namespace {

// With this many empty squares the rest of a game is solved in little time.
constexpr int kQuickEmpties = 18;
// A move's share is no more than one of so many of all that is left.
constexpr double kLeastShares = 1.5;
// Kept back for what happens between the moves: once, and for each move still to come.
constexpr double kReserve = 0.05;
constexpr double kPerMove = 0.004;
// What a single move may take more than its share, and of all that is left.
constexpr double kMostShares = 3;
constexpr double kMostOfAll = 0.4;

// By how settled the best move is; matches are in docs/search-log.md.
constexpr int kSettledAfter = 4;
constexpr double kJustChanged = 0.9;
constexpr double kNotSettled = 0.6;
constexpr double kSettled = 0.4;

}  // namespace

TimeShare share_of_clock(const EngineClock& clock, int empties) {
    const double moves = std::max(1.0, (empties + 1) / 2.0);
    const double weighty = std::max(kLeastShares, (empties - kQuickEmpties) / 2.0 + 1);
    const double left = std::max(0.0, clock.left - kReserve - kPerMove * moves);
    const double usual = std::min(left, left / weighty + 0.9 * clock.increment);
    const double most =
        std::min(left, std::max(usual, std::min(kMostShares * usual, kMostOfAll * left)));
    return {usual, most};
}

double Settling::part_to_begin_in() const {
    return alike_ == 0 ? kJustChanged : alike_ < kSettledAfter ? kNotSettled : kSettled;
}

}  // namespace emilia
