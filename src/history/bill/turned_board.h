#pragma once

#include <bit>

#include "util/bits.h"

// The board turned so that its lines of some direction become rows, which are bytes: what makes a
// line an index into a table.

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

namespace detail {

// In columns of the mask `from`, else of the board as it was.
constexpr Bitboard replaced(Bitboard bits, Bitboard from, Bitboard mask) {
    return bits ^ ((bits ^ from) & mask);
}

}  // namespace detail

// Diagonals in the direction of a1-h8: column c goes down by c rows, around the board. Row k then
// holds, from column 0, the diagonal that begins in column 0 and row k, and behind its 8 - k
// squares the one that ends in column 7 and row k - 1.
constexpr Bitboard diagonals_of(Bitboard bits) {
    bits = detail::replaced(bits, std::rotr(bits, 8), 0xaaaaaaaaaaaaaaaa);
    bits = detail::replaced(bits, std::rotr(bits, 16), 0xcccccccccccccccc);
    return detail::replaced(bits, std::rotr(bits, 32), 0xf0f0f0f0f0f0f0f0);
}

// Diagonals in the direction of a8-h1: column c goes up by c rows. Row k holds the diagonal that
// begins in column 0 and row k, with its k + 1 squares, and behind it the one that begins in row 7.
constexpr Bitboard antidiagonals_of(Bitboard bits) {
    bits = detail::replaced(bits, std::rotl(bits, 8), 0xaaaaaaaaaaaaaaaa);
    bits = detail::replaced(bits, std::rotl(bits, 16), 0xcccccccccccccccc);
    return detail::replaced(bits, std::rotl(bits, 32), 0xf0f0f0f0f0f0f0f0);
}

}  // namespace emilia::bill
