#pragma once

#include "search/last_flips.h"
#include "search/quarters.h"

// The value of positions with up to four empty squares, by the straightest code there is: most
// nodes of an endgame search are here.

namespace emilia::EMILIA_ISA {

inline constexpr int kNone = -127;  // less than any value

EMILIA_INLINE int final_value(int own, int opponent) {
    const int balance = own - opponent;
    const int empties = 64 - own - opponent;
    return balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0;
}

// What two squares turn over, both at once.
EMILIA_INLINE void flips_of_two(int x1, int x2, Bitboard own, Bitboard opponent, Bitboard& flipped1,
                                Bitboard& flipped2) {
#if EMILIA_HAS_AVX512
    // As flips() in board/simd/flip.h, with the second square in the upper half.
    const auto load = [](const std::array<Bitboard, 4>& a, const std::array<Bitboard, 4>& b) {
        return _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm256_load_si256(reinterpret_cast<const __m256i*>(a.data()))),
            _mm256_load_si256(reinterpret_cast<const __m256i*>(b.data())), 1);
    };
    const Rays& rays1 = kRays[static_cast<unsigned>(x1)];
    const Rays& rays2 = kRays[static_cast<unsigned>(x2)];
    const __m512i up = load(rays1.up, rays2.up);
    const __m512i down = load(rays1.down, rays2.down);
    const __m512i mine = _mm512_set1_epi64(static_cast<long long>(own));
    const __m512i his = _mm512_set1_epi64(static_cast<long long>(opponent));
    const __m512i top = _mm512_set1_epi64(static_cast<long long>(Bitboard{1} << 63));

    const __m512i filled = _mm512_ternarylogic_epi64(his, his, up, 0xf5);
    const __m512i carried = _mm512_sub_epi64(filled, _mm512_set1_epi64(-1));
    // The end less one: the part of the ray below it, 0 where there is none.
    const __m512i up_end = _mm512_ternarylogic_epi64(carried, mine, up, 0x80);
    const __m512i below =
        _mm512_max_epi64(_mm512_add_epi64(up_end, _mm512_set1_epi64(-1)), _mm512_setzero_si512());
    const __m512i stops = _mm512_andnot_si512(his, down);
    const __m512i down_end =
        _mm512_and_si512(_mm512_srlv_epi64(top, _mm512_lzcnt_epi64(stops)), mine);
    const __m512i down_flips = _mm512_ternarylogic_epi64(
        _mm512_sub_epi64(_mm512_setzero_si512(), down_end), down_end, down, 0x20);
    const __m512i all = _mm512_ternarylogic_epi64(down_flips, below, up, 0xf8);

    const __m256i first = _mm512_castsi512_si256(all);
    const __m256i second = _mm512_extracti64x4_epi64(all, 1);
    const __m256i pairs =
        _mm256_or_si256(_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second));
    const __m128i both =
        _mm_or_si128(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    flipped1 = static_cast<Bitboard>(_mm_cvtsi128_si64(both));
    flipped2 = static_cast<Bitboard>(_mm_extract_epi64(both, 1));
#else
    flipped1 = flips(x1, own, opponent);
    flipped2 = flips(x2, own, opponent);
#endif
}

// Two empty squares. No cutoff: both moves are searched side by side in less time than it takes to
// guess wrong which one is needed.
EMILIA_INLINE int value_2(std::uint64_t& nodes, Bitboard own, Bitboard opponent, int x1, int x2) {
    Bitboard flipped1, flipped2;
    flips_of_two(x1, x2, own, opponent, flipped1, flipped2);
    nodes += 1u + (flipped1 != 0) + (flipped2 != 0);
    if ((flipped1 | flipped2) != 0) [[likely]] {
        const int value1 = choose(flipped1 != 0, -last_value(x2, opponent ^ flipped1), kNone);
        const int value2 = choose(flipped2 != 0, -last_value(x1, opponent ^ flipped2), kNone);
        return value1 > value2 ? value1 : value2;
    }
    flips_of_two(x1, x2, opponent, own, flipped1, flipped2);
    nodes += unsigned{flipped1 != 0} + (flipped2 != 0);
    if ((flipped1 | flipped2) != 0) {
        const int value1 = choose(flipped1 != 0, last_value(x2, own ^ flipped1), -kNone);
        const int value2 = choose(flipped2 != 0, last_value(x1, own ^ flipped2), -kNone);
        return value1 < value2 ? value1 : value2;
    }
    return final_value(popcount(own), popcount(opponent));
}

// The best of the moves on three empty squares, tried in this order, or kNone if there is none. As
// below, what is returned is greater than alpha and a lower bound, or not and an upper bound.
EMILIA_INLINE int best_of_3(std::uint64_t& nodes, Bitboard own, Bitboard opponent, int alpha,
                            int x1, int x2, int x3) {
    const int squares[5] = {x1, x2, x3, x1, x2};
    Bitboard flipped[3];
    flips_of_two(x1, x2, own, opponent, flipped[0], flipped[1]);
    flipped[2] = flips(x3, own, opponent);
    unsigned legal =
        unsigned{flipped[0] != 0} | unsigned{flipped[1] != 0} << 1 | unsigned{flipped[2] != 0} << 2;
    int best = kNone;
    while (legal != 0) {
        const int i = lowest_bit(legal);
        const int value =
            -value_2(nodes, opponent ^ flipped[i], own ^ flipped[i] ^ (Bitboard{1} << squares[i]),
                     squares[i + 1], squares[i + 2]);
        if (value > best) best = value;
        if (value > alpha) break;
        legal &= legal - 1;
    }
    return best;
}

// Three empty squares.
EMILIA_INLINE int value_3(std::uint64_t& nodes, Bitboard own, Bitboard opponent, int alpha, int x1,
                          int x2, int x3) {
    const int value = best_of_3(nodes, own, opponent, alpha, x1, x2, x3);
    if (value != kNone) [[likely]]
        return value;
    const int after_pass = best_of_3(nodes, opponent, own, -alpha - 1, x1, x2, x3);
    if (after_pass != kNone) return -after_pass;
    return final_value(popcount(own), popcount(opponent));
}

}  // namespace emilia::EMILIA_ISA
