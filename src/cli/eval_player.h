#pragma once

#include <string>

#include "board/position.h"
#include "player/registry.h"

namespace emilia::cli {

// Shows how a player values a position before any search, part by part; as an object with `json`.
// An error if there is no such player, or it has nothing to show.
Result<Done> show_player_evaluation(const PlayerRegistry& players, const std::string& player,
                                    const Diagram& diagram, bool json);

}  // namespace emilia::cli
