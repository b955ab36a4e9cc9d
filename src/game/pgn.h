#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// PGN as Othello programs write it: tags, then moves "1. f5 d6 2. c3", passes "pass" or "--". The
// result counts discs, black's first ("38-26"), or only says who won: "1-0" is black, who moves
// first. A start position is the tag FEN, as Edax writes it (rows from 8 to 1, p black, P white) or
// as 64 squares and the player to move.
//
// Evaluations (for black) and seconds of a move are [%eval 1.5] and [%emt 2.5] in its comment;
// variations are left out, and a note says so. Tags without a field in the record are extras of
// their own name; so any tag-like extra can be written.
GamesRead read_pgn(std::string_view text);
std::string write_pgn(const std::vector<GameRecord>& games);

}  // namespace emilia
