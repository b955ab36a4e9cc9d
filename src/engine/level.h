#pragma once

#include "search/transposition_table.h"

namespace emilia {

inline constexpr int kLeastLevel = 1;
inline constexpr int kMostLevel = 60;

// How thoroughly a level looks at a position with that many empty squares. In the midgame it looks
// as many plies ahead as its number says, or two more; towards the end it looks to the end, first
// leaving out what is unlikely to matter, then nothing.
Draft draft_of_level(int level, int empties);

// What it leaves out where it does not look to the end.
Selectivity midgame_selectivity(int level);

// The greatest number of empty squares that a level solves without leaving anything out.
int solved_empties(int level);

}  // namespace emilia
