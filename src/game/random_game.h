#pragma once

#include "game/record.h"
#include "util/random.h"

namespace emilia {

// A game of random moves, to its end or for `plies` turns, passes among them.
GameRecord random_game(Random& random, std::size_t plies = 200, const Diagram& start = {});

}  // namespace emilia
