#pragma once

#include "board/simd/target.h"
#include "util/bits.h"

#if EMILIA_HAS_AVX2
#include <immintrin.h>
#endif

// legal_moves(own, opponent): from every disc of ours run over the opponent's discs, all lines at
// once, doubling the stride; the empty square behind a run is a legal move.
//
// The opponent's discs are masked to those that can lie strictly inside a line of the direction
// (not on the a- or h-file for rows and diagonals, ...), which also stops every run at the edge of
// the board.

namespace emilia::EMILIA_ISA {

inline constexpr Bitboard kInnerFiles = 0x7e7e7e7e7e7e7e7e;
inline constexpr Bitboard kInnerRows = 0x00ffffffffffff00;

#if EMILIA_HAS_AVX512

EMILIA_INLINE Bitboard legal_moves(Bitboard own, Bitboard opponent) {
    // Eight directions in eight lanes: rotations, since the masks keep anything from wrapping
    // round.
    const __m512i step = _mm512_set_epi64(55, 57, 56, 63, 9, 7, 8, 1);
    const __m512i step2 = _mm512_set_epi64(46, 50, 48, 62, 18, 14, 16, 2);
    const auto inner = static_cast<long long>(kInnerFiles & kInnerRows);
    const auto files = static_cast<long long>(kInnerFiles);
    const auto rows = static_cast<long long>(kInnerRows);
    const __m512i mask = _mm512_set_epi64(inner, inner, rows, files, inner, inner, rows, files);

    const __m512i inside =
        _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(opponent)), mask);
    const __m512i pairs = _mm512_and_si512(inside, _mm512_rolv_epi64(inside, step));
    __m512i run = _mm512_and_si512(
        inside, _mm512_rolv_epi64(_mm512_set1_epi64(static_cast<long long>(own)), step));
    // 0xf8: a | (b & c)
    run = _mm512_ternarylogic_epi64(run, inside, _mm512_rolv_epi64(run, step), 0xf8);
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, step2), 0xf8);
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, step2), 0xf8);
    const auto ends = static_cast<Bitboard>(_mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)));
    return ends & ~(own | opponent);
}

#elif EMILIA_HAS_AVX2

EMILIA_INLINE Bitboard legal_moves(Bitboard own, Bitboard opponent) {
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_set_epi64x(18, 14, 16, 2);
    const auto files = static_cast<long long>(kInnerFiles);
    const __m256i mask = _mm256_set_epi64x(files, files, -1, files);
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i inside =
        _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opponent)), mask);

    __m256i up = _mm256_and_si256(inside, _mm256_sllv_epi64(mine, step));
    __m256i down = _mm256_and_si256(inside, _mm256_srlv_epi64(mine, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inside, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inside, _mm256_srlv_epi64(down, step)));
    const __m256i up_pairs = _mm256_and_si256(inside, _mm256_sllv_epi64(inside, step));
    const __m256i down_pairs = _mm256_srlv_epi64(up_pairs, step);
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, step2)));
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, step2)));
    const __m256i ends =
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(ends), _mm256_extracti128_si256(ends, 1));
    const auto joined = static_cast<Bitboard>(
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
    return joined & ~(own | opponent);
}

#else

EMILIA_INLINE Bitboard legal_moves(Bitboard own, Bitboard opponent) {
    constexpr Bitboard masks[4] = {kInnerFiles, ~Bitboard{0}, kInnerFiles, kInnerFiles};
    constexpr int steps[4] = {1, 8, 7, 9};
    Bitboard ends = 0;
    for (int d = 0; d < 4; ++d) {
        const int step = steps[d];
        const Bitboard inside = opponent & masks[d];
        Bitboard up = inside & (own << step);
        Bitboard down = inside & (own >> step);
        up |= inside & (up << step);
        down |= inside & (down >> step);
        const Bitboard up_pairs = inside & (inside << step);
        const Bitboard down_pairs = up_pairs >> step;
        up |= up_pairs & (up << (2 * step));
        down |= down_pairs & (down >> (2 * step));
        up |= up_pairs & (up << (2 * step));
        down |= down_pairs & (down >> (2 * step));
        ends |= (up << step) | (down >> step);
    }
    return ends & ~(own | opponent);
}

#endif

}  // namespace emilia::EMILIA_ISA
