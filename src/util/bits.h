#pragma once

#include <bit>
#include <cstdint>

// Functions that are used inside the instruction-set kernels must leave no out-of-line copy behind:
// the linker would keep one copy for the whole program, perhaps the one compiled for another
// machine.
#define EMILIA_INLINE [[gnu::always_inline]] inline

namespace emilia {

using Bitboard = std::uint64_t;

EMILIA_INLINE constexpr int popcount(Bitboard bits) {
    return __builtin_popcountll(bits);
}

// Index of the lowest set bit; `bits` must not be empty.
EMILIA_INLINE constexpr int lowest_bit(Bitboard bits) {
    return __builtin_ctzll(bits);
}

// Index of the highest set bit; `bits` must not be empty.
EMILIA_INLINE constexpr int highest_bit(Bitboard bits) {
    return 63 - __builtin_clzll(bits);
}

EMILIA_INLINE constexpr Bitboard without_lowest_bit(Bitboard bits) {
    return bits & (bits - 1);
}

}  // namespace emilia
