#pragma once

#include "board/areas.h"
#include "board/simd/primitives.h"
#include "search/quarters.h"
#include "search/search_thread.h"

// What is known of a good move before it is searched.

namespace emilia::EMILIA_ISA {

// No position has more moves than this.
inline constexpr int kMostMoves = 34;

// Squares by how good it tends to be to move there.
inline constexpr std::array<std::int8_t, 64> kSquareOrder = {
    9, 2, 8, 6, 6, 8, 2, 9, 2, 1, 3, 4, 4, 3, 1, 2, 8, 3, 7, 5, 5, 7, 3, 8, 6, 4, 5, 0, 0, 5, 4, 6,
    6, 4, 5, 0, 0, 5, 4, 6, 8, 3, 7, 5, 5, 7, 3, 8, 2, 1, 3, 4, 4, 3, 1, 2, 9, 2, 8, 6, 6, 8, 2, 9};

// Moves, corners counted twice.
EMILIA_INLINE int mobility(Bitboard moves) {
    return popcount(moves) + popcount(moves & kCorners);
}

// Few replies, a good square, a quarter with an odd number of empty squares.
EMILIA_INLINE int by_thumb(int square, Bitboard replies, unsigned odd) {
    return kSquareOrder[static_cast<unsigned>(square)] + ((quarter_of(square) & odd) != 0 ? 8 : 0) -
           32 * mobility(replies);
}

// Swaps the best of the children from `begin` on to that place.
EMILIA_INLINE void bring_best(Child* children, int begin, int end) {
    int pick = begin;
    for (int i = begin + 1; i < end; ++i) {
        if (children[i].order > children[pick].order) pick = i;
    }
    const Child best = children[pick];
    children[pick] = children[begin];
    children[begin] = best;
}

}  // namespace emilia::EMILIA_ISA
