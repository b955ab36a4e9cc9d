#pragma once

#include <string_view>
#include <vector>

#include "game/record.h"
#include "server/json.h"

namespace emilia::server {

// A game as the page draws it, ply by ply, so that it need not know the rules: boards, legal moves,
// flips, counts, opening, regions. docs/api.md describes it.
Json line_json(const GameRecord& game);

// Groups of empty squares that touch, also by their corners, in the order of their first squares.
std::vector<Bitboard> empty_regions(Position position);

// Squares written one after the other: "a1b1".
std::string squares_text(Bitboard squares);

// A game from a start (a position as text; empty: the usual one) and moves one after the other,
// "f5d6c3"; forced passes may be left out.
Result<GameRecord> record_of(std::string_view start, std::string_view moves);
// The moves of a game in that form, passes written "pa".
std::string moves_text(const std::vector<PlayedMove>& moves);

}  // namespace emilia::server
