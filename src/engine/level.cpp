#include "engine/level.h"

#include <algorithm>

namespace emilia {

namespace {

// Levels up to here look ahead without leaving anything out.
constexpr int kFullWidthLevel = 4;

// More empty squares that are looked at to the end with less confidence.
struct Reach {
    int more;
    Selectivity selectivity;
    int level;  // from this one on
};
constexpr Reach kReaches[] = {
    {3, Selectivity::p98, 11}, {6, Selectivity::p87, 13}, {9, Selectivity::p73, 19}};

}  // namespace

Selectivity midgame_selectivity(int level) {
    return level <= kFullWidthLevel ? Selectivity::none : Selectivity::p73;
}

int solved_empties(int level) {
    if (level <= 10) return 2 * level;
    if (level <= 30) return 21 + (level - 11) * 2 / 5;
    // From here to the last level, which solves everything.
    return 28 + (level - 30) * 32 / 30;
}

Draft draft_of_level(int level, int empties) {
    const int solved = solved_empties(level);
    if (empties <= solved) return {empties, Selectivity::none};
    for (const Reach& reach : kReaches) {
        if (level >= reach.level && empties <= solved + reach.more) {
            return {empties, reach.selectivity};
        }
    }
    return {std::min(level, empties), midgame_selectivity(level)};
}

}  // namespace emilia
