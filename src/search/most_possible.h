#pragma once

#include "board/simd/primitives.h"

namespace emilia::EMILIA_ISA {

// The most that can be had where the opponent keeps his stable discs; 64 where counting them is not
// worth while: they are counted where alpha is high and all of his discs would settle it.
EMILIA_INLINE int most_possible(Bitboard own, Bitboard opponent, int alpha) {
    constexpr int kLeastAlpha = 12;  // docs/endgame-log.md
    if (alpha < kLeastAlpha || 64 - 2 * popcount(opponent) > alpha) return 64;
    return 64 - 2 * popcount(stable_discs(opponent, own));
}

}  // namespace emilia::EMILIA_ISA
