#pragma once

#include "learn/cuda/evaluation.h"
#include "learn/cuda/few_empties.h"

// Endgames played out perfectly, one by a whole warp: each lane looks at a move of the node, and
// with five empty squares left at a move and a reply.

namespace emilia::learn {

inline constexpr int kFewEmpties = 5;  // with so many or fewer there is no stack
// With so many or more, moves are sorted by what the evaluation says of them.
inline constexpr int kEvaluatedEmpties = 12;
inline constexpr int kKeyUnits = 128;

// With four or five empty squares: lane 4i+j plays the i-th of them, then the j-th of the others.
EMILIA_DEVICE int value_of_5(WarpState& state, std::uint64_t own, std::uint64_t opponent, int alpha,
                             int empties) {
    const BlockTables& tables = *state.tables;
    list_squares(state, ~(own | opponent));
    const int lane = warp::lane();
    const int i = lane >> 2;
    const int j = lane & 3;
    const bool used = i < empties && j < empties - 1;
    const int first = used ? state.list[i] : 0;
    const int second = used ? state.list[j < i ? j : j + 1] : 0;

    bool negated = false;
    std::uint64_t flipped = used ? flips(tables, own, opponent, first) : 0;
    if (warp::ballot(flipped != 0) == 0) {
        exchange(own, opponent);
        alpha = -alpha - 1;
        negated = true;
        flipped = used ? flips(tables, own, opponent, first) : 0;
        if (warp::ballot(flipped != 0) == 0) return -final_value(own, opponent);
    }
    const bool legal = flipped != 0;
    std::uint64_t mover = opponent ^ flipped;
    std::uint64_t other = own ^ flipped ^ (kOne << first);
    std::uint64_t reply = legal ? flips(tables, mover, other, second) : 0;
    const int group = lane & ~3;
    unsigned replies = warp::ballot(reply != 0);
    const bool passed = legal && (replies >> group & 15) == 0;
    if (passed) {
        exchange(mover, other);
        reply = flips(tables, mover, other, second);
    }
    replies = warp::ballot(reply != 0);
    const bool over = passed && (replies >> group & 15) == 0;

    int value = kNone;
    if (reply != 0) {
        std::uint64_t rest = ~(own | opponent) ^ (kOne << first) ^ (kOne << second);
        const std::uint64_t next_mover = other ^ reply;
        const std::uint64_t next_other = mover ^ reply ^ (kOne << second);
        const int x = warp::first_bit(rest);
        rest &= rest - 1;
        const int y = warp::first_bit(rest);
        rest &= rest - 1;
        if (empties == 4) {
            value = value_of_2(tables, next_mover, next_other, x, y);
        } else {
            value = value_of_3(tables, next_mover, next_other, passed ? -alpha - 1 : alpha, x, y,
                               warp::first_bit(rest));
        }
    }
    // Whoever replied takes what is least for the one after him.
    int other_value = warp::from_neighbour(value, 1);
    value = other_value < value ? other_value : value;
    other_value = warp::from_neighbour(value, 2);
    value = other_value < value ? other_value : value;
    if (passed) value = over ? final_value(mover, other) : -value;
    const int best = warp::greatest(legal ? value : -kNone);
    state.nodes += 1;
    return negated ? -best : best;
}

EMILIA_DEVICE int value_of_few(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                               int alpha, int empties) {
    if (empties >= 4) return value_of_5(state, own, opponent, alpha, empties);
    state.nodes += 1;
    std::uint64_t rest = ~(own | opponent);
    if (empties == 0) return final_value(own, opponent);
    const int x = warp::first_bit(rest);
    rest &= rest - 1;
    if (empties == 1) return value_of_1(*state.tables, own, opponent, x);
    const int y = warp::first_bit(rest);
    rest &= rest - 1;
    if (empties == 2) return value_of_2(*state.tables, own, opponent, x, y);
    return value_of_3(*state.tables, own, opponent, alpha, x, y, warp::first_bit(rest));
}

// How late a move is tried. Few replies first; corners; squares in quarters with an odd number of
// empty ones, where one has the last move.
EMILIA_DEVICE int exact_key(std::uint64_t empty, int square, std::uint64_t replies) {
    const std::uint64_t quarter = std::uint64_t{0x0f0f0f0f} << ((square & 4) + (square & 32));
    return 8 * (warp::count_bits(replies) + warp::count_bits(replies & kCorners)) -
           4 * (warp::count_bits(empty & quarter) & 1) -
           ((kOne << square & kCorners) != 0 ? 12 : 0);
}

// Better than alpha, and a lower bound, or not and an upper bound. `best_square` is the move that
// was better, if it was asked for and there are more than kFewEmpties squares.
EMILIA_DEVICE_CALL int exact_bound(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                                   int alpha, int* best_square) {
    const BlockTables& tables = *state.tables;
    const int lane = warp::lane();
    int level = 0;
    int value = 0;
    for (;;) {
        // Come to a new position: its value, or its frame.
        const int empties = warp::count_bits(~(own | opponent));
        bool known = false;
        if (empties <= kFewEmpties) {
            value = value_of_few(state, own, opponent, alpha, empties);
            known = true;
        } else {
            state.nodes += 1;
            int hash_square = kNoSquare;
            const HashEntry& known_before = entry_of(state, own, opponent, kPlayedOut);
            if (belongs(state, known_before, own, opponent)) {
                hash_square = known_before.square;
                if (known_before.depth == kPlayedOut && (level != 0 || best_square == nullptr)) {
                    if (known_before.lower > alpha) {
                        value = known_before.lower;
                        known = true;
                    } else if (known_before.upper <= alpha) {
                        value = known_before.upper;
                        known = true;
                    }
                }
            }
            if (!known) {
                list_squares(state, ~(own | opponent));
                const bool used = lane < empties;
                const int square = used ? state.list[lane] : 0;
                bool negated = false;
                std::uint64_t flipped = used ? flips(tables, own, opponent, square) : 0;
                unsigned legal = warp::ballot(flipped != 0);
                if (legal == 0) {
                    exchange(own, opponent);
                    alpha = -alpha - 1;
                    negated = true;
                    flipped = used ? flips(tables, own, opponent, square) : 0;
                    legal = warp::ballot(flipped != 0);
                }
                if (legal == 0) {
                    value = -final_value(own, opponent);
                    known = true;
                } else {
                    int key = kNone * 1024;
                    int promised = -kNone;
                    int mobility = 0;
                    if (flipped != 0) {
                        const std::uint64_t next_own = opponent ^ flipped;
                        const std::uint64_t next_opponent = own ^ flipped ^ (kOne << square);
                        const std::uint64_t replies = legal_moves(next_own, next_opponent);
                        key = exact_key(~(own | opponent), square, replies);
                        if (empties >= kEvaluatedEmpties) {
                            mobility = mobility_of(replies, legal_moves(next_opponent, next_own));
                        }
                        if (empties > kFewEmpties + 1 && replies != 0) {
                            const HashEntry& entry =
                                entry_of(state, next_own, next_opponent, kPlayedOut);
                            if (entry.depth == kPlayedOut &&
                                belongs(state, entry, next_own, next_opponent)) {
                                promised = -entry.upper;
                            }
                        }
                    }
                    // A move that is known to do?
                    promised = warp::greatest(promised);
                    if (promised > alpha && (level != 0 || best_square == nullptr)) {
                        value = negated ? -promised : promised;
                        known = true;
                    }
                    if (!known && empties >= kEvaluatedEmpties && hash_square == kNoSquare) {
                        const std::uint32_t features = features_of(state, own, opponent);
                        unsigned rest = legal;
                        EMILIA_NO_UNROLL
                        for (; rest != 0; rest &= rest - 1) {
                            const int i = warp::first_bit(rest);
                            const std::uint32_t after = features_after(
                                state, features, warp::from(square, i), warp::from(flipped, i));
                            const int promise =
                                estimate(state, after, warp::from(mobility, i), empties - 1);
                            if (i == lane) key = promise + kKeyUnits * key;
                        }
                    }
                    if (flipped != 0 && square == hash_square) key = -kNone * 1024;
                    key = key * warp::kLanes + lane;
                    const int rank = known ? 0 : rank_of(key, empties);
                    ExactFrame& frame = state.exact_frames[level];
                    if (flipped != 0 && !known) {
                        frame.flipped[rank] = flipped;
                        frame.square[rank] = static_cast<std::uint8_t>(square);
                    }
                    if (lane == 0 && !known) {
                        frame.own = own;
                        frame.opponent = opponent;
                        frame.alpha = static_cast<std::int8_t>(alpha);
                        frame.best = -kNone;
                        frame.best_square = kNoSquare;
                        frame.count = static_cast<std::uint8_t>(warp::count_bits(legal));
                        frame.next = 0;
                        frame.negated = negated;
                    }
                    warp::sync();
                }
            }
        }
        if (!known) ++level;

        // Tell the value to the position before, until one has another move to search.
        while (known) {
            if (level == 0) return value;
            ExactFrame& frame = state.exact_frames[level - 1];
            const int reached = -value;
            const int frame_alpha = frame.alpha;
            int best = frame.best;
            int best_here = frame.best_square;
            if (reached > best) {
                best = reached;
                best_here = frame.square[frame.next - 1];
            }
            const bool done = best > frame_alpha || frame.next == frame.count;
            warp::sync();
            if (lane == 0) {
                frame.best = static_cast<std::int8_t>(best);
                frame.best_square = static_cast<std::uint8_t>(best_here);
            }
            warp::sync();
            if (!done) break;
            --level;
            remember(state, frame.own, frame.opponent, kPlayedOut, best, frame_alpha,
                     frame_alpha + 1, best_here);
            value = frame.negated ? -best : best;
            if (level == 0 && best_square != nullptr) *best_square = best_here;
        }
        ExactFrame& frame = state.exact_frames[level - 1];
        const int next = frame.next;
        const std::uint64_t flipped = frame.flipped[next];
        const std::uint64_t parent_own = frame.own;
        own = frame.opponent ^ flipped;
        opponent = parent_own ^ flipped ^ (kOne << frame.square[next]);
        alpha = -frame.alpha - 1;
        warp::sync();
        if (lane == 0) frame.next = static_cast<std::uint8_t>(next + 1);
        warp::sync();
    }
}

// The exact value, asked for by one bound after another, beginning near `guess`. It is known to be
// no less than `lower`.
EMILIA_DEVICE int exact_value(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                              int guess, int lower = -64) {
    int upper = 64;
    int bound = (guess + 128) / 2 * 2 - 128;  // all values are even
    bound = bound < lower + 2 ? lower + 2 : bound > 64 ? 64 : bound;
    int up_step = 2;
    int down_step = 0;
    while (lower < upper) {
        const int value = exact_bound(state, own, opponent, bound - 1, nullptr);
        if (value >= bound) {
            lower = value;
            bound = lower + up_step;
            up_step *= 2;
            if (bound > upper) bound = upper;
        } else {
            upper = value;
            bound = upper - down_step;
            down_step = 2 * down_step + 2;
            if (bound < lower + 2) bound = lower + 2;
        }
    }
    return lower;
}

// A move that keeps `value`, the exact one; there is a legal move.
EMILIA_DEVICE int exact_move(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                             int value) {
    const int empties = warp::count_bits(~(own | opponent));
    if (empties > kFewEmpties) {
        int square = kNoSquare;
        exact_bound(state, own, opponent, value - 1, &square);
        return square;
    }
    std::uint64_t moves = legal_moves(own, opponent);
    int square = kNoSquare;
    while (moves != 0) {
        square = warp::first_bit(moves);
        moves &= moves - 1;
        const std::uint64_t flipped = flips(*state.tables, own, opponent, square);
        const int reached = -value_of_few(state, opponent ^ flipped,
                                          own ^ flipped ^ (kOne << square), -value, empties - 1);
        if (reached >= value) break;
    }
    return square;
}

}  // namespace emilia::learn
