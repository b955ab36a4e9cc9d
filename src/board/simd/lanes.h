#pragma once

#include "board/simd/target.h"
#include "util/bits.h"

// Several bitboards side by side in one register, one a lane: eight with AVX-512, four with AVX2.

#if EMILIA_HAS_AVX2

#include <immintrin.h>

namespace emilia::EMILIA_ISA {

#if EMILIA_HAS_AVX512

using Lanes = __m512i;
inline constexpr unsigned kLanes = 8;

EMILIA_INLINE Lanes load(const Bitboard* from) {
    return _mm512_loadu_si512(from);
}
EMILIA_INLINE void store(Bitboard* to, Lanes a) {
    _mm512_storeu_si512(to, a);
}
EMILIA_INLINE Lanes same(Bitboard word) {
    return _mm512_set1_epi64(static_cast<long long>(word));
}
template <int kStep, bool kUp>
EMILIA_INLINE Lanes shift(Lanes a) {
    return kUp ? _mm512_slli_epi64(a, kStep) : _mm512_srli_epi64(a, kStep);
}
EMILIA_INLINE Lanes both(Lanes a, Lanes b) {
    return _mm512_and_si512(a, b);
}
EMILIA_INLINE Lanes differ(Lanes a, Lanes b) {
    return _mm512_xor_si512(a, b);
}
// a | (b & c)
EMILIA_INLINE Lanes add_both(Lanes a, Lanes b, Lanes c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xf8);
}
EMILIA_INLINE Lanes any(Lanes a, Lanes b, Lanes c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xfe);
}
// a & ~b & ~c
EMILIA_INLINE Lanes neither(Lanes a, Lanes b, Lanes c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x10);
}
// `a`, and in the lanes where `run` meets `end`, also `more`.
EMILIA_INLINE Lanes add_where_met(Lanes a, Lanes run, Lanes end, Lanes more) {
    return _mm512_mask_or_epi64(a, _mm512_test_epi64_mask(run, end), a, more);
}
// Bit i set: lane i is empty.
EMILIA_INLINE unsigned empty_lanes(Lanes a) {
    return _mm512_testn_epi64_mask(a, a);
}
// Adds each lane's number of bits to the lane of `sum`.
EMILIA_INLINE Lanes add_popcounts(Lanes sum, Lanes a) {
    return _mm512_add_epi64(sum, _mm512_popcnt_epi64(a));
}

#else

using Lanes = __m256i;
inline constexpr unsigned kLanes = 4;

EMILIA_INLINE Lanes load(const Bitboard* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
EMILIA_INLINE void store(Bitboard* to, Lanes a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a);
}
EMILIA_INLINE Lanes same(Bitboard word) {
    return _mm256_set1_epi64x(static_cast<long long>(word));
}
template <int kStep, bool kUp>
EMILIA_INLINE Lanes shift(Lanes a) {
    return kUp ? _mm256_slli_epi64(a, kStep) : _mm256_srli_epi64(a, kStep);
}
EMILIA_INLINE Lanes both(Lanes a, Lanes b) {
    return _mm256_and_si256(a, b);
}
EMILIA_INLINE Lanes differ(Lanes a, Lanes b) {
    return _mm256_xor_si256(a, b);
}
// a | (b & c)
EMILIA_INLINE Lanes add_both(Lanes a, Lanes b, Lanes c) {
    return _mm256_or_si256(a, _mm256_and_si256(b, c));
}
EMILIA_INLINE Lanes any(Lanes a, Lanes b, Lanes c) {
    return _mm256_or_si256(a, _mm256_or_si256(b, c));
}
// a & ~b & ~c
EMILIA_INLINE Lanes neither(Lanes a, Lanes b, Lanes c) {
    return _mm256_andnot_si256(_mm256_or_si256(b, c), a);
}
// `a`, and in the lanes where `run` meets `end`, also `more`.
EMILIA_INLINE Lanes add_where_met(Lanes a, Lanes run, Lanes end, Lanes more) {
    const __m256i missed = _mm256_cmpeq_epi64(_mm256_and_si256(run, end), _mm256_setzero_si256());
    return _mm256_or_si256(a, _mm256_andnot_si256(missed, more));
}
// Bit i set: lane i is empty.
EMILIA_INLINE unsigned empty_lanes(Lanes a) {
    const __m256i empty = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
}
// Adds each lane's number of bits to the lane of `sum`: a table of nibbles, then sums of bytes.
EMILIA_INLINE Lanes add_popcounts(Lanes sum, Lanes a) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(0x0f);
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, nibble));
    const __m256i high =
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(a, 4), nibble));
    return _mm256_add_epi64(sum,
                            _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256()));
}

#endif

}  // namespace emilia::EMILIA_ISA

#endif
