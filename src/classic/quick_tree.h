#pragma once

#include "board/areas.h"
#include "board/simd/primitives.h"
#include "classic/quick_search.h"

// The search of programs whose search is to be quick: alpha-beta with zero windows, a hash table
// and killers by the move they answer. Inlined into them, for each instruction set. What is a
// program's own it says by a type:
//
//   State                    its search, a classic::QuickSearch
//   Board                    a position, `own` and `opponent`, and what is kept from move to move
//   kEvaluateDepth           from so many plies to go on moves are sorted by the evaluation ...
//   kLookDepth               ... and from so many on by a look of one ply more
//   kEndEvaluateEmpties      the same in the end of the game, by empty squares
//   board_of(own, opponent, player)
//   after_move(board, player, square, flipped, next)
//   after_pass(board, next)
//   value(state, board, player, moves)
//                            the evaluation, where somebody can move
//   check(state, board, player, depth, alpha, beta, ply, last, value)
//                            whether something less than a search answers, and what
//   end_depth(state)         what the table remembers a search to the end by
//   check_end(...)           as check, without a depth
//   end_order(state, board, child, player, ply, empties)
//                            the order of a move there, which by replies alone is child.order

namespace emilia::EMILIA_ISA {

inline constexpr int kMostMoves = 34;

EMILIA_INLINE int final_score(Bitboard own, Bitboard opponent) {
    const int balance = popcount(own) - popcount(opponent);
    const int empties = popcount(~(own | opponent));
    return balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0;
}

EMILIA_INLINE int finished_value(Bitboard own, Bitboard opponent) {
    const int score = final_score(own, opponent);
    return score > 0 ? classic::kFinished + score : score < 0 ? score - classic::kFinished : 0;
}

EMILIA_INLINE bool gives_up(classic::QuickSearch& search) {
    ++search.counts.nodes;
    if (--search.until_asked <= 0) return search.asks();
    return search.gave_up;
}

// A move was enough.
EMILIA_INLINE void learn(classic::QuickSearch& search, int player, int last, int move) {
    auto& replies = search.killers->of.data()[player].data()[last];
    if (replies.data()[0] == move) return;
    replies.data()[1] = replies.data()[0];
    replies.data()[0] = static_cast<std::uint8_t>(move);
}

// Groups of moves: the killers first, then good squares before bad ones.
inline constexpr int kGroups = 5;
struct Groups {
    Bitboard of[kGroups];
};
EMILIA_INLINE Groups groups_of(const classic::QuickSearch& search, Bitboard moves, int player,
                               int last) {
    Groups groups;
    const auto take = [&moves](Bitboard squares) {
        const Bitboard taken = moves & squares;
        moves ^= taken;
        return taken;
    };
    const auto one = [](int square) { return square < 64 ? Bitboard{1} << square : Bitboard{0}; };
    const auto& replies = search.killers->of.data()[player].data()[last];
    groups.of[0] = take(one(replies.data()[0]));
    groups.of[1] = take(one(replies.data()[1]));
    groups.of[2] = take(kCorners);
    groups.of[3] = take(~kBesideCorners);
    groups.of[4] = moves;
    return groups;
}

struct QuickChild {
    int square;
    int order;  // the least first
    Bitboard flipped;
};

// Puts a child among the first `count`, which are in order.
EMILIA_INLINE void insert(QuickChild* children, int& count, const QuickChild& child) {
    int at = count++;
    for (; at > 0 && children[at - 1].order > child.order; --at) children[at] = children[at - 1];
    children[at] = child;
}

// How few replies a move leaves, in a node near the leaves.
EMILIA_INLINE int order_by_replies(const classic::QuickSearch& search, Bitboard replies, int square,
                                   int player, int last) {
    const auto& killers = search.killers->of.data()[player].data()[last];
    return popcount(replies) + 3 * popcount(replies & kCorners) -
           (square == killers.data()[0]   ? 3
            : square == killers.data()[1] ? 2
                                          : 0);
}

namespace {

// A move and what it leads to is the best so far.
EMILIA_INLINE void extend_line(classic::QuickSearch& search, int ply, int move) {
    auto& line = search.lines.data()[ply];
    const auto& rest = search.lines.data()[ply + 1];
    line.moves.data()[0] = static_cast<std::uint8_t>(move);
    for (int i = 0; i < rest.length; ++i) line.moves.data()[i + 1] = rest.moves.data()[i];
    line.length = rest.length + 1;
}

// With no plies to go.
template <typename Program>
EMILIA_INLINE int leaf(typename Program::State& state, const typename Program::Board& board,
                       int player) {
    const Bitboard moves = legal_moves(board.own, board.opponent);
    if (moves == 0 && legal_moves(board.opponent, board.own) == 0) {
        return finished_value(board.own, board.opponent);
    }
    return Program::value(state, board, player, moves);
}

// One ply ahead.
template <typename Program>
int look_ahead_1(typename Program::State& state, const typename Program::Board& board, int player,
                 int alpha, int beta, int ply, int last) {
    state.lines.data()[ply].length = 0;
    if (gives_up(state)) return 0;
    const Bitboard moves = legal_moves(board.own, board.opponent);
    if (moves == 0) {
        if (legal_moves(board.opponent, board.own) == 0) {
            ++state.counts.leaves;
            return finished_value(board.own, board.opponent);
        }
        ++state.counts.nodes;
        ++state.counts.leaves;
        state.lines.data()[ply + 1].length = 0;
        extend_line(state, ply, classic::QuickSearch::kPass);
        typename Program::Board next;
        Program::after_pass(board, next);
        return -leaf<Program>(state, next, 1 - player);
    }
    int best = -classic::kInfinity;
    Groups groups = groups_of(state, moves, player, last);
    for (int group = 0; group < kGroups; ++group) {
        for (Bitboard& left = groups.of[group]; left != 0; left = without_lowest_bit(left)) {
            const int square = lowest_bit(left);
            typename Program::Board next;
            Program::after_move(board, player, square, flips(square, board.own, board.opponent),
                                next);
            ++state.counts.nodes;
            ++state.counts.leaves;
            const int value = -leaf<Program>(state, next, 1 - player);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            state.lines.data()[ply + 1].length = 0;
            extend_line(state, ply, square);
            if (value >= beta) {
                ++state.counts.cutoffs;
                learn(state, player, last, square);
                return best;
            }
        }
    }
    return best;
}

template <typename Program>
int look_ahead(typename Program::State& state, const typename Program::Board& board, int player,
               int depth, int alpha, int beta, int ply, int last);

template <typename Program>
EMILIA_INLINE int value_after(typename Program::State& state, const typename Program::Board& next,
                              int player, int depth, int bound, int beta, bool first, int ply,
                              int square) {
    const auto ask = [&](int low, int high) {
        return -look_ahead<Program>(state, next, 1 - player, depth - 1, -high, -low, ply + 1,
                                    square);
    };
    if (first || bound + 1 >= beta) return ask(bound, beta);
    const int value = ask(bound, bound + 1);
    if (value <= bound || value >= beta || state.gave_up) return value;
    return ask(bound, beta);
}

// The value so many plies ahead, exact if it lies between alpha and beta, else a bound on its side.
template <typename Program>
int look_ahead(typename Program::State& state, const typename Program::Board& board, int player,
               int depth, int alpha, int beta, int ply, int last) {
    // Nodes with fewer plies to go are cheaper to search than to remember, and their moves come in
    // groups: the killers, corners, others, squares beside corners.
    constexpr int kTableDepth = 3;
    // From here on moves are also looked up for one that will do.
    constexpr int kPeekDepth = 4;
    constexpr int kPass = classic::QuickSearch::kPass;
    constexpr int kInfinity = classic::kInfinity;
    using Board = typename Program::Board;
    if (depth == 1) return look_ahead_1<Program>(state, board, player, alpha, beta, ply, last);
    state.lines.data()[ply].length = 0;
    if (depth == 0) {
        ++state.counts.nodes;
        ++state.counts.leaves;
        return leaf<Program>(state, board, player);
    }
    if (gives_up(state)) return 0;
    const Bitboard moves = legal_moves(board.own, board.opponent);
    if (moves == 0) {
        if (legal_moves(board.opponent, board.own) == 0) {
            ++state.counts.leaves;
            return finished_value(board.own, board.opponent);
        }
        Board next;
        Program::after_pass(board, next);
        const int value =
            -look_ahead<Program>(state, next, 1 - player, depth - 1, -beta, -alpha, ply + 1, kPass);
        extend_line(state, ply, kPass);
        return value;
    }
    int remembered = kPass;
    if (depth >= kTableDepth) {
        if (const auto* const entry = state.table->find(board.own, board.opponent)) {
            remembered = entry->move;
            // Only of the same depth, so that the value stays that of the tree.
            if (entry->depth == depth && entry->answers(alpha, beta)) {
                ++state.counts.table_hits;
                return entry->answer(alpha);
            }
        }
        int value;
        if (Program::check(state, board, player, depth, alpha, beta, ply, last, value)) {
            return value;
        }
        if (state.gave_up) return 0;
        state.lines.data()[ply].length = 0;
    }

    int best = -kInfinity;
    int best_move = kPass;
    // True if it is enough.
    const auto take = [&](int value, int square) {
        if (value <= best) return false;
        best = value;
        if (value <= alpha) return false;
        best_move = square;
        extend_line(state, ply, square);
        return value >= beta;
    };
    bool enough = false;
    if (depth < kTableDepth) {
        Groups groups = groups_of(state, moves, player, last);
        for (int group = 0; group < kGroups && !enough; ++group) {
            for (Bitboard& left = groups.of[group]; left != 0 && !enough;
                 left = without_lowest_bit(left)) {
                const int square = lowest_bit(left);
                Board next;
                Program::after_move(board, player, square, flips(square, board.own, board.opponent),
                                    next);
                const int value =
                    value_after<Program>(state, next, player, depth, best > alpha ? best : alpha,
                                         beta, best == -kInfinity, ply, square);
                if (state.gave_up) return 0;
                enough = take(value, square);
            }
        }
    } else {
        QuickChild children[kMostMoves];
        int count = 0;
        for (Bitboard left = moves; left != 0; left = without_lowest_bit(left)) {
            QuickChild child;
            child.square = lowest_bit(left);
            child.flipped = flips(child.square, board.own, board.opponent);
            if (child.square == remembered) {
                child.order = -kInfinity - 1;
            } else {
                Board next;
                Program::after_move(board, player, child.square, child.flipped, next);
                if (depth > kTableDepth) state.table->prefetch(next.own, next.opponent);
                if (depth < Program::kEvaluateDepth) {
                    child.order = order_by_replies(state, legal_moves(next.own, next.opponent),
                                                   child.square, player, last);
                } else if (depth < Program::kLookDepth) {
                    child.order = leaf<Program>(state, next, 1 - player);
                } else {
                    child.order = look_ahead_1<Program>(state, next, 1 - player, -kInfinity,
                                                        kInfinity, ply + 1, child.square);
                }
                if (depth >= kPeekDepth) {
                    const auto* const entry = state.table->find(next.own, next.opponent);
                    if (entry != nullptr && entry->depth == depth - 1 && -entry->most >= beta) {
                        ++state.counts.table_hits;
                        return -entry->most;
                    }
                }
            }
            insert(children, count, child);
        }
        for (int i = 0; i < count && !enough; ++i) {
            Board next;
            Program::after_move(board, player, children[i].square, children[i].flipped, next);
            const int value =
                value_after<Program>(state, next, player, depth, best > alpha ? best : alpha, beta,
                                     i == 0, ply, children[i].square);
            if (state.gave_up) return 0;
            enough = take(value, children[i].square);
        }
    }
    if (enough) {
        ++state.counts.cutoffs;
        learn(state, player, last, best_move);
    }
    if (depth >= kTableDepth) {
        state.table->store(
            {.own = board.own,
             .opponent = board.opponent,
             .least = best > alpha ? best : -kInfinity,
             .most = best < beta ? best : kInfinity,
             .depth = static_cast<std::uint8_t>(depth),
             .move = static_cast<std::uint8_t>(best_move != kPass ? best_move : remembered)});
    }
    return best;
}

// The last empty square.
EMILIA_INLINE int last_move(classic::QuickSearch& search, Bitboard own, Bitboard opponent) {
    const int square = lowest_bit(~(own | opponent));
    ++search.counts.nodes;
    Bitboard flipped = flips(square, own, opponent);
    const int discs = 2 * popcount(own) - 63;
    if (flipped != 0) return discs + 2 * popcount(flipped) + 1;
    flipped = flips(square, opponent, own);
    if (flipped != 0) return discs - 2 * popcount(flipped) - 1;
    return discs > 0 ? discs + 1 : discs < 0 ? discs - 1 : 0;
}

// Quarters of the board with an odd number of empty squares.
EMILIA_INLINE Bitboard odd_quarters(Bitboard empty) {
    constexpr Bitboard kQuarters[4] = {0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000,
                                       0xf0f0f0f000000000};
    Bitboard odd = 0;
    for (const Bitboard quarter : kQuarters) {
        if ((popcount(empty & quarter) & 1) != 0) odd |= quarter;
    }
    return odd;
}

// The last squares: whoever plays in an odd region first is likely to play there last.
int solve_last(classic::QuickSearch& search, Bitboard own, Bitboard opponent, int alpha, int beta,
               bool passed) {
    if (gives_up(search)) return 0;
    const Bitboard empty = ~(own | opponent);
    const Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (passed) return final_score(own, opponent);
        return -solve_last(search, opponent, own, -beta, -alpha, true);
    }
    const bool next_is_last = popcount(empty) == 2;
    const Bitboard odd = odd_quarters(empty);
    int best = -classic::kInfinity;
    for (Bitboard left : {moves & odd, moves & ~odd}) {
        for (; left != 0; left = without_lowest_bit(left)) {
            const int square = lowest_bit(left);
            const Bitboard flipped = flips(square, own, opponent);
            const Bitboard next_own = opponent ^ flipped;
            const Bitboard next_opponent = own ^ flipped ^ (Bitboard{1} << square);
            const int value = next_is_last ? -last_move(search, next_own, next_opponent)
                                           : -solve_last(search, next_own, next_opponent, -beta,
                                                         best > alpha ? -best : -alpha, false);
            if (value > best) {
                best = value;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

// The final score, exact if it lies between alpha and beta, else a bound on its side.
template <typename Program>
int solve_end(typename Program::State& state, Bitboard own, Bitboard opponent, int player,
              int alpha, int beta, int ply, int last) {
    constexpr int kPass = classic::QuickSearch::kPass;
    constexpr int kInfinity = classic::kInfinity;
    // So many empty squares and fewer are searched without the table.
    constexpr int kLastSquares = 6;
    const Bitboard empty = ~(own | opponent);
    const int empties = popcount(empty);
    if (empties <= kLastSquares) {
        if (empties == 1) return last_move(state, own, opponent);
        if (empties == 0) return final_score(own, opponent);
        return solve_last(state, own, opponent, alpha, beta, false);
    }
    if (gives_up(state)) return 0;
    const Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (legal_moves(opponent, own) == 0) return final_score(own, opponent);
        return -solve_end<Program>(state, opponent, own, 1 - player, -beta, -alpha, ply + 1, kPass);
    }
    int remembered = kPass;
    const std::uint8_t depth = Program::end_depth(state);
    if (const auto* const entry = state.table->find(own, opponent)) {
        remembered = entry->move;
        if (entry->depth == depth && entry->answers(alpha, beta)) return entry->answer(alpha);
    }
    const bool evaluated = empties >= Program::kEndEvaluateEmpties;
    // From nothing where it is needed: to keep it from node to node would cost the many small ones
    // more.
    typename Program::Board board;
    if (evaluated) {
        board = Program::board_of(own, opponent, player);
        int value;
        if (Program::check_end(state, board, player, alpha, beta, ply, last, value)) {
            return value;
        }
        if (state.gave_up) return 0;
    }
    const auto& killers = state.killers->of.data()[player].data()[last];
    const Bitboard odd = odd_quarters(empty);
    QuickChild children[kMostMoves];
    int count = 0;
    for (Bitboard left = moves; left != 0; left = without_lowest_bit(left)) {
        QuickChild child;
        child.square = lowest_bit(left);
        const Bitboard square = Bitboard{1} << child.square;
        child.flipped = flips(child.square, own, opponent);
        const Bitboard next_own = opponent ^ child.flipped;
        const Bitboard next_opponent = own ^ child.flipped ^ square;
        if (child.square == remembered) {
            child.order = -kInfinity - 1;
        } else {
            const auto* const entry = state.table->find(next_own, next_opponent);
            if (entry != nullptr && entry->depth == depth && -entry->most >= beta) {
                return -entry->most;
            }
            const Bitboard replies = legal_moves(next_own, next_opponent);
            // Few replies make small trees; a corner among them counts twice.
            child.order = 16 * (popcount(replies) + popcount(replies & kCorners)) -
                          (child.square == killers.data()[0] ? 12 : 0) -
                          ((square & odd) != 0 ? 6 : 0);
            if (evaluated) {
                child.order = Program::end_order(state, board, child, player, ply, empties);
                if (state.gave_up) return 0;
            }
        }
        insert(children, count, child);
    }
    int best = -kInfinity;
    int best_move = kPass;
    for (int i = 0; i < count; ++i) {
        const int square = children[i].square;
        const Bitboard next_own = opponent ^ children[i].flipped;
        const Bitboard next_opponent = own ^ children[i].flipped ^ (Bitboard{1} << square);
        const int bound = best > alpha ? best : alpha;
        const auto ask = [&](int low, int high) {
            return -solve_end<Program>(state, next_own, next_opponent, 1 - player, -high, -low,
                                       ply + 1, square);
        };
        int value;
        if (i == 0 || bound + 1 >= beta) {
            value = ask(bound, beta);
        } else {
            value = ask(bound, bound + 1);
            if (value > bound && value < beta && !state.gave_up) value = ask(bound, beta);
        }
        if (state.gave_up) return 0;
        if (value <= best) continue;
        best = value;
        if (value > alpha) best_move = square;
        if (value >= beta) {
            ++state.counts.cutoffs;
            learn(state, player, last, square);
            break;
        }
    }
    state.table->store(
        {.own = own,
         .opponent = opponent,
         .least = best > alpha ? best : -kInfinity,
         .most = best < beta ? best : kInfinity,
         .depth = depth,
         .move = static_cast<std::uint8_t>(best_move != kPass ? best_move : remembered)});
    return best;
}

}  // namespace

}  // namespace emilia::EMILIA_ISA
