#pragma once

#include "learn/cuda/exact.h"
#include "learn/cuda/midgame.h"

// A game that a warp plays against itself.

namespace emilia::learn {

struct SelfPlay {
    std::uint64_t seed = 1;
    std::uint64_t first_game = 0;
    int depth = 6;
    int exact = 14;  // with so many empty squares or fewer: exact values, perfect play
    int random_from = 6;
    int random_to = 16;
    // Of 65536 games, so many have a longer random beginning, up to kMostRandom.
    int longer = 0;
};
inline constexpr int kMostRandom = 40;

// Values are in discs at the end for the player to move, kNoRandomValue where the move was random.
inline constexpr int kNoRandomValue = -128;
struct PlayedGame {
    std::uint8_t squares[60];
    std::int8_t values[60];
    std::uint8_t count;
    std::uint8_t random;
    std::uint8_t exact_from;  // as in TrainingGame
};

// A number from the seed, the game and what it is for, so that a game is the same whoever plays it.
EMILIA_DEVICE std::uint64_t random_number(std::uint64_t seed, std::uint64_t game,
                                          unsigned purpose) {
    std::uint64_t z = seed;
    for (const std::uint64_t word : {game, std::uint64_t{purpose}}) {
        z += (word + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        z ^= z >> 31;
    }
    return z;
}
EMILIA_DEVICE int random_below(std::uint64_t number, int bound) {
    return static_cast<int>((number >> 32) * static_cast<unsigned>(bound) >> 32);
}

EMILIA_DEVICE int random_moves(const SelfPlay& play, std::uint64_t game) {
    constexpr unsigned kHowMany = 100;
    constexpr unsigned kLonger = 101;
    const std::uint64_t number = random_number(play.seed, game, kHowMany);
    const int span = play.random_to - play.random_from + 1;
    int count = play.random_from + random_below(number, span);
    if (random_below(random_number(play.seed, game, kLonger), 65536) < play.longer &&
        play.random_to < kMostRandom) {
        count = play.random_to + 1 + random_below(number, kMostRandom - play.random_to);
    }
    return count;
}

EMILIA_DEVICE int in_discs(int units) {
    const int discs = (units + kUnitsOfADisc / 2) >> 7;
    return discs > 64 ? 64 : discs < -64 ? -64 : discs;
}

EMILIA_DEVICE void play_game(WarpState& state, const SelfPlay& play, std::uint64_t game,
                             PlayedGame* record) {
    static_assert(kUnitsOfADisc == 1 << 7);
    const int lane = warp::lane();
    forget(state);
    std::uint64_t own = std::uint64_t{1} << 28 | std::uint64_t{1} << 35;
    std::uint64_t opponent = std::uint64_t{1} << 27 | std::uint64_t{1} << 36;
    const int random = random_moves(play, game);
    int moves = 0;
    int value = 0;  // of the position, as far as it is known
    bool guessed = false;
    bool solved = false;
    for (;;) {
        std::uint64_t legal = legal_moves(own, opponent);
        if (legal == 0) {
            const std::uint64_t t = own;
            own = opponent;
            opponent = t;
            value = -value;
            legal = legal_moves(own, opponent);
            if (legal == 0) break;
        }
        const int empties = warp::count_bits(~(own | opponent));
        int square = kNoSquare;
        int told = kNoRandomValue;
        if (moves < random) {
            list_squares(state, legal);
            square =
                state
                    .list[random_below(random_number(play.seed, game, static_cast<unsigned>(moves)),
                                       warp::count_bits(legal))];
        } else if (empties <= play.exact) {
            if (!solved) {
                if (!guessed) {
                    value =
                        in_discs(estimate(state, features_of(state, own, opponent),
                                          mobility_of(legal, legal_moves(opponent, own)), empties));
                }
                value = exact_value(state, own, opponent, value);
                solved = true;
            }
            square = exact_move(state, own, opponent, value);
            told = value;
        } else {
            value = in_discs(midgame_value(state, own, opponent, features_of(state, own, opponent),
                                           play.depth, square));
            guessed = true;
            told = value;
        }
        if (lane == 0) {
            record->squares[moves] = static_cast<std::uint8_t>(square);
            record->values[moves] = static_cast<std::int8_t>(told);
        }
        const std::uint64_t flipped = flips(*state.tables, own, opponent, square);
        const std::uint64_t before = own;
        own = opponent ^ flipped;
        opponent = before ^ flipped ^ (kOne << square);
        value = -value;
        ++moves;
    }
    if (lane == 0) {
        record->count = static_cast<std::uint8_t>(moves);
        record->random = static_cast<std::uint8_t>(random < moves ? random : moves);
        record->exact_from = static_cast<std::uint8_t>(
            play.exact < 60 - record->random ? play.exact : 60 - record->random);
    }
    warp::sync();
}

}  // namespace emilia::learn
