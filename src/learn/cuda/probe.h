#pragma once

#include "learn/cuda/game.h"

// One position looked at in every way there is, to be compared with what the processor says.

namespace emilia::learn {

struct Probe {
    // The question; someone has a move. `exact`: so few squares are empty that it can be solved.
    std::uint64_t own;
    std::uint64_t opponent;
    int depth;
    bool exact;
    // The answers.
    std::uint64_t legal;
    std::uint64_t flipped[64];
    int evaluation;
    int searched;
    int searched_square;
    int exact_value;
    int exact_square;
};

EMILIA_DEVICE void answer(WarpState& state, Probe* probe) {
    const std::uint64_t own = probe->own;
    const std::uint64_t opponent = probe->opponent;
    const int lane = warp::lane();
    forget(state);
    const int empties = warp::count_bits(~(own | opponent));
    const std::uint64_t legal = legal_moves(own, opponent);
    for (int square = lane; square < 64; square += warp::kLanes) {
        const bool is_empty = ((own | opponent) >> square & 1) == 0;
        probe->flipped[square] = is_empty ? flips(*state.tables, own, opponent, square) : 0;
    }
    const std::uint32_t features = features_of(state, own, opponent);
    const int evaluation =
        evaluate(state, features, mobility_of(legal, legal_moves(opponent, own)), empties);
    int square = kNoSquare;
    const int searched = midgame_value(state, own, opponent, features, probe->depth, square);
    int exact = 0;
    int exact_square = kNoSquare;
    if (probe->exact) {
        exact = exact_value(state, own, opponent, 0);
        if (legal != 0) exact_square = exact_move(state, own, opponent, exact);
    }
    warp::sync();
    if (lane == 0) {
        probe->legal = legal;
        probe->evaluation = evaluation;
        probe->searched = searched;
        probe->searched_square = square;
        probe->exact_value = exact;
        probe->exact_square = exact_square;
    }
    warp::sync();
}

}  // namespace emilia::learn
