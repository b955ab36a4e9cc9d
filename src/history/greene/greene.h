#pragma once

#include <memory>

#include "history/greene/database.h"
#include "player/registry.h"

namespace emilia::greene {

// Empty squares from which on the player searches to the end, unless it is told otherwise; as in
// the article's second best result.
inline constexpr int kUsualLookahead = 10;

// Adds `greene`, with the databases that are in the program.
void add_players(PlayerRegistry& registry);

// The same with another database: as it is whenever a move is to be chosen.
void add_player_with(PlayerRegistry& registry, std::shared_ptr<const Database> database,
                     const std::string& name = "greene");

// What the player sees in a position: the chance of each move, by square.
std::array<double, kSquares> chances_of(const Database& database, Position position);

}  // namespace emilia::greene
