#pragma once

#include "board/position.h"

namespace emilia {

// The rules for everyday use: right everywhere, inlined nowhere. Hot loops use the same functions
// of board/simd/primitives.h, compiled for their instruction set.

// Squares where the player to move may put a disc.
Bitboard legal_moves(Position position);

// Discs of the opponent that a disc on `square` turns over; 0 exactly if that is no legal move (or
// the square is taken).
Bitboard flips(Position position, Square square);

// The position after a legal move, or after a pass.
Position play(Position position, Move move);

// Discs of the player to move that no sequence of moves can turn over. A lower bound: every disc
// named is stable, some stable ones are not named (see board/simd/stability.h).
Bitboard stable_discs(Position position);

// No legal move for the player to move, but one for the opponent.
bool must_pass(Position position);

// No legal move for either.
bool is_over(Position position);

// Discs of the player to move less the opponent's.
DiscDifference disc_balance(Position position);

// The same for a finished game as tournaments count: the winner is given the empty squares.
DiscDifference final_score(Position position);

}  // namespace emilia
