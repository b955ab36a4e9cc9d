#pragma once

#include "learn/cuda/evaluation.h"

// Alpha-beta to a fixed depth with the evaluation of src/eval, one position by a whole warp: each
// lane looks at a move of the node.

namespace emilia::learn {

// From this depth on moves are sorted by what the evaluation says of them, unless one is known to
// be good.
inline constexpr int kEvaluatedOrderDepth = 4;
// From this depth on the replies are first looked up for one that is known to do.
inline constexpr int kPeekDepth = 3;
inline constexpr int kStepOfDepth = 2;
// The first try asks for a value so near to what a shallower search found.
inline constexpr int kAspiration = 3 * kUnitsOfADisc;
inline constexpr int kKillerBonus = 16;
inline constexpr int kInfinite = 1 << 20;

// The moves of a position as the lanes see them; one round is 32 of them.
struct LaneMove {
    int square;
    std::uint64_t flipped;  // 0: this lane has no move
    std::uint64_t own;      // after the move, the opponent to move
    std::uint64_t opponent;
    std::uint64_t replies;
    std::uint64_t others;  // moves that the player who just moved would have; if asked for
};

EMILIA_DEVICE LaneMove lane_move(const WarpState& state, std::uint64_t own, std::uint64_t opponent,
                                 int number, int count, bool with_others) {
    LaneMove move{0, 0, 0, 0, 0, 0};
    if (number < count) {
        move.square = state.list[number];
        move.flipped = flips(*state.tables, own, opponent, move.square);
        move.own = opponent ^ move.flipped;
        move.opponent = own ^ move.flipped ^ (kOne << move.square);
        move.replies = legal_moves(move.own, move.opponent);
        if (with_others) move.others = legal_moves(move.opponent, move.own);
    }
    return move;
}

// Fewer replies first, and corners; and what was too good for the opponent elsewhere.
EMILIA_DEVICE int mobility_key(const WarpState& state, const LaneMove& move, int depth) {
    return 2 * (warp::count_bits(move.replies) + warp::count_bits(move.replies & kCorners)) -
           ((kOne << move.square & kCorners) != 0 ? 8 : 0) -
           (move.square == state.killers[depth] ? kKillerBonus : 0);
}

EMILIA_DEVICE void set_killer(WarpState& state, int depth, int square) {
    warp::sync();
    if (warp::lane() == 0) state.killers[depth] = static_cast<std::uint8_t>(square);
    warp::sync();
}

inline constexpr int kNoKey = 1 << 24;  // behind all moves

// The best of the moves, each followed by the evaluation. Fail-soft.
EMILIA_DEVICE int value_at_1(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                             std::uint32_t features, int beta, int count, int empties,
                             int hash_square, int& best_square) {
    int best = -kInfinite;
    EMILIA_NO_UNROLL
    for (int begin = 0; begin < count && best < beta; begin += warp::kLanes) {
        const LaneMove move = lane_move(state, own, opponent, begin + warp::lane(), count, true);
        // What a leaf needs besides its patterns: that the player to move cannot move (1), or
        // that nobody can (2).
        int end = 0;
        int end_value = 0;
        if (move.flipped != 0 && move.replies == 0) {
            end = move.others == 0 ? 2 : 1;
            end_value = final_value(move.own, move.opponent) * kUnitsOfADisc;
        }
        const int mobility = end == 0 ? mobility_of(move.replies, move.others)
                                      : mobility_of(move.others, move.replies);
        int key = kNoKey;
        if (move.flipped != 0) {
            key =
                move.square == hash_square ? -kNoKey : mobility_key(state, move, 1) * warp::kLanes;
            key += warp::lane();
        }
        EMILIA_NO_UNROLL
        for (;;) {
            const int first = warp::least(key);
            if (first == kNoKey) break;
            const int source = first & (warp::kLanes - 1);
            if (source == warp::lane()) key = kNoKey;
            const int square = warp::from(move.square, source);
            const std::uint64_t flipped = warp::from(move.flipped, source);
            const int ended = warp::from(end, source);
            const int leaf_mobility = warp::from(mobility, source);
            std::uint32_t after = features_after(state, features, square, flipped);
            int value = 0;
            if (ended == 2) {
                value = -warp::from(end_value, source);
            } else if (ended == 1) {
                value = estimate(state, 0u - after, leaf_mobility, empties - 1);
            } else {
                value = -estimate(state, after, leaf_mobility, empties - 1);
            }
            state.leaves += 1;
            if (value > best) {
                best = value;
                best_square = square;
                if (best >= beta) break;
            }
        }
    }
    return best;
}

// The value of a position searched to `depth` (1 or more), if it lies between alpha and beta, else
// a bound, and the best move. Someone must have a move; the move is the one of who has.
EMILIA_DEVICE_CALL int midgame_window(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                                      std::uint32_t features, int depth, int alpha, int beta,
                                      int& best_square) {
    const int lane = warp::lane();
    int level = 0;
    int value = 0;
    best_square = kNoSquare;
    for (;;) {
        // Come to a new position: its value, or its frame.
        bool known = true;
        bool negated = false;
        std::uint64_t moves = legal_moves(own, opponent);
        if (moves == 0) {
            const std::uint64_t t = own;
            own = opponent;
            opponent = t;
            features = 0u - features;
            const int s = alpha;
            alpha = -beta;
            beta = -s;
            negated = true;
            moves = legal_moves(own, opponent);
        }
        int hash_square = kNoSquare;
        bool in_table = false;
        if (moves != 0) {
            const HashEntry& entry = entry_of(state, own, opponent, depth);
            if (belongs(state, entry, own, opponent)) {
                hash_square = entry.square;
                if (entry.depth == depth && level != 0) {
                    if (entry.lower >= beta || entry.lower == entry.upper) {
                        value = entry.lower;
                        in_table = true;
                    } else if (entry.upper <= alpha) {
                        value = entry.upper;
                        in_table = true;
                    }
                }
            }
        }
        if (moves == 0) {
            value = -final_value(own, opponent) * kUnitsOfADisc;
            state.leaves += 1;
        } else if (in_table) {
            if (negated) value = -value;
        } else {
            const int empties = warp::count_bits(~(own | opponent));
            int count = warp::count_bits(moves);
            list_squares(state, moves);
            if (depth == 1) {
                int square = kNoSquare;
                value = value_at_1(state, own, opponent, features, beta, count, empties,
                                   hash_square, square);
                remember(state, own, opponent, 1, value, alpha, beta, square);
                if (value >= beta) set_killer(state, 1, square);
                if (negated) value = -value;
                if (level == 0) best_square = square;
            } else {
                known = false;
                int cut = -kInfinite;
                count = count < kMostMoves ? count : kMostMoves;
                Frame& frame = state.frames[level];
                EMILIA_NO_UNROLL
                for (int begin = 0; begin < count; begin += warp::kLanes) {
                    const bool evaluated =
                        depth >= kEvaluatedOrderDepth && hash_square == kNoSquare;
                    const LaneMove move =
                        lane_move(state, own, opponent, begin + lane, count, evaluated);
                    int key = kNoKey;
                    if (move.flipped != 0) key = mobility_key(state, move, depth);
                    if (depth >= kPeekDepth && level != 0) {
                        // A reply that is known to be too good for the opponent?
                        int promised = -kInfinite;
                        if (move.flipped != 0 && move.replies != 0) {
                            const HashEntry& entry =
                                entry_of(state, move.own, move.opponent, depth - 1);
                            if (entry.depth == depth - 1 &&
                                belongs(state, entry, move.own, move.opponent)) {
                                promised = -entry.upper;
                            }
                        }
                        promised = warp::greatest(promised);
                        if (promised > cut) cut = promised;
                        if (cut >= beta) break;
                    }
                    const int here = count - begin < warp::kLanes ? count - begin : warp::kLanes;
                    if (evaluated) {
                        const int mobility = mobility_of(move.replies, move.others);
                        EMILIA_NO_UNROLL
                        for (int i = 0; i < here; ++i) {
                            const std::uint32_t after =
                                features_after(state, features, warp::from(move.square, i),
                                               warp::from(move.flipped, i));
                            const int promise =
                                estimate(state, after, warp::from(mobility, i), empties - 1);
                            if (i == lane) key = promise + 32 * key;
                        }
                        state.leaves += static_cast<unsigned>(here);
                    }
                    if (move.flipped != 0 && move.square == hash_square) key = -kNoKey;
                    key = key * warp::kLanes + lane;
                    const int rank = begin + rank_of(key, here);
                    if (move.flipped != 0) {
                        frame.flipped[rank] = move.flipped;
                        frame.square[rank] = static_cast<std::uint8_t>(move.square);
                    }
                }
                if (cut >= beta) {
                    value = negated ? -cut : cut;
                    known = true;
                } else {
                    frame.features[lane] = features;
                    if (lane == 0) {
                        frame.own = own;
                        frame.opponent = opponent;
                        frame.alpha = alpha;
                        frame.asked_alpha = alpha;
                        frame.beta = beta;
                        frame.best = -kInfinite;
                        frame.depth = depth;
                        frame.best_square = kNoSquare;
                        frame.count = static_cast<std::uint8_t>(count);
                        frame.next = 0;
                        frame.negated = negated;
                        frame.probing = false;
                    }
                    warp::sync();
                    ++level;
                }
            }
        }

        // Tell the value to the position before, until one has another move to search.
        bool again = false;
        while (known) {
            if (level == 0) return value;
            Frame& frame = state.frames[level - 1];
            const int reached = -value;
            const int frame_alpha = frame.alpha;
            const int frame_beta = frame.beta;
            const int number = frame.next;
            int best = frame.best;
            int best_here = frame.best_square;
            if (frame.probing && reached > frame_alpha && reached < frame_beta) {
                // Better than expected: search it again for its value.
                again = true;
                break;
            }
            if (reached > best) {
                best = reached;
                best_here = frame.square[number - 1];
            }
            const bool done = best >= frame_beta || number == frame.count;
            const bool frame_negated = frame.negated;
            const int frame_asked = frame.asked_alpha;
            warp::sync();
            if (lane == 0) {
                frame.best = best;
                frame.best_square = static_cast<std::uint8_t>(best_here);
                if (best > frame_alpha) frame.alpha = best;
            }
            warp::sync();
            if (!done) break;
            --level;
            if (best >= frame_beta) set_killer(state, frame.depth, best_here);
            remember(state, frame.own, frame.opponent, frame.depth, best, frame_asked, frame_beta,
                     best_here);
            value = frame_negated ? -best : best;
            if (level == 0) best_square = best_here;
        }
        Frame& frame = state.frames[level - 1];
        const int number = again ? frame.next - 1 : frame.next;
        const std::uint64_t flipped = frame.flipped[number];
        const int square = frame.square[number];
        const std::uint64_t parent_own = frame.own;
        const std::uint64_t parent_opponent = frame.opponent;
        const std::uint32_t parent_features = frame.features[lane];
        const bool probing = number > 0 && !again && frame.beta - frame.alpha > 1;
        depth = frame.depth - 1;
        beta = -frame.alpha;
        alpha = probing ? beta - 1 : -frame.beta;
        warp::sync();
        if (lane == 0) {
            frame.next = static_cast<std::uint8_t>(number + 1);
            frame.probing = probing;
        }
        warp::sync();
        own = parent_opponent ^ flipped;
        opponent = parent_own ^ flipped ^ (kOne << square);
        features = features_after(state, parent_features, square, flipped);
    }
}

// The value of a position searched to `depth` (1 or more) in units of kUnitsOfADisc, and the best
// move, as midgame_window() says. By shallower searches first, whose best moves are tried first by
// the deeper ones.
EMILIA_DEVICE int midgame_value(WarpState& state, std::uint64_t own, std::uint64_t opponent,
                                std::uint32_t features, int depth, int& best_square) {
    int value = 0;
    const int first = depth > kStepOfDepth ? depth % kStepOfDepth == 0 ? kStepOfDepth : 1 : depth;
    EMILIA_NO_UNROLL
    for (int d = first; d <= depth; d += kStepOfDepth) {
        int alpha = d == first ? -kInfinite : value - kAspiration;
        int beta = d == first ? kInfinite : value + kAspiration;
        for (;;) {
            value = midgame_window(state, own, opponent, features, d, alpha, beta, best_square);
            if (value <= alpha) {
                alpha = -kInfinite;
            } else if (value >= beta) {
                beta = kInfinite;
            } else {
                break;
            }
        }
    }
    return value;
}

}  // namespace emilia::learn
