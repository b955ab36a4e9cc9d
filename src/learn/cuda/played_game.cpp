#include "learn/cuda/played_game.h"

namespace emilia::learn {

TrainingGame training_game(const PlayedGame& game) {
    static_assert(kNoRandomValue == kNoValue);
    TrainingGame made;
    for (int i = 0; i < game.count; ++i) {
        made.moves.push_back(square_at(game.squares[i]));
        made.values.push_back(game.values[i]);
    }
    made.random_plies = game.random;
    made.exact_from = game.exact_from;
    return made;
}

PlayedGame played_game(const TrainingGame& game) {
    PlayedGame made{};
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        made.squares[i] = static_cast<std::uint8_t>(index_of(game.moves[i]));
        made.values[i] = game.values[i];
    }
    made.count = static_cast<std::uint8_t>(game.moves.size());
    made.random = static_cast<std::uint8_t>(game.random_plies);
    made.exact_from = static_cast<std::uint8_t>(game.exact_from);
    return made;
}

}  // namespace emilia::learn
