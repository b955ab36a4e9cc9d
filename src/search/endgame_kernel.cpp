#include "search/endgame_kernel.h"

#include "search/last_squares.h"
#include "search/most_possible.h"
#include "search/ordering.h"
#include "search/table_access.h"

namespace emilia::EMILIA_ISA {

namespace {

constexpr int kTaken = -(1 << 30);  // less than any key of a move

// What a node does depends on how many squares are empty there. The figures behind these are in
// docs/endgame-log.md.
constexpr int kManyEmpties = 6;   // from here on positions are remembered and moves sorted
constexpr int kPeekEmpties = 10;  // ... moves are first looked up for one that is known to do
constexpr int kAskEmpties = 10;   // ... it is asked whether to go on

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
    if (const int most = most_possible(own, opponent, alpha); most <= alpha) return most;
    const Bitboard empty = ~(own | opponent);
    int squares[kEmpties];
    {
        Bitboard first = empty & kSquaresOfQuarters[odd];
        Bitboard rest = empty ^ first;
        for (int& square : squares) {
            const Bitboard group = first | (rest & (0 - Bitboard{first == 0}));
            const Bitboard disc = group & (0 - group);
            square = lowest_bit(group);
            first &= ~disc;
            rest &= ~disc;
        }
    }
    for (int sign = 1;; sign = -1) {
        // What each square turns over, before any is tried: whether one turns over nothing at all
        // is not to be guessed, and a wrong guess of the processor costs more than the work.
        Bitboard flipped[kEmpties];
        unsigned legal = 0;
        for (int i = 0; i + 1 < kEmpties; i += 2) {
            flips_of_two(squares[i], squares[i + 1], own, opponent, flipped[i], flipped[i + 1]);
        }
        if constexpr (kEmpties % 2 != 0) {
            flipped[kEmpties - 1] = flips(squares[kEmpties - 1], own, opponent);
        }
        for (int i = 0; i < kEmpties; ++i) legal |= unsigned{flipped[i] != 0} << i;
        if (legal != 0) {
            int best = kNone;
            do {
                const int i = lowest_bit(legal);
                const int x = squares[i];
                const Bitboard disc = Bitboard{1} << x;
                const Bitboard next_own = opponent ^ flipped[i];
                const Bitboard next_opponent = own ^ flipped[i] ^ disc;
                const unsigned next_odd = odd ^ quarter_of(x);
                int value;
                if constexpr (kEmpties == 4) {
                    ++thread.nodes;
                    value = -value_3_sorted(thread, next_own, next_opponent, -alpha - 1,
                                            empty ^ disc, next_odd);
                } else {
                    value = -value_of_few<kEmpties - 1>(thread, next_own, next_opponent, -alpha - 1,
                                                        next_odd);
                }
                if (value > best) best = value;
                if (value > alpha) break;
                legal &= legal - 1;
            } while (legal != 0);
            return sign * best;
        }
        if (sign < 0) return final_value(popcount(opponent), popcount(own));
        const Bitboard swap = own;
        own = opponent;
        opponent = swap;
        alpha = -alpha - 1;
    }
}

// Any number of empty squares from four on; `moves` are the legal ones.
int value_of_many(SearchThread& thread, Bitboard own, Bitboard opponent, Bitboard moves, int alpha,
                  int empties, unsigned odd) {
    if (empties < kManyEmpties) {
        return empties == 4 ? value_of_few<4>(thread, own, opponent, alpha, odd)
                            : value_of_few<5>(thread, own, opponent, alpha, odd);
    }
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;

    // 1. Nobody can win what the opponent holds for good.
    if (const int most = most_possible(own, opponent, alpha); most <= alpha) return most;

    // 2. Known from before.
    const TranspositionTable& table = thread.nearby;
    const TableProbe at = look_up(table, own, opponent);
    if (at.entry.lower > alpha) return at.entry.lower;
    if (at.entry.upper <= alpha) return at.entry.upper;
    if (empties >= kAskEmpties && thread.unwanted()) {
        thread.cancelled = true;
        return alpha;
    }

    // 3. Passes and ends.
    if (moves == 0) {
        const Bitboard replies = legal_moves(opponent, own);
        if (replies == 0) return final_value(popcount(own), popcount(opponent));
        return -value_of_many(thread, opponent, own, replies, -alpha - 1, empties, odd);
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
        if (empties > kManyEmpties) prefetch(table, child.own, child.opponent);
    }
    if (empties >= kPeekEmpties) {
        for (int i = 0; i < count; ++i) {
            const TableProbe reply = look_up(table, children[i].own, children[i].opponent);
            if (-reply.entry.upper > alpha) return -reply.entry.upper;
        }
    }

    // 5. Best first. The replies are counted to sort the moves, and handed down.
    Bitboard replies[kMostMoves];
    int keys[kMostMoves];  // how good, and which
    for (int i = 0; i < count; ++i) {
        const Child& child = children[i];
        replies[i] = legal_moves(child.own, child.opponent);
        const int order = child.square == at.entry.moves[0] ? 1 << 20
                          : child.square == at.entry.moves[1]
                              ? 1 << 19
                              : by_thumb(child.square, replies[i], odd);
        keys[i] = order * 64 + (63 - i);
    }
    int best = kNone;
    int best_move = TableEntry::kNoMove;
    for (int left = count; left > 0; --left) {
        int top = keys[0];
        for (int i = 1; i < count; ++i) top = keys[i] > top ? keys[i] : top;
        const int pick = 63 - (top & 63);
        keys[pick] = kTaken;
        const Child& child = children[pick];
        const int value = -value_of_many(thread, child.own, child.opponent, replies[pick],
                                         -alpha - 1, empties - 1, odd ^ quarter_of(child.square));
        if (thread.cancelled) return alpha;
        if (value > best) {
            best = value;
            best_move = child.square;
            if (best > alpha) break;
        }
    }
    learn_bound(table, at, {}, alpha, best, best_move, thread.nodes - nodes_before);
    return best;
}

int test(SearchThread& thread, Position position, int alpha) {
    const Bitboard own = position.own;
    const Bitboard opponent = position.opponent;
    const Bitboard empty = position.empty();
    const int empties = popcount(empty);
    if (empties >= 4) {
        return value_of_many(thread, own, opponent, legal_moves(own, opponent), alpha, empties,
                             odd_quarters(empty));
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
