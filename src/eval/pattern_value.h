#pragma once

#include "board/simd/primitives.h"
#include "eval/features.h"
#include "eval/weights.h"

// The value of a position: a weight for each placed shape and one for the mobility, added up.

namespace emilia::EMILIA_ISA {

// What the shapes say. `table` is Weights::table() of the position's stage; in units of
// kUnitsOfADisc.
EMILIA_INLINE int pattern_value(const Features& features, const std::int16_t* table) {
#if EMILIA_HAS_AVX512
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t i = 0; i < kMostPlaces; i += 16) {
        const __m512i number = _mm512_cvtepi16_epi32(
            _mm256_load_si256(reinterpret_cast<const __m256i*>(features.number.data() + i)));
        const __m512i at =
            _mm512_add_epi32(number, _mm512_load_si512(kTableOffsets.offset.data() + i));
        // Four bytes are read: the weight in the lower half, moved up and back for its sign.
        const __m512i both = _mm512_i32gather_epi32(at, table, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(both, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
#elif EMILIA_HAS_AVX2
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t i = 0; i < kMostPlaces; i += 8) {
        const __m256i number = _mm256_cvtepi16_epi32(
            _mm_load_si128(reinterpret_cast<const __m128i*>(features.number.data() + i)));
        const __m256i at = _mm256_add_epi32(
            number,
            _mm256_load_si256(reinterpret_cast<const __m256i*>(kTableOffsets.offset.data() + i)));
        const __m256i both = _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), at, 2);
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32(_mm256_slli_epi32(both, 16), 16));
    }
    const __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    const __m128i quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0xb1)));
#else
    int sum = 0;
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        sum += table[kTableOffsets.offset[place] + features.number[place]];
    }
    return sum;
#endif
}

// With the mobility, for the player to move.
EMILIA_INLINE int position_value(Bitboard own, Bitboard opponent, const Features& features,
                                 const std::int16_t* table) {
    const int mobility =
        mobility_number(popcount(legal_moves(own, opponent)), popcount(legal_moves(opponent, own)));
    return pattern_value(features, table) + table[kTableOffsets.mobility + mobility];
}

}  // namespace emilia::EMILIA_ISA
