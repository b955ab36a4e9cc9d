#pragma once

#include "board/simd/primitives.h"
#include "search/last_squares.h"
#include "search/search_thread.h"

// A value by rule of thumb, to sort moves by in the upper tree. No more than that hangs on it, so
// this is where a learned evaluation goes once there is one.

namespace emilia::EMILIA_ISA {

inline constexpr Bitboard kCorners = 0x8100000000000081;

// Moves, corners counted twice.
EMILIA_INLINE int mobility(Bitboard moves) {
    return popcount(moves) + popcount(moves & kCorners);
}

// The squares beside a set of discs, and the discs.
EMILIA_INLINE Bitboard with_neighbours(Bitboard discs) {
    const Bitboard row =
        discs | ((discs << 1) & 0xfefefefefefefefe) | ((discs >> 1) & 0x7f7f7f7f7f7f7f7f);
    return row | row << 8 | row >> 8;
}

// What each is worth; docs/endgame-log.md has the figures.
inline constexpr int kMobilityWeight = 11;
inline constexpr int kPotentialWeight = 5;
inline constexpr int kStableWeight = 4;
inline constexpr int kCornerWeight = 24;
inline constexpr int kDiscWeight = -2;  // many discs are a burden until the end

inline constexpr int kRoughFinal = 1 << 10;  // a disc more at the end outweighs all of these
inline constexpr int kRoughNone = -(1 << 24);

// No position has more moves than this.
inline constexpr int kMostMoves = 34;

namespace {

// For the player to move: his moves and those he may get, discs that stay, corners.
int rough_value(Bitboard own, Bitboard opponent, int alpha, int beta) {
    const Bitboard empty = ~(own | opponent);
    const int moves = mobility(legal_moves(own, opponent)) - mobility(legal_moves(opponent, own));
    const int potential =
        popcount(with_neighbours(opponent) & empty) - popcount(with_neighbours(own) & empty);
    const int corners = popcount(own & kCorners) - popcount(opponent & kCorners);
    const int discs = popcount(own) - popcount(opponent);
    const int value = kMobilityWeight * moves + kPotentialWeight * potential +
                      kCornerWeight * corners + kDiscWeight * discs;
    // Stable discs take longest to count, and seldom change the picture.
    constexpr int kStableMost = 80;
    if (value + kStableMost <= alpha || value - kStableMost >= beta) return value;
    const int stable =
        popcount(stable_discs(own, opponent)) - popcount(stable_discs(opponent, own));
    return value + kStableWeight * stable;
}

// The same after `depth` more plies, by alpha-beta; means nothing if the search is cancelled.
int rough_search(SearchThread& thread, Bitboard own, Bitboard opponent, int alpha, int beta,
                 int depth) {
    if (depth == 0) return rough_value(own, opponent, alpha, beta);
    // At the beginning of a game this takes long.
    constexpr int kAskDepth = 4;
    if (depth >= kAskDepth && thread.unwanted()) {
        thread.cancelled = true;
        return alpha;
    }
    const Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (legal_moves(opponent, own) == 0) {
            return kRoughFinal * final_value(popcount(own), popcount(opponent));
        }
        return -rough_search(thread, opponent, own, -beta, -alpha, depth);
    }
    int best = kRoughNone;
    if (depth == 1) {
        for (Bitboard rest = moves; rest != 0; rest = without_lowest_bit(rest)) {
            const int x = lowest_bit(rest);
            const Bitboard flipped = flips(x, own, opponent);
            const int value = -rough_value(opponent ^ flipped, own ^ flipped ^ (Bitboard{1} << x),
                                           -beta, -(alpha > best ? alpha : best));
            if (value > best) best = value;
            if (best >= beta) return best;
        }
        return best;
    }
    // Fewest replies first.
    Child children[kMostMoves];
    int count = 0;
    for (Bitboard rest = moves; rest != 0; rest = without_lowest_bit(rest)) {
        const int x = lowest_bit(rest);
        const Bitboard flipped = flips(x, own, opponent);
        Child child{opponent ^ flipped, own ^ flipped ^ (Bitboard{1} << x), x, 0};
        child.order = -mobility(legal_moves(child.own, child.opponent));
        int i = count++;
        for (; i > 0 && children[i - 1].order < child.order; --i) children[i] = children[i - 1];
        children[i] = child;
    }
    for (int i = 0; i < count; ++i) {
        const int value = -rough_search(thread, children[i].own, children[i].opponent, -beta,
                                        -(alpha > best ? alpha : best), depth - 1);
        if (thread.cancelled) return alpha;
        if (value > best) best = value;
        if (best >= beta) return best;
    }
    return best;
}

}  // namespace

}  // namespace emilia::EMILIA_ISA
