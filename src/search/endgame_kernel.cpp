#include "search/endgame_kernel.h"

#include "search/ordering.h"
#include "search/side_by_side.h"
#include "search/table_access.h"

namespace emilia::EMILIA_ISA {

namespace {

constexpr int kTaken = -(1 << 30);  // less than any key of a move

// What a node does depends on how many squares are empty there. The figures behind these are in
// docs/endgame-log.md.
constexpr int kManyEmpties = 6;   // from here on positions are remembered and moves sorted
constexpr int kPeekEmpties = 10;  // ... moves are first looked up for one that is known to do
constexpr int kAskEmpties = 10;   // ... it is asked whether to go on

// With six empty squares: whether all moves will fail, as they lately did. Having many moves speaks
// against it.
constexpr int kMostExpectedToFail = 5;
constexpr int kMostRemembered = 2;

EMILIA_INLINE bool will_fail(const SearchThread& thread, Bitboard moves) {
    return thread.even_ones_fail >= 0 && popcount(moves) <= kMostExpectedToFail;
}

EMILIA_INLINE void remember(SearchThread& thread, bool failed) {
    int& count = thread.even_ones_fail;
    if (failed && count < kMostRemembered) ++count;
    if (!failed && count > -kMostRemembered) --count;
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

    // 4. Where all of few moves are expected to fail they are tried together.
    if (empties == 6 && will_fail(thread, moves)) {
        const int value = value_side_by_side(thread, own, opponent, moves, alpha, odd);
        remember(thread, value <= alpha);
        learn_bound(table, at, {}, alpha, value, TableEntry::kNoMove, thread.nodes - nodes_before);
        return value;
    }

    // 5. The moves. One that leads to a known position may be enough.
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

    // 6. Best first. The replies are counted to sort the moves, and handed down.
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
    if (empties == 6) remember(thread, best <= alpha);
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
