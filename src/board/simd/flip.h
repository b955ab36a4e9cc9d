#pragma once

#include "board/simd/rays.h"
#include "board/simd/target.h"
#include "util/bits.h"

#if EMILIA_HAS_AVX2
#include <immintrin.h>
#endif

// flips(square, own, opponent): the discs that a disc on the empty `square` turns over.
//
// Every line through the square is cut into the part with higher indices ("up") and the part with
// lower ones ("down"). Up: fill everything off the ray with ones and add one; the carry runs over
// the opponent's discs and stops at the first square that is not his. If that one is ours, what the
// carry ran over is turned. Down: the same stop is the highest bit of the ray that is not the
// opponent's.

namespace emilia::EMILIA_ISA {

#if EMILIA_HAS_AVX2

// The four directions side by side, results not yet joined.
EMILIA_INLINE __m256i flips_by_direction(int square, __m256i own, __m256i opponent) {
    const Rays& rays = kRays[static_cast<unsigned>(square)];
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);

#if EMILIA_HAS_AVX512
    // opponent | ~up
    const __m256i filled = _mm256_ternarylogic_epi64(opponent, opponent, up, 0xf5);
    const __m256i carried = _mm256_sub_epi64(filled, ones);
    const __m256i up_end = _mm256_ternarylogic_epi64(carried, own, up, 0x80);
    // (filled ^ carried) & up & opponent, then nothing where the line does not end in a disc of
    // ours.
    const __m256i up_run =
        _mm256_and_si256(_mm256_ternarylogic_epi64(filled, carried, up, 0x28), opponent);
    const __m256i up_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(up_end, zero), up_run);

    const __m256i top = _mm256_set1_epi64x(static_cast<long long>(Bitboard{1} << 63));
    const __m256i stops = _mm256_andnot_si256(opponent, down);
    const __m256i down_end =
        _mm256_and_si256(_mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stops)), own);
    // down & -end & ~end: the part of the ray above its end; 0 where there is no end.
    const __m256i down_flips =
        _mm256_ternarylogic_epi64(_mm256_sub_epi64(zero, down_end), down_end, down, 0x20);
#else
    const __m256i filled = _mm256_or_si256(opponent, _mm256_xor_si256(up, ones));
    const __m256i carried = _mm256_sub_epi64(filled, ones);
    const __m256i up_end = _mm256_and_si256(_mm256_and_si256(own, up), carried);
    const __m256i up_run =
        _mm256_and_si256(_mm256_xor_si256(filled, carried), _mm256_and_si256(opponent, up));
    const __m256i up_flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(up_end, zero), up_run);

    // No leading-zero count for four words at once: smear the stops down their own ray instead.
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i step4 = _mm256_set_epi64x(36, 28, 32, 4);
    __m256i stops = _mm256_andnot_si256(opponent, down);
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step2));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step4));
    const __m256i down_end = _mm256_andnot_si256(
        _mm256_srlv_epi64(stops, step), _mm256_and_si256(stops, _mm256_and_si256(own, down)));
    const __m256i down_flips =
        _mm256_andnot_si256(_mm256_cmpeq_epi64(down_end, zero), _mm256_andnot_si256(stops, down));
#endif
    return _mm256_or_si256(up_flips, down_flips);
}

EMILIA_INLINE Bitboard join_directions(__m256i words) {
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return static_cast<Bitboard>(
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

EMILIA_INLINE Bitboard flips(int square, Bitboard own, Bitboard opponent) {
    return join_directions(
        flips_by_direction(square, _mm256_set1_epi64x(static_cast<long long>(own)),
                           _mm256_set1_epi64x(static_cast<long long>(opponent))));
}

#else

EMILIA_INLINE Bitboard flips(int square, Bitboard own, Bitboard opponent) {
    const Rays& rays = kRays[static_cast<unsigned>(square)];
    Bitboard flipped = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const Bitboard up = rays.up[d];
        const Bitboard up_end = ((opponent | ~up) + 1) & up & own;
        flipped |= (up_end - (up_end != 0)) & up;

        const Bitboard down = rays.down[d];
        // The lowest bit is never strictly inside a run, so setting it only saves a test for no
        // stop.
        const Bitboard down_end = (Bitboard{1} << highest_bit((down & ~opponent) | 1)) & down & own;
        flipped |= (0 - down_end) & ~down_end & down;
    }
    return flipped;
}

#endif

}  // namespace emilia::EMILIA_ISA
