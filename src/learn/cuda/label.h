#pragma once

#include "learn/cuda/game.h"

// New values for the positions of a game that was played.

namespace emilia::learn {

// A position of a game, before its next move.
struct GamePosition {
    std::uint64_t own;
    std::uint64_t opponent;
    bool black;  // is to move
};

EMILIA_DEVICE GamePosition position_before(const WarpState& state, const PlayedGame& game,
                                           int move) {
    GamePosition at{std::uint64_t{1} << 28 | std::uint64_t{1} << 35,
                    std::uint64_t{1} << 27 | std::uint64_t{1} << 36, true};
    for (int i = 0; i <= move; ++i) {
        if (legal_moves(at.own, at.opponent) == 0) {
            at = {at.opponent, at.own, !at.black};
        }
        if (i == move) break;
        const int square = game.squares[i];
        const std::uint64_t flipped = flips(*state.tables, at.own, at.opponent, square);
        at = {at.opponent ^ flipped, at.own ^ flipped ^ (kOne << square), !at.black};
    }
    return at;
}

// Gives each position that was not random, and whose value is not exact already, a new one: exact
// with play.exact empty squares or fewer, searched to play.depth before. From the last to the
// first, so that what was found of later ones helps: the move that was played is worth at least
// what it led to.
EMILIA_DEVICE void label_game(WarpState& state, const SelfPlay& play, PlayedGame* game) {
    forget(state);
    const int count = game->count;
    GamePosition next = position_before(state, *game, count);
    int next_value = final_value(next.own, next.opponent);
    for (int move = count - 1; move >= game->random; --move) {
        const GamePosition at = position_before(state, *game, move);
        const int empties = warp::count_bits(~(at.own | at.opponent));
        int value = game->values[move];
        if (empties <= game->exact_from) {
            // Stays as it is.
        } else if (empties <= play.exact) {
            const int reached = at.black == next.black ? next_value : -next_value;
            value = exact_value(state, at.own, at.opponent, reached, reached);
        } else {
            int square = kNoSquare;
            value = in_discs(midgame_value(state, at.own, at.opponent,
                                           features_of(state, at.own, at.opponent), play.depth,
                                           square));
        }
        warp::sync();
        if (warp::lane() == 0) game->values[move] = static_cast<std::int8_t>(value);
        warp::sync();
        next = at;
        next_value = value;
    }
    if (warp::lane() == 0 && game->exact_from < play.exact) {
        game->exact_from = static_cast<std::uint8_t>(play.exact);
    }
    warp::sync();
}

}  // namespace emilia::learn
