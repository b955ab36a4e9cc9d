#include "search/endgame_kernel.h"

#include <utility>

#include "search/last_squares.h"
#include "search/quarters.h"
#include "search/rough_value.h"
#include "search/table_access.h"
#include "search/thread_team.h"

namespace emilia::EMILIA_ISA {

namespace {

// What a node does depends on how many squares are empty there. The figures behind these are in
// docs/endgame-log.md.
constexpr int kSortEmpties = 6;     // from here on moves are sorted
constexpr int kTableEmpties = 7;    // ... positions are remembered
constexpr int kPeekEmpties = 10;    // ... moves are first looked up for one that is known to do
constexpr int kRoughEmpties = 12;   // ... moves are sorted by a search of rough values
constexpr int kRoughStep = 2;       // ... which is a ply deeper for each so many
constexpr int kRoughMost = 6;       // ... up to this depth
constexpr int kSharedEmpties = 12;  // ... positions are remembered for all threads
constexpr int kAskEmpties = 10;     // ... it is asked whether to go on
constexpr int kSplitEmpties = 13;   // ... other threads may help if one is idle
constexpr int kOpenEmpties = 15;    // ... or as soon as one is
constexpr int kHintEmpties = 14;    // ... what a narrower search thought best is tried first
// Stable discs are counted where this many would settle it.
constexpr int kStabilityAlpha = 12;
// Rough values this far below the best are only known to be that far.
constexpr int kRoughWindow = 100;

constexpr std::array<std::int8_t, 64> kSquareOrder = {
    9, 2, 8, 6, 6, 8, 2, 9, 2, 1, 3, 4, 4, 3, 1, 2, 8, 3, 7, 5, 5, 7, 3, 8, 6, 4, 5, 0, 0, 5, 4, 6,
    6, 4, 5, 0, 0, 5, 4, 6, 8, 3, 7, 5, 5, 7, 3, 8, 2, 1, 3, 4, 4, 3, 1, 2, 9, 2, 8, 6, 6, 8, 2, 9};

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

int value_of_many(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha, int empties,
                  unsigned odd);

EMILIA_INLINE const TranspositionTable& table_for(const SearchThread& thread, int empties) {
    return empties < kSharedEmpties ? thread.nearby : *thread.table;
}

// Gives every child its place in the order, unless the search is cancelled.
EMILIA_INLINE void rank(SearchThread& thread, Child* children, int count, const TableEntry& known,
                        int empties, unsigned odd) {
    const auto by_thumb = [odd](const Child& child) {
        return kSquareOrder[static_cast<unsigned>(child.square)] +
               ((quarter_of(child.square) & odd) != 0 ? 8 : 0) -
               32 * mobility(legal_moves(child.own, child.opponent));
    };
    if (empties < kRoughEmpties) {
        for (int i = 0; i < count; ++i) {
            Child& child = children[i];
            child.order = child.square == known.moves[0]   ? 1 << 29
                          : child.square == known.moves[1] ? 1 << 28
                                                           : by_thumb(child);
        }
        return;
    }
    const int by_empties = (empties - kRoughEmpties) / kRoughStep;
    const int depth = by_empties < kRoughMost ? by_empties : kRoughMost;
    int best = kRoughNone;
    for (int i = 0; i < count; ++i) {
        Child& child = children[i];
        if (child.square == known.moves[0]) {
            child.order = 1 << 29;
        } else if (child.square == known.moves[1]) {
            child.order = 1 << 28;
        } else {
            const int value = -rough_search(thread, child.own, child.opponent, kRoughNone,
                                            -(best - kRoughWindow), depth);
            if (thread.cancelled) return;
            if (value > best) best = value;
            child.order = 32 * value + by_thumb(child);
        }
    }
}

// The best `limit` of the remaining children of a node, with the help of others.
EMILIA_INLINE void share(SearchThread& thread, Child* children, int count, int limit, int alpha,
                         int empties, unsigned odd, int& best, int& best_move) {
    for (int i = 1; i < count; ++i) {
        const Child child = children[i];
        int j = i;
        for (; j > 0 && children[j - 1].order < child.order; --j) children[j] = children[j - 1];
        children[j] = child;
    }
    SplitPoint split;
    split.parent = thread.split;
    split.children = children;
    split.count = limit;
    split.alpha = alpha;
    split.empties = empties - 1;
    split.width = thread.width;
    split.odd = odd;
    split.best = best;
    split.best_move = best_move;
    thread.team->share(thread, split);
    best = split.best;
    best_move = split.best_move;
    thread.cancelled = thread.unwanted();
}

// Any number of empty squares from four on.
int value_of_many(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha, int empties,
                  unsigned odd) {
    if (empties < kSortEmpties) {
        return empties == 4   ? value_of_few<4>(thread, own, opponent, alpha, odd)
               : empties == 5 ? value_of_few<5>(thread, own, opponent, alpha, odd)
                              : value_of_few<6>(thread, own, opponent, alpha, odd);
    }
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;

    // 1. Nobody can win what the opponent holds for good.
    if (alpha >= kStabilityAlpha && 64 - 2 * popcount(opponent) <= alpha) {
        const int most = 64 - 2 * popcount(stable_discs(opponent, own));
        if (most <= alpha) return most;
    }

    // 2. Known from before.
    const std::uint64_t salt = salt_of(empties, thread.width);
    const std::uint64_t next_salt = salt_of(empties - 1, thread.width);
    const TranspositionTable& table = table_for(thread, empties);
    const TranspositionTable& next_table = table_for(thread, empties - 1);
    TableProbe at;
    if (empties >= kTableEmpties) {
        at = look_up(table, own, opponent, salt);
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
        if (empties > kTableEmpties) {
            prefetch(next_table, child.own, child.opponent, next_salt);
        }
    }
    if (empties >= kPeekEmpties) {
        for (int i = 0; i < count; ++i) {
            const Child& child = children[i];
            const TableProbe reply = look_up(next_table, child.own, child.opponent, next_salt);
            if (-reply.entry.upper > alpha) return -reply.entry.upper;
        }
    }
    TableEntry hint = at.entry;
    if (empties >= kHintEmpties && !at.found()) {
        for (const int width : kNarrowWidths) {
            if (width >= thread.width) break;
            const TableProbe narrow = look_up(table, own, opponent, salt_of(empties, width));
            if (narrow.found()) hint = narrow.entry;
        }
    }

    // 5. Best first. Where sorting takes long, what was best before is tried ahead of it.
    bool ranked = false;
    bool hinted = false;
    if (empties >= kRoughEmpties) {
        for (int i = 0; i < count && !hinted; ++i) {
            if (children[i].square != hint.moves[0]) continue;
            std::swap(children[0], children[i]);
            hinted = true;
        }
    }
    int best = kNone;
    int best_move = TableEntry::kNoMove;
    const int limit = empties >= kNarrowEmpties && thread.width < count ? thread.width : count;
    for (int i = 0; i < limit; ++i) {
        if (!ranked && (i > 0 || !hinted)) {
            rank(thread, children + i, count - i, hint, empties, odd);
            if (thread.cancelled) return alpha;
            ranked = true;
        }
        if (i > 0 && i + 1 < limit && empties >= kSplitEmpties && thread.team != nullptr &&
            (empties >= kOpenEmpties || thread.team->someone_is_idle())) {
            share(thread, children + i, count - i, limit - i, alpha, empties, odd, best, best_move);
            if (thread.cancelled) return alpha;
            break;
        }
        int pick = i;
        for (int j = i + 1; ranked && j < count; ++j) {
            if (children[j].order > children[pick].order) pick = j;
        }
        const Child child = children[pick];
        children[pick] = children[i];
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
        learn(table, at, alpha, best, best_move, thread.nodes - nodes_before);
    }
    return best;
}

void work(SearchThread& thread, SplitPoint& split) {
    thread.width = split.width;
    while (!split.decided.load(std::memory_order_relaxed)) {
        const int i = split.next.fetch_add(1, std::memory_order_relaxed);
        if (i >= split.count) break;
        const Child& child = split.children[i];
        const int value = -value_of_many(thread, child.own, child.opponent, -split.alpha - 1,
                                         split.empties, split.odd ^ quarter_of(child.square));
        if (thread.cancelled) {
            thread.cancelled = false;
            break;
        }
        split.add(value, child.square);
    }
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
const EndgameKernel kEndgameKernel = {test, work};

}  // namespace emilia::EMILIA_ISA
