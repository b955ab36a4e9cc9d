#pragma once

#include "board/random_positions.h"
#include "learn/training_game.h"

namespace emilia::learn {

// For tests: a game of random moves with values that drift like those of a search.
inline TrainingGame random_training_game(Random& random) {
    TrainingGame game;
    game.random_plies = static_cast<int>(random.below(20));
    game.exact_from = static_cast<int>(random.below(20));
    Replay replay;
    int value = 0;
    while (!replay.over()) {
        value += static_cast<int>(random.below(9)) - 4;
        value = value < -64 ? -64 : value > 64 ? 64 : value;
        const bool is_random = static_cast<int>(game.moves.size()) < game.random_plies;
        game.values.push_back(is_random ? kNoValue : static_cast<std::int8_t>(value));
        game.moves.push_back(random_square(random, replay.legal()));
        replay.play(game.moves.back());
        if (!replay.passed()) value = -value;
    }
    return game;
}

inline std::vector<TrainingGame> random_training_games(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<TrainingGame> games;
    for (std::size_t i = 0; i < count; ++i) games.push_back(random_training_game(random));
    return games;
}

}  // namespace emilia::learn
