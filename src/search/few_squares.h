#pragma once

#include "search/last_squares.h"
#include "search/most_possible.h"
#include "search/quarters.h"
#include "search/search_thread.h"

// Four to six empty squares, without a table and with next to no sorting.

namespace emilia::EMILIA_ISA {

// Three empty squares, one of an odd quarter first.
EMILIA_INLINE int value_3_sorted(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha,
                                 Bitboard empty, unsigned odd) {
    const int first = lowest_bit(empty & kSquaresOfQuarters[odd]);
    const Bitboard rest = empty ^ (Bitboard{1} << first);
    return value_3(thread.nodes, own, opponent, alpha, first, lowest_bit(rest), highest_bit(rest));
}

// Four or five, of which nothing is foreseen: odd quarters first.
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

// In a proof, positions at which one move is good enough and positions at which all fail follow
// each other, and the one is nearly always the first that is tried (docs/endgame-log.md). So where
// all moves are expected to fail with six empty squares, it is known beforehand what is to be
// searched: all moves, to each the first reply, all moves after it, to each the first again. That
// can be done side by side (side_by_side.h); here it is one after the other.

// All of these moves, with four empty squares.
inline int value_of_all_4(SearchThread& thread, Bitboard own, Bitboard opponent, Bitboard moves,
                          int alpha, unsigned odd) {
    const Bitboard empty = ~(own | opponent);
    int best = kNone;
    for (; moves != 0; moves = without_lowest_bit(moves)) {
        const int x = lowest_bit(moves);
        const Bitboard disc = Bitboard{1} << x;
        const Bitboard flipped = flips(x, own, opponent);
        ++thread.nodes;
        const int value = -value_3_sorted(thread, opponent ^ flipped, own ^ flipped ^ disc,
                                          -alpha - 1, empty ^ disc, odd ^ quarter_of(x));
        if (value > best) best = value;
    }
    return best;
}

// These moves with five empty squares, odd quarters first, until one is good enough; `best` is what
// others came to.
inline int value_of_first_5(SearchThread& thread, Bitboard own, Bitboard opponent, Bitboard moves,
                            int alpha, unsigned odd, int best) {
    const Bitboard in_odd = moves & kSquaresOfQuarters[odd];
    for (Bitboard group : {in_odd, moves ^ in_odd}) {
        for (; group != 0; group = without_lowest_bit(group)) {
            const int x = lowest_bit(group);
            const Bitboard flipped = flips(x, own, opponent);
            const Bitboard next_own = opponent ^ flipped;
            const Bitboard next_opponent = own ^ flipped ^ (Bitboard{1} << x);
            const unsigned next_odd = odd ^ quarter_of(x);
            const Bitboard next_moves = legal_moves(next_own, next_opponent);
            int value;
            if (next_moves != 0) {
                ++thread.nodes;
                value = -value_of_all_4(thread, next_own, next_opponent, next_moves, -alpha - 1,
                                        next_odd);
            } else {
                value = -value_of_few<4>(thread, next_own, next_opponent, -alpha - 1, next_odd);
            }
            if (value > best) best = value;
            if (value > alpha) return best;
        }
    }
    return best;
}

// So many of the moves are searched before it is asked whether one was good enough after all.
inline constexpr int kMovesAtOnce = 2;

// All of these moves, which are not none, with six empty squares.
inline int value_of_all_6(SearchThread& thread, Bitboard own, Bitboard opponent, Bitboard moves,
                          int alpha, unsigned odd) {
    int best = kNone;
    for (int tried = 0; moves != 0; moves = without_lowest_bit(moves)) {
        if (tried++ % kMovesAtOnce == 0 && best > alpha) break;
        const int x = lowest_bit(moves);
        const Bitboard flipped = flips(x, own, opponent);
        const Bitboard next_own = opponent ^ flipped;
        const Bitboard next_opponent = own ^ flipped ^ (Bitboard{1} << x);
        const unsigned next_odd = odd ^ quarter_of(x);
        const Bitboard replies = legal_moves(next_own, next_opponent);
        int value;
        if (replies != 0) {
            ++thread.nodes;
            value = -value_of_first_5(thread, next_own, next_opponent, replies, -alpha - 1,
                                      next_odd, kNone);
        } else {
            value = -value_of_few<5>(thread, next_own, next_opponent, -alpha - 1, next_odd);
        }
        if (value > best) best = value;
    }
    return best;
}

}  // namespace emilia::EMILIA_ISA
