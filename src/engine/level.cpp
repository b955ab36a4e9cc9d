#include "engine/level.h"

#include <algorithm>

namespace emilia {

namespace {

// Levels up to here look ahead without leaving anything out.
constexpr int kFullWidthLevel = 4;

// With a learned evaluation and little searched in vain, a level can afford more plies than its
// number says: three for two levels up to here, one for two levels while the end of the game is
// looked at ever sooner, then one for each.
constexpr int kQuickLevel = 10;
constexpr int kSteadyLevel = 15;
constexpr int kMorePlies = 2;

int midgame_plies(int level) {
    if (level <= kFullWidthLevel) return level;
    if (level <= kQuickLevel) return 7 + (level - 5) * 3 / 2;
    if (level <= kSteadyLevel) return 14 + (level - 9) / 2;
    return level + kMorePlies;
}

// More empty squares that are looked at to the end with less confidence, from this level on.
struct Reach {
    int more;
    Selectivity selectivity;
};
constexpr Reach kReaches[] = {{2, Selectivity::p95}, {4, Selectivity::p87}, {5, Selectivity::p73}};
constexpr int kReachingLevel = 10;

}  // namespace

Selectivity midgame_selectivity(int level) {
    return level <= kFullWidthLevel ? Selectivity::none : Selectivity::p73;
}

int solved_empties(int level) {
    if (level <= kQuickLevel) return 2 * level;
    if (level <= kSteadyLevel) return 20 + (level - kQuickLevel) / 2;
    if (level <= 30) return 21 + (level - 11) / 4;
    // From here to the last level, which solves everything.
    return 25 + (level - 30) * 35 / 30;
}

Draft draft_of_level(int level, int empties) {
    const int solved = solved_empties(level);
    if (empties <= solved) return {empties, Selectivity::none};
    for (const Reach& reach : kReaches) {
        if (level >= kReachingLevel && empties <= solved + reach.more) {
            return {empties, reach.selectivity};
        }
    }
    return {std::min(midgame_plies(level), empties), midgame_selectivity(level)};
}

}  // namespace emilia
