#include "engine/level.h"

#include <algorithm>

namespace emilia {

namespace {

// Levels up to here look ahead without leaving anything out.
constexpr int kFullWidthLevel = 4;

// With a learned evaluation and little searched in vain, a level can afford more plies than its
// number says.
constexpr int kMorePlies = 2;

// More empty squares that are looked at to the end with less confidence, from level 11 on.
struct Reach {
    int more;
    Selectivity selectivity;
};
constexpr Reach kReaches[] = {{2, Selectivity::p95}, {4, Selectivity::p87}, {5, Selectivity::p73}};
constexpr int kReachingLevel = 11;

}  // namespace

Selectivity midgame_selectivity(int level) {
    return level <= kFullWidthLevel ? Selectivity::none : Selectivity::p73;
}

int solved_empties(int level) {
    if (level <= 10) return 2 * level;
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
    const int plies = level <= kFullWidthLevel ? level : level + kMorePlies;
    return {std::min(plies, empties), midgame_selectivity(level)};
}

}  // namespace emilia
