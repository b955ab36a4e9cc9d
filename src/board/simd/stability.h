#pragma once

#include "board/areas.h"
#include "board/simd/edge_stability.h"
#include "board/simd/target.h"

#if EMILIA_HAS_AVX2
#include <immintrin.h>
#endif

// stable_discs(own, opponent): discs of ours that nothing can turn over.
//
// On the four edges a table knows them exactly (edge_stability.h). An inner disc is stable if on
// each of its four lines the line is full, or a neighbour on the line is a stable disc of ours.
// Started from the edges and the discs with four full lines, this is repeated until nothing is
// added.

namespace emilia::EMILIA_ISA {

// The squares of the a- and the h-file, packed into eight bits with row 1 lowest.
EMILIA_INLINE unsigned pack_a_file(Bitboard bits) {
    return static_cast<unsigned>(((bits & 0x0101010101010101) * 0x0102040810204080) >> 56);
}
EMILIA_INLINE unsigned pack_h_file(Bitboard bits) {
    return static_cast<unsigned>((((bits >> 7) & 0x0101010101010101) * 0x0102040810204080) >> 56);
}
EMILIA_INLINE Bitboard unpack_a_file(unsigned row) {
    // Spreads bit i to bit 8i: copies of the byte, shifted so that each copy's wanted bit falls on
    // file h of its row, then masked.
    return ((Bitboard{row & 0x7f} * 0x0002040810204081) & 0x0101010101010101) |
           (Bitboard{row >> 7} << 56);
}

EMILIA_INLINE Bitboard stable_edge_discs(Bitboard own, Bitboard opponent) {
    const auto look_up = [](unsigned mine, unsigned his) {
        return static_cast<unsigned>(kEdgeStability[mine * 256 + his]);
    };
    const unsigned top = look_up(own & 0xff, opponent & 0xff);
    const unsigned bottom =
        look_up(static_cast<unsigned>(own >> 56), static_cast<unsigned>(opponent >> 56));
    const unsigned left = look_up(pack_a_file(own), pack_a_file(opponent));
    const unsigned right = look_up(pack_h_file(own), pack_h_file(opponent));
    return Bitboard{top} | (Bitboard{bottom} << 56) | unpack_a_file(left) |
           (unpack_a_file(right) << 7);
}

#if EMILIA_HAS_AVX2

// Lane by direction: the squares whose line in that direction is full.
EMILIA_INLINE __m256i full_lines(Bitboard occupied) {
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i step4 = _mm256_set_epi64x(36, 28, 32, 4);
    const auto word = [](Bitboard bits) { return static_cast<long long>(bits); };
    const __m256i up1 = _mm256_set_epi64x(word(0xff80808080808080), word(0xff01010101010101),
                                          word(0xff00000000000000), word(0x8080808080808080));
    const __m256i up2 = _mm256_set_epi64x(word(0xffffc0c0c0c0c0c0), word(0xffff030303030303),
                                          word(0xffff000000000000), word(0xc0c0c0c0c0c0c0c0));
    const __m256i up4 = _mm256_set_epi64x(word(0xfffffffff0f0f0f0), word(0xffffffff0f0f0f0f),
                                          word(0xffffffff00000000), word(0xf0f0f0f0f0f0f0f0));
    const __m256i down1 = _mm256_set_epi64x(word(0x01010101010101ff), word(0x80808080808080ff),
                                            word(0x00000000000000ff), word(0x0101010101010101));
    const __m256i down2 = _mm256_set_epi64x(word(0x030303030303ffff), word(0xc0c0c0c0c0c0ffff),
                                            word(0x000000000000ffff), word(0x0303030303030303));
    const __m256i down4 = _mm256_set_epi64x(word(0x0f0f0f0fffffffff), word(0xf0f0f0f0ffffffff),
                                            word(0x00000000ffffffff), word(0x0f0f0f0f0f0f0f0f));
    __m256i up = _mm256_set1_epi64x(word(occupied));
    __m256i down = up;
    up = _mm256_and_si256(up, _mm256_or_si256(up1, _mm256_srlv_epi64(up, step)));
    down = _mm256_and_si256(down, _mm256_or_si256(down1, _mm256_sllv_epi64(down, step)));
    up = _mm256_and_si256(up, _mm256_or_si256(up2, _mm256_srlv_epi64(up, step2)));
    down = _mm256_and_si256(down, _mm256_or_si256(down2, _mm256_sllv_epi64(down, step2)));
    up = _mm256_and_si256(up, _mm256_or_si256(up4, _mm256_srlv_epi64(up, step4)));
    down = _mm256_and_si256(down, _mm256_or_si256(down4, _mm256_sllv_epi64(down, step4)));
    return _mm256_and_si256(up, down);
}

EMILIA_INLINE Bitboard meet_directions(__m256i words) {
    const __m128i half =
        _mm_and_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return static_cast<Bitboard>(
        _mm_cvtsi128_si64(_mm_and_si128(half, _mm_unpackhi_epi64(half, half))));
}

EMILIA_INLINE Bitboard stable_discs(Bitboard own, Bitboard opponent) {
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i full = full_lines(own | opponent);
    const Bitboard inner = own & kInnerSquares;
    Bitboard stable = stable_edge_discs(own, opponent) | (inner & meet_directions(full));
    for (;;) {
        const __m256i now = _mm256_set1_epi64x(static_cast<long long>(stable));
        const __m256i held = _mm256_or_si256(
            _mm256_or_si256(_mm256_sllv_epi64(now, step), _mm256_srlv_epi64(now, step)), full);
        const Bitboard more = stable | (inner & meet_directions(held));
        if (more == stable) return stable;
        stable = more;
    }
}

#else

// The squares from which the next `step`, 2 and 4 `step`s lead off the board, towards higher and
// lower indices, by direction (kSteps).
struct LineEnds {
    Bitboard up1, up2, up4, down1, down2, down4;
};
inline constexpr LineEnds kLineEnds[4] = {
    {0x8080808080808080, 0xc0c0c0c0c0c0c0c0, 0xf0f0f0f0f0f0f0f0,  //
     0x0101010101010101, 0x0303030303030303, 0x0f0f0f0f0f0f0f0f},
    {0xff00000000000000, 0xffff000000000000, 0xffffffff00000000,  //
     0x00000000000000ff, 0x000000000000ffff, 0x00000000ffffffff},
    {0xff01010101010101, 0xffff030303030303, 0xffffffff0f0f0f0f,  //
     0x80808080808080ff, 0xc0c0c0c0c0c0ffff, 0xf0f0f0f0ffffffff},
    {0xff80808080808080, 0xffffc0c0c0c0c0c0, 0xfffffffff0f0f0f0,  //
     0x01010101010101ff, 0x030303030303ffff, 0x0f0f0f0fffffffff},
};

EMILIA_INLINE Bitboard full_lines(Bitboard occupied, int step, const LineEnds& ends) {
    Bitboard up = occupied & (ends.up1 | (occupied >> step));
    Bitboard down = occupied & (ends.down1 | (occupied << step));
    up &= ends.up2 | (up >> (2 * step));
    down &= ends.down2 | (down << (2 * step));
    up &= ends.up4 | (up >> (4 * step));
    down &= ends.down4 | (down << (4 * step));
    return up & down;
}

EMILIA_INLINE Bitboard stable_discs(Bitboard own, Bitboard opponent) {
    constexpr int steps[4] = {1, 8, 7, 9};
    Bitboard full[4];
    for (int d = 0; d < 4; ++d) full[d] = full_lines(own | opponent, steps[d], kLineEnds[d]);
    const Bitboard inner = own & kInnerSquares;
    Bitboard stable =
        stable_edge_discs(own, opponent) | (inner & full[0] & full[1] & full[2] & full[3]);
    for (;;) {
        Bitboard more = inner;
        for (int d = 0; d < 4; ++d) more &= full[d] | (stable << steps[d]) | (stable >> steps[d]);
        more |= stable;
        if (more == stable) return stable;
        stable = more;
    }
}

#endif

}  // namespace emilia::EMILIA_ISA
