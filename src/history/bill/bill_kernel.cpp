#include "history/bill/look_up.h"
#include "history/bill/search_kernel.h"

namespace emilia::EMILIA_ISA {

namespace {

using bill::HashTable;
using bill::LineNumbers;
using bill::SearchNode;
using bill::SearchState;

constexpr int kPass = SearchState::kPass;
constexpr int kInfinity = classic::kInfinity;
constexpr int kMostMoves = 34;

// Nodes with fewer plies to go are cheaper to search than to remember, and their moves come in
// groups: the killers, corners, others, squares beside corners.
constexpr int kTableDepth = 3;
// From here on moves are also looked up for one that will do, ...
constexpr int kPeekDepth = 4;
// ... and sorted by their evaluation instead of the replies they leave, ...
constexpr int kEvaluateDepth = 5;
// ... by a look of one ply more.
constexpr int kLookDepth = 8;

// The end of the game. So many empty squares and fewer are searched without the table, ...
constexpr int kLastSquares = 6;
// ... and more than so many sorted by the evaluation too.
constexpr int kSortedByReplies = 13;

constexpr Bitboard kCorners = 0x8100000000000081;
constexpr Bitboard kBesideCorners = 0x42c300000000c342;
constexpr Bitboard kQuarters[4] = {0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000,
                                   0xf0f0f0f000000000};

EMILIA_INLINE int final_score(Bitboard own, Bitboard opponent) {
    const int balance = popcount(own) - popcount(opponent);
    const int empties = popcount(~(own | opponent));
    return balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0;
}

EMILIA_INLINE int finished_value(Bitboard own, Bitboard opponent) {
    const int score = final_score(own, opponent);
    return score > 0 ? classic::kFinished + score : score < 0 ? score - classic::kFinished : 0;
}

EMILIA_INLINE bool gives_up(SearchState& state) {
    ++state.counts.nodes;
    if (--state.until_asked <= 0) return state.asks();
    return state.gave_up;
}

EMILIA_INLINE void learn(SearchState& state, int player, int last, int move) {
    auto& replies = state.killers->of.data()[player].data()[last];
    if (replies.data()[0] == move) return;
    replies.data()[1] = replies.data()[0];
    replies.data()[0] = static_cast<std::uint8_t>(move);
}

// A move and what it leads to is the best so far.
EMILIA_INLINE void extend_line(SearchState& state, int ply, int move) {
    auto& line = state.lines.data()[ply];
    const auto& rest = state.lines.data()[ply + 1];
    line.moves.data()[0] = static_cast<std::uint8_t>(move);
    for (int i = 0; i < rest.length; ++i) line.moves.data()[i + 1] = rest.moves.data()[i];
    line.length = rest.length + 1;
}

// With no plies to go.
EMILIA_INLINE int leaf(SearchState& state, Bitboard own, Bitboard opponent,
                       const LineNumbers& numbers, int player) {
    const Bitboard moves = legal_moves(own, opponent);
    const Bitboard replies = legal_moves(opponent, own);
    if ((moves | replies) == 0) return finished_value(own, opponent);
    const int move = 60 - popcount(~(own | opponent));
    return value_of(state.discriminants[move < 0    ? 0
                                        : move > 59 ? 59
                                                    : move],
                    features_of(*state.look_up, own, opponent, numbers, player, moves, replies));
}

struct Board {
    Bitboard own;
    Bitboard opponent;
    LineNumbers numbers;
};

EMILIA_INLINE void after_move(const Board& board, int player, int square, Bitboard flipped,
                              Board& next) {
    next.own = board.opponent ^ flipped;
    next.opponent = board.own ^ flipped ^ (Bitboard{1} << square);
    numbers_after(board.numbers, player, square, flipped, next.numbers);
}

int look_ahead(SearchState& state, const Board& board, int player, int depth, int alpha, int beta,
               int ply, int last);

// Groups of moves: the killers first, then good squares before bad ones.
constexpr int kGroups = 5;
struct Groups {
    Bitboard of[kGroups];
};
EMILIA_INLINE Groups groups_of(const SearchState& state, Bitboard moves, int player, int last) {
    Groups groups;
    const auto take = [&moves](Bitboard squares) {
        const Bitboard taken = moves & squares;
        moves ^= taken;
        return taken;
    };
    const auto one = [](int square) { return square < 64 ? Bitboard{1} << square : Bitboard{0}; };
    const auto& replies = state.killers->of.data()[player].data()[last];
    groups.of[0] = take(one(replies.data()[0]));
    groups.of[1] = take(one(replies.data()[1]));
    groups.of[2] = take(kCorners);
    groups.of[3] = take(~kBesideCorners);
    groups.of[4] = moves;
    return groups;
}

// One ply ahead.
int look_ahead_1(SearchState& state, const Board& board, int player, int alpha, int beta, int ply,
                 int last) {
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
        extend_line(state, ply, kPass);
        return -leaf(state, board.opponent, board.own, board.numbers, 1 - player);
    }
    int best = -kInfinity;
    Groups groups = groups_of(state, moves, player, last);
    for (int group = 0; group < kGroups; ++group) {
        for (Bitboard& left = groups.of[group]; left != 0; left = without_lowest_bit(left)) {
            const int square = lowest_bit(left);
            Board next;
            after_move(board, player, square, flips(square, board.own, board.opponent), next);
            ++state.counts.nodes;
            ++state.counts.leaves;
            const int value = -leaf(state, next.own, next.opponent, next.numbers, 1 - player);
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

struct Child {
    int square;
    int order;  // the least first
    Bitboard flipped;
};

// Puts a child among the first `count`, which are in order.
EMILIA_INLINE void insert(Child* children, int& count, const Child& child) {
    int at = count++;
    for (; at > 0 && children[at - 1].order > child.order; --at) children[at] = children[at - 1];
    children[at] = child;
}

EMILIA_INLINE int value_after(SearchState& state, const Board& next, int player, int depth,
                              int bound, int beta, bool first, int ply, int square) {
    if (first || bound + 1 >= beta) {
        return -look_ahead(state, next, 1 - player, depth - 1, -beta, -bound, ply + 1, square);
    }
    const int value =
        -look_ahead(state, next, 1 - player, depth - 1, -bound - 1, -bound, ply + 1, square);
    if (value <= bound || value >= beta || state.gave_up) return value;
    return -look_ahead(state, next, 1 - player, depth - 1, -beta, -bound, ply + 1, square);
}

int look_ahead(SearchState& state, const Board& board, int player, int depth, int alpha, int beta,
               int ply, int last) {
    if (depth == 1) return look_ahead_1(state, board, player, alpha, beta, ply, last);
    state.lines.data()[ply].length = 0;
    if (depth == 0) {
        ++state.counts.nodes;
        ++state.counts.leaves;
        return leaf(state, board.own, board.opponent, board.numbers, player);
    }
    if (gives_up(state)) return 0;
    const Bitboard moves = legal_moves(board.own, board.opponent);
    if (moves == 0) {
        if (legal_moves(board.opponent, board.own) == 0) {
            ++state.counts.leaves;
            return finished_value(board.own, board.opponent);
        }
        const Board next{board.opponent, board.own, board.numbers};
        const int value =
            -look_ahead(state, next, 1 - player, depth - 1, -beta, -alpha, ply + 1, kPass);
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
                after_move(board, player, square, flips(square, board.own, board.opponent), next);
                const int value =
                    value_after(state, next, player, depth, best > alpha ? best : alpha, beta,
                                best == -kInfinity, ply, square);
                if (state.gave_up) return 0;
                enough = take(value, square);
            }
        }
    } else {
        const auto& killers = state.killers->of.data()[player].data()[last];
        Child children[kMostMoves];
        int count = 0;
        for (Bitboard left = moves; left != 0; left = without_lowest_bit(left)) {
            Child child;
            child.square = lowest_bit(left);
            child.flipped = flips(child.square, board.own, board.opponent);
            if (child.square == remembered) {
                child.order = -kInfinity - 1;
            } else {
                Board next;
                after_move(board, player, child.square, child.flipped, next);
                if (depth > kTableDepth) state.table->prefetch(next.own, next.opponent);
                if (depth < kEvaluateDepth) {
                    const Bitboard replies = legal_moves(next.own, next.opponent);
                    child.order = popcount(replies) + 3 * popcount(replies & kCorners) -
                                  (child.square == killers.data()[0]   ? 3
                                   : child.square == killers.data()[1] ? 2
                                                                       : 0);
                } else if (depth < kLookDepth) {
                    child.order = leaf(state, next.own, next.opponent, next.numbers, 1 - player);
                } else {
                    child.order = look_ahead_1(state, next, 1 - player, -kInfinity, kInfinity,
                                               ply + 1, child.square);
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
            after_move(board, player, children[i].square, children[i].flipped, next);
            const int value = value_after(state, next, player, depth, best > alpha ? best : alpha,
                                          beta, i == 0, ply, children[i].square);
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
EMILIA_INLINE int last_move(SearchState& state, Bitboard own, Bitboard opponent) {
    const int square = lowest_bit(~(own | opponent));
    ++state.counts.nodes;
    Bitboard flipped = flips(square, own, opponent);
    const int discs = 2 * popcount(own) - 63;
    if (flipped != 0) return discs + 2 * popcount(flipped) + 1;
    flipped = flips(square, opponent, own);
    if (flipped != 0) return discs - 2 * popcount(flipped) - 1;
    return discs > 0 ? discs + 1 : discs < 0 ? discs - 1 : 0;
}

// Quarters of the board with an odd number of empty squares.
EMILIA_INLINE Bitboard odd_quarters(Bitboard empty) {
    Bitboard odd = 0;
    for (const Bitboard quarter : kQuarters) {
        if ((popcount(empty & quarter) & 1) != 0) odd |= quarter;
    }
    return odd;
}

// The last squares: whoever plays in an odd region first is likely to play there last.
int solve_last(SearchState& state, Bitboard own, Bitboard opponent, int alpha, int beta,
               bool passed) {
    if (gives_up(state)) return 0;
    const Bitboard empty = ~(own | opponent);
    const Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (passed) return final_score(own, opponent);
        return -solve_last(state, opponent, own, -beta, -alpha, true);
    }
    const bool next_is_last = popcount(empty) == 2;
    const Bitboard odd = odd_quarters(empty);
    int best = -kInfinity;
    for (Bitboard left : {moves & odd, moves & ~odd}) {
        for (; left != 0; left = without_lowest_bit(left)) {
            const int square = lowest_bit(left);
            const Bitboard flipped = flips(square, own, opponent);
            const Bitboard next_own = opponent ^ flipped;
            const Bitboard next_opponent = own ^ flipped ^ (Bitboard{1} << square);
            const int value = next_is_last ? -last_move(state, next_own, next_opponent)
                                           : -solve_last(state, next_own, next_opponent, -beta,
                                                         best > alpha ? -best : -alpha, false);
            if (value > best) {
                best = value;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

int solve(SearchState& state, Bitboard own, Bitboard opponent, int player, int alpha, int beta,
          int ply, int last) {
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
        return -solve(state, opponent, own, 1 - player, -beta, -alpha, ply + 1, kPass);
    }
    int remembered = kPass;
    if (const auto* const entry = state.table->find(own, opponent)) {
        remembered = entry->move;
        if (entry->depth == HashTable::kEnd && entry->answers(alpha, beta)) {
            return entry->answer(alpha);
        }
    }
    const bool evaluated = empties > kSortedByReplies;
    Board board{own, opponent, {}};
    if (evaluated) {
        // From nothing: to keep them from node to node would cost the many small ones more.
        board.numbers =
            player == 0 ? bill::numbers_of(own, opponent) : bill::numbers_of(opponent, own);
    }
    const auto& killers = state.killers->of.data()[player].data()[last];
    const Bitboard odd = odd_quarters(empty);
    Child children[kMostMoves];
    int count = 0;
    for (Bitboard left = moves; left != 0; left = without_lowest_bit(left)) {
        Child child;
        child.square = lowest_bit(left);
        const Bitboard square = Bitboard{1} << child.square;
        child.flipped = flips(child.square, own, opponent);
        const Bitboard next_own = opponent ^ child.flipped;
        const Bitboard next_opponent = own ^ child.flipped ^ square;
        if (child.square == remembered) {
            child.order = -kInfinity - 1;
        } else {
            const auto* const entry = state.table->find(next_own, next_opponent);
            if (entry != nullptr && entry->depth == HashTable::kEnd && -entry->most >= beta) {
                return -entry->most;
            }
            const Bitboard replies = legal_moves(next_own, next_opponent);
            // Few replies make small trees; a corner among them counts twice.
            child.order = 16 * (popcount(replies) + popcount(replies & kCorners)) -
                          (child.square == killers.data()[0] ? 12 : 0) -
                          ((square & odd) != 0 ? 6 : 0);
            if (evaluated) {
                Board next;
                after_move(board, player, child.square, child.flipped, next);
                child.order = child.order * 20 +
                              leaf(state, next.own, next.opponent, next.numbers, 1 - player);
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
        int value;
        if (i == 0 || bound + 1 >= beta) {
            value =
                -solve(state, next_own, next_opponent, 1 - player, -beta, -bound, ply + 1, square);
        } else {
            value = -solve(state, next_own, next_opponent, 1 - player, -bound - 1, -bound, ply + 1,
                           square);
            if (value > bound && value < beta && !state.gave_up) {
                value = -solve(state, next_own, next_opponent, 1 - player, -beta, -bound, ply + 1,
                               square);
            }
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
         .depth = HashTable::kEnd,
         .move = static_cast<std::uint8_t>(best_move != kPass ? best_move : remembered)});
    return best;
}

int look_ahead_from(SearchState& state, const SearchNode& node, int depth, int alpha, int beta) {
    const Position& position = node.position;
    const Board board{position.own, position.opponent,
                      node.player == 0 ? bill::numbers_of(position.own, position.opponent)
                                       : bill::numbers_of(position.opponent, position.own)};
    return look_ahead(state, board, node.player, depth, alpha, beta, node.ply, node.last);
}

int solve_from(SearchState& state, const SearchNode& node, int alpha, int beta) {
    return solve(state, node.position.own, node.position.opponent, node.player, alpha, beta,
                 node.ply, node.last);
}

}  // namespace

extern const bill::SearchKernel kBillKernel;
const bill::SearchKernel kBillKernel = {look_ahead_from, solve_from};

}  // namespace emilia::EMILIA_ISA
