#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// SGF (FF[4], GM[2]) as Quarry, Edax and others write it: points "f5" or "fe", passes [], [pass],
// [pa] or [tt], a start position by AB, AW, AE and PL (on top of the usual four discs). Of a tree
// the main line is kept, and a note says so.
//
// Emilia's own properties, for what SGF has no room for: XS the seconds a move took, XE how the
// game ended, XB and XW the players' clocks where TM cannot say them. The evaluation of a move is
// V, for black.
GamesRead read_sgf(std::string_view text);
std::string write_sgf(const std::vector<GameRecord>& games);

}  // namespace emilia
