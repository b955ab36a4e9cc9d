#pragma once

#include "util/bits.h"

// The board turned so that its files become rows, which are bytes.

namespace emilia::bill {

// Files become rows: the square of column c and row r goes to column r and row c.
constexpr Bitboard transposed(Bitboard bits) {
    Bitboard t = (bits ^ (bits >> 7)) & 0x00aa00aa00aa00aa;
    bits ^= t ^ (t << 7);
    t = (bits ^ (bits >> 14)) & 0x0000cccc0000cccc;
    bits ^= t ^ (t << 14);
    t = (bits ^ (bits >> 28)) & 0x00000000f0f0f0f0;
    return bits ^ t ^ (t << 28);
}

}  // namespace emilia::bill
