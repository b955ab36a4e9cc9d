#pragma once

#include <array>

#include "board/simd/target.h"
#include "util/bits.h"

namespace emilia {

// The board in four quarters, a set of them in four bits: a region with an odd number of empty
// squares is a good one to move in, since whoever does also plays its last move.
inline constexpr Bitboard kQuarters[4] = {0x000000000f0f0f0f, 0x00000000f0f0f0f0,
                                          0x0f0f0f0f00000000, 0xf0f0f0f000000000};

// The squares of a set of quarters.
inline constexpr auto kSquaresOfQuarters = [] {
    std::array<Bitboard, 16> table{};
    for (unsigned set = 0; set < 16; ++set) {
        for (unsigned q = 0; q < 4; ++q) {
            if ((set >> q & 1) != 0) table[set] |= kQuarters[q];
        }
    }
    return table;
}();

namespace EMILIA_ISA {

EMILIA_INLINE unsigned quarter_of(int square) {
    return 1u << (((square >> 4) & 2) | ((square >> 2) & 1));
}

// The quarters with an odd number of the squares.
EMILIA_INLINE unsigned odd_quarters(Bitboard squares) {
    unsigned odd = 0;
    for (unsigned q = 0; q < 4; ++q) {
        odd |= static_cast<unsigned>(popcount(squares & kQuarters[q]) & 1) << q;
    }
    return odd;
}

}  // namespace EMILIA_ISA

}  // namespace emilia
