#pragma once

#include <string>
#include <string_view>

#include "game/record.h"
#include "player/player.h"

namespace emilia::cli {

// "black" as "Black".
std::string capitalized(std::string_view word);

// An error as a sentence of its own, with a capital and a stop.
std::string as_sentence(const Error& error);

// "1 disc", "3 discs"; `plural` where it is not made with an s.
std::string counted(int number, std::string_view singular, std::string_view plural = {});

// "+12 points", or "a win by 8" where the game was searched to its end.
std::string describe(const Value& value);

// How a game ended and why, with what became of empty squares. `game` has a result or a
// winner, or its last position is a final one.
std::string describe_end(const GameRecord& game);

// Why the player to move cannot put a disc there, and where it can. The game is not over.
std::string why_illegal(const Diagram& diagram, Square square);

}  // namespace emilia::cli
