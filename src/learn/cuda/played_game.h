#pragma once

#include "learn/cuda/game.h"
#include "learn/training_game.h"

namespace emilia::learn {

TrainingGame training_game(const PlayedGame& game);
// The other way; the game is one that check() accepts.
PlayedGame played_game(const TrainingGame& game);

}  // namespace emilia::learn
