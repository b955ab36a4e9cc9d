#pragma once

#include "util/bits.h"

namespace emilia {

inline constexpr Bitboard kCorners = 0x8100000000000081;
// The three squares beside each of them.
inline constexpr Bitboard kBesideCorners = 0x42c300000000c342;
inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kFileH = 0x8080808080808080;
// All but the edges.
inline constexpr Bitboard kInnerSquares = 0x007e7e7e7e7e7e00;

// Each square one step towards the h-file, or the a-file; those that would leave the board are
// gone.
EMILIA_INLINE constexpr Bitboard east(Bitboard squares) {
    return (squares & ~kFileH) << 1;
}
EMILIA_INLINE constexpr Bitboard west(Bitboard squares) {
    return (squares & ~kFileA) >> 1;
}

// Squares that have a neighbour among these, in any of the eight directions.
EMILIA_INLINE constexpr Bitboard neighbours(Bitboard squares) {
    const Bitboard sides = east(squares) | west(squares);
    const Bitboard row = squares | sides;
    return sides | row << 8 | row >> 8;
}

}  // namespace emilia
