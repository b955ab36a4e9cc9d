#pragma once

#include <string>

#include "game/record.h"
#include "util/result.h"

namespace emilia::cli {

// Where save_game() writes to: a name without extension gets one.
std::string file_name_for_saving(const std::string& path);

// In the format that the extension names; returns what of the game that format cannot hold, as part
// of a sentence, or nothing.
Result<std::string> save_game(const std::string& path, const GameRecord& game);

struct LoadedGame {
    GameRecord game;  // the first of the file
    std::size_t games = 1;
};
Result<LoadedGame> load_game(const std::string& path);

}  // namespace emilia::cli
