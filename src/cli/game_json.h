#pragma once

#include "cli/program.h"
#include "game/record.h"

namespace emilia::cli {

// A game as an object; docs/json.md describes it.
Json game_json(const GameRecord& game);

// Extras as a list of pairs.
Json extra_json(const Extra& extra);

}  // namespace emilia::cli
