#pragma once

#include "board/position.h"
#include "util/random.h"

namespace emilia {

// One of the squares, evenly; `squares` must not be empty.
Square random_square(Random& random, Bitboard squares);

// The position after `plies` random moves from the start (fewer if the game ends), passes not
// counted.
Position random_position_from_play(Random& random, int plies);

// Discs strewn over the board, of a random density: seldom a position of any game.
Position random_discs(Random& random);

}  // namespace emilia
