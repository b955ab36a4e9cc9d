#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/reading.h"

namespace emilia {

// The moves and nothing else: "f5d6c3d3c4". Read in either case, with spaces, commas and move
// numbers ("1. f5 d6 2. c3") between them, and with or without the passes.

// One game, however many lines it takes. What is wrong names the ply.
Result<GameRecord> parse_transcript(std::string_view text);

// A file: a game a line. A line that begins with a move number other than 1 goes on with the game
// before it, and a file whose lines are only together a game is one game.
GamesRead read_transcripts(std::string_view text);

// One game, without line break. Passes are left out (every reader knows where they belong), but for
// one that ends the record. Refused: another start than the usual one, and a game without moves.
Result<std::string> to_transcript(const GameRecord& game);
Result<std::string> write_transcripts(const std::vector<GameRecord>& games);

}  // namespace emilia
