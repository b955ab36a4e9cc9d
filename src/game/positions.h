#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// Files of positions (board/position_text.h): one or more a line, or one drawn over several lines.
// Each is a game without moves.
GamesRead read_positions(std::string_view text);

// The position at the end of each game, one a line.
std::string write_positions(const std::vector<GameRecord>& games);

}  // namespace emilia
