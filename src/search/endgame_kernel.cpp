#include "search/endgame_kernel.h"

#include "search/last_squares.h"
#include "search/ordering.h"
#include "search/table_access.h"

namespace emilia::EMILIA_ISA {

namespace {

// What a node does depends on how many squares are empty there. The figures behind these are in
// docs/endgame-log.md.
constexpr int kSortEmpties = 6;   // from here on moves are sorted
constexpr int kTableEmpties = 7;  // ... positions are remembered
constexpr int kPeekEmpties = 10;  // ... moves are first looked up for one that is known to do
constexpr int kAskEmpties = 10;   // ... it is asked whether to go on
// Stable discs are counted where this many would settle it.
constexpr int kStabilityAlpha = 12;

// Three empty squares, one of an odd quarter first.
EMILIA_INLINE int value_3_sorted(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha,
                                 Bitboard empty, unsigned odd) {
    const int first = lowest_bit(empty & kSquaresOfQuarters[odd]);
    const Bitboard rest = empty ^ (Bitboard{1} << first);
    return value_3(thread.nodes, own, opponent, alpha, first, lowest_bit(rest), highest_bit(rest));
}

// Four empty squares or a few more: odd quarters first, no table, no sorting.
template <int kEmpties>
int value_of_few(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha, unsigned odd) {
    ++thread.nodes;
    const Bitboard empty = ~(own | opponent);
    int squares[kEmpties];
    {
        Bitboard first = empty & kSquaresOfQuarters[odd];
        Bitboard rest = empty ^ first;
        for (int& square : squares) {
            Bitboard& group = first != 0 ? first : rest;
            square = lowest_bit(group);
            group = without_lowest_bit(group);
        }
    }
    for (int sign = 1;; sign = -1) {
        int best = kNone;
        const auto attempt = [&](int x, Bitboard flipped) {
            if (flipped == 0) return false;
            const Bitboard disc = Bitboard{1} << x;
            const Bitboard next_own = opponent ^ flipped;
            const Bitboard next_opponent = own ^ flipped ^ disc;
            const unsigned next_odd = odd ^ quarter_of(x);
            int value;
            if constexpr (kEmpties == 4) {
                ++thread.nodes;
                value = -value_3_sorted(thread, next_own, next_opponent, -alpha - 1, empty ^ disc,
                                        next_odd);
            } else {
                value = -value_of_few<kEmpties - 1>(thread, next_own, next_opponent, -alpha - 1,
                                                    next_odd);
            }
            if (value > best) best = value;
            return value > alpha;
        };
        for (int i = 0; i < kEmpties; i += 2) {
            const int x1 = squares[i];
            if (i + 1 == kEmpties) {
                attempt(x1, flips(x1, own, opponent));
                break;
            }
            const int x2 = squares[i + 1];
            Bitboard flipped1, flipped2;
            flips_of_two(x1, x2, own, opponent, flipped1, flipped2);
            if (attempt(x1, flipped1) || attempt(x2, flipped2)) break;
        }
        if (best != kNone) return sign * best;
        if (sign < 0) return final_value(popcount(opponent), popcount(own));
        const Bitboard swap = own;
        own = opponent;
        opponent = swap;
        alpha = -alpha - 1;
    }
}

// Any number of empty squares from four on.
int value_of_many(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha, int empties,
                  unsigned odd) {
    if (empties < kSortEmpties) {
        return empties == 4 ? value_of_few<4>(thread, own, opponent, alpha, odd)
                            : value_of_few<5>(thread, own, opponent, alpha, odd);
    }
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;

    // 1. Nobody can win what the opponent holds for good.
    if (alpha >= kStabilityAlpha && 64 - 2 * popcount(opponent) <= alpha) {
        const int most = 64 - 2 * popcount(stable_discs(opponent, own));
        if (most <= alpha) return most;
    }

    // 2. Known from before.
    const TranspositionTable& table = thread.nearby;
    TableProbe at;
    if (empties >= kTableEmpties) {
        at = look_up(table, own, opponent);
        if (at.entry.lower > alpha) return at.entry.lower;
        if (at.entry.upper <= alpha) return at.entry.upper;
        if (empties >= kAskEmpties && thread.unwanted()) {
            thread.cancelled = true;
            return alpha;
        }
    }

    // 3. Passes and ends.
    Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (legal_moves(opponent, own) == 0) return final_value(popcount(own), popcount(opponent));
        return -value_of_many(thread, opponent, own, -alpha - 1, empties, odd);
    }

    // 4. The moves. One that leads to a known position may be enough.
    Child children[kMostMoves];
    int count = 0;
    for (; moves != 0; moves = without_lowest_bit(moves)) {
        const int x = lowest_bit(moves);
        const Bitboard flipped = flips(x, own, opponent);
        Child& child = children[count++];
        child = {opponent ^ flipped, own ^ flipped ^ (Bitboard{1} << x), x, 0};
        if (child.own == 0) return 64;
        if (empties > kTableEmpties) prefetch(table, child.own, child.opponent);
    }
    if (empties >= kPeekEmpties) {
        for (int i = 0; i < count; ++i) {
            const TableProbe reply = look_up(table, children[i].own, children[i].opponent);
            if (-reply.entry.upper > alpha) return -reply.entry.upper;
        }
    }

    // 5. Best first.
    for (int i = 0; i < count; ++i) {
        Child& child = children[i];
        child.order = child.square == at.entry.moves[0]   ? 1 << 29
                      : child.square == at.entry.moves[1] ? 1 << 28
                                                          : by_thumb(child, odd);
    }
    int best = kNone;
    int best_move = TableEntry::kNoMove;
    for (int i = 0; i < count; ++i) {
        bring_best(children, i, count);
        const Child& child = children[i];
        const int value = -value_of_many(thread, child.own, child.opponent, -alpha - 1, empties - 1,
                                         odd ^ quarter_of(child.square));
        if (thread.cancelled) return alpha;
        if (value > best) {
            best = value;
            best_move = child.square;
            if (best > alpha) break;
        }
    }
    if (empties >= kTableEmpties) {
        learn_bound(table, at, {}, alpha, best, best_move, thread.nodes - nodes_before);
    }
    return best;
}

int test(SearchThread& thread, Position position, int alpha) {
    const Bitboard own = position.own;
    const Bitboard opponent = position.opponent;
    const Bitboard empty = position.empty();
    const int empties = popcount(empty);
    if (empties >= 4) {
        return value_of_many(thread, own, opponent, alpha, empties, odd_quarters(empty));
    }
    if (empties == 2) {
        return value_2(thread.nodes, own, opponent, lowest_bit(empty), highest_bit(empty));
    }
    ++thread.nodes;
    if (empties == 0) return final_value(popcount(own), popcount(opponent));
    if (empties == 1) return last_value(lowest_bit(empty), own);
    return value_3_sorted(thread, own, opponent, alpha, empty, odd_quarters(empty));
}

}  // namespace

extern const EndgameKernel kEndgameKernel;
const EndgameKernel kEndgameKernel = {test};

}  // namespace emilia::EMILIA_ISA
