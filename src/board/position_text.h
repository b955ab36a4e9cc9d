#pragma once

#include <string>
#include <string_view>

#include "board/position.h"
#include "util/result.h"

namespace emilia {

// Reads a position: 64 squares by rows from a1 to h8, then the player to move.
//   black: X x * B b #      white: O o W w      empty: - . _
// Spaces and line breaks do not matter; the player to move is written like a disc. What is said of
// a bad square names it.
Result<Diagram> parse_position(std::string_view text);

// The 64 squares with X, O and -, a space and the player to move: what parse_position() reads.
std::string to_string(const Diagram& diagram);

}  // namespace emilia
