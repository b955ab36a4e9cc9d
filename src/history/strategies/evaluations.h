#pragma once

#include "board/position.h"

namespace emilia::strategies {

// The three one-concept evaluations of Rosenbloom's IAGO paper (1982, section 3.1), for the player
// to move. docs/players/strategies.md has the sources and what had to be guessed.

// Own discs less the opponent's.
int max_disc(Position position);

// The opposite.
int min_disc(Position position);

// The same as max_disc() with each disc counted by the weight of its square.
int weighted_squares(Position position);

}  // namespace emilia::strategies
