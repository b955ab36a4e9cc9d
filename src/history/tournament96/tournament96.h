#pragma once

#include "player/registry.h"

namespace emilia::tournament96 {

// Adds `tournament-96`, the program of a student tournament on a board of 96 squares, playing on
// 8x8; docs/history/tournament-96.md.
void add_players(PlayerRegistry& registry);

}  // namespace emilia::tournament96
