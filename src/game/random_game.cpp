#include "game/random_game.h"

#include <cassert>

#include "board/random_positions.h"
#include "board/rules.h"

namespace emilia {

GameRecord random_game(Random& random, std::size_t plies, const Diagram& start) {
    GameBuilder builder(start);
    while (builder.plies() < plies && !is_over(builder.diagram().position)) {
        const Bitboard legal = legal_moves(builder.diagram().position);
        const Move move = legal == 0 ? Move::pass() : Move(random_square(random, legal));
        const auto added = builder.add({move});
        assert(added);
        static_cast<void>(added);
    }
    return builder.finish();
}

}  // namespace emilia
