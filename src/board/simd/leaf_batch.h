#pragma once

#include <cstdint>

#include "board/simd/primitives.h"
#include "board/simd/target.h"
#include "util/bits.h"

// Counts the moves two plies ahead: (position, move) pairs are collected from many positions, and
// eight at a time are played and their replies counted, one pair a lane. Lanes are then always
// full, however many moves each position had, and nothing is summed across a register until the
// end.

#if EMILIA_HAS_AVX512

#include <immintrin.h>

namespace emilia::EMILIA_ISA {

class LeafBatch {
  public:
    // `stuck` is asked for the count below a position whose mover has no legal move.
    using Stuck = std::uint64_t (*)(Bitboard own, Bitboard opponent);
    explicit LeafBatch(Stuck stuck) : stuck_(stuck) {}

    // Adds all the moves of a position; `moves` are its legal ones.
    EMILIA_INLINE void add(Bitboard own, Bitboard opponent, Bitboard moves) {
        const __m512i mine = _mm512_set1_epi64(static_cast<long long>(own));
        const __m512i his = _mm512_set1_epi64(static_cast<long long>(opponent));
        const __m512i one = _mm512_set1_epi64(1);
        // The indices of the set bits, packed to the front, a byte each.
        __m512i squares = _mm512_maskz_compress_epi8(moves, identity());
        for (int left = popcount(moves); left > 0; left -= 8) {
            const __m512i index = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(squares));
            _mm512_storeu_si512(own_ + size_, mine);
            _mm512_storeu_si512(opponent_ + size_, his);
            _mm512_storeu_si512(placed_ + size_, _mm512_sllv_epi64(one, index));
            size_ += left < 8 ? static_cast<unsigned>(left) : 8u;
            squares = _mm512_alignr_epi64(squares, squares, 1);
        }
        if (size_ >= kFlushAt) flush();
    }

    // The sum over everything added.
    EMILIA_INLINE std::uint64_t total() {
        flush();
        if (size_ != 0) count(static_cast<__mmask8>((1u << size_) - 1), 0);
        size_ = 0;
        return total_ + static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sum_));
    }

  private:
    static constexpr unsigned kFlushAt = 64;
    static constexpr unsigned kCapacity = kFlushAt + 64 + 8;

    EMILIA_INLINE static __m512i identity() {
        alignas(64) static constexpr std::uint8_t bytes[64] = {
            0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
            22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
            44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
        return _mm512_load_si512(bytes);
    }

    // Counts all full groups of eight and moves the rest to the front.
    EMILIA_INLINE void flush() {
        unsigned from = 0;
        for (; from + 8 <= size_; from += 8) count(0xff, from);
        size_ -= from;
        _mm512_storeu_si512(own_, _mm512_loadu_si512(own_ + from));
        _mm512_storeu_si512(opponent_, _mm512_loadu_si512(opponent_ + from));
        _mm512_storeu_si512(placed_, _mm512_loadu_si512(placed_ + from));
    }

    template <int kStep, bool kUp>
    EMILIA_INLINE static __m512i shift(__m512i words) {
        return kUp ? _mm512_slli_epi64(words, kStep) : _mm512_srli_epi64(words, kStep);
    }

    // What runs from `start` over `inside` in one direction; pairs = inside & shift(inside).
    template <int kStep, bool kUp>
    EMILIA_INLINE static __m512i run_over(__m512i start, __m512i inside, __m512i pairs) {
        __m512i run = _mm512_and_si512(inside, shift<kStep, kUp>(start));
        run = _mm512_ternarylogic_epi64(run, inside, shift<kStep, kUp>(run), 0xf8);
        run = _mm512_ternarylogic_epi64(run, pairs, shift<2 * kStep, kUp>(run), 0xf8);
        return _mm512_ternarylogic_epi64(run, pairs, shift<2 * kStep, kUp>(run), 0xf8);
    }

    template <int kStep>
    EMILIA_INLINE static void add_flips(__m512i& flipped, __m512i placed, __m512i own,
                                        __m512i inside) {
        const __m512i pairs = _mm512_and_si512(inside, shift<kStep, true>(inside));
        const __m512i up = run_over<kStep, true>(placed, inside, pairs);
        const __mmask8 up_ends = _mm512_test_epi64_mask(shift<kStep, true>(up), own);
        flipped = _mm512_mask_or_epi64(flipped, up_ends, flipped, up);
        const __m512i down = run_over<kStep, false>(placed, inside, shift<kStep, false>(pairs));
        const __mmask8 down_ends = _mm512_test_epi64_mask(shift<kStep, false>(down), own);
        flipped = _mm512_mask_or_epi64(flipped, down_ends, flipped, down);
    }

    template <int kStep>
    EMILIA_INLINE static void add_moves(__m512i& ends, __m512i own, __m512i inside) {
        const __m512i pairs = _mm512_and_si512(inside, shift<kStep, true>(inside));
        const __m512i up = run_over<kStep, true>(own, inside, pairs);
        const __m512i down = run_over<kStep, false>(own, inside, shift<kStep, false>(pairs));
        // 0xfe: a | b | c
        ends = _mm512_ternarylogic_epi64(ends, shift<kStep, true>(up), shift<kStep, false>(down),
                                         0xfe);
    }

    EMILIA_INLINE void count(__mmask8 lanes, unsigned from) {
        const __m512i files = _mm512_set1_epi64(static_cast<long long>(kInnerFiles));
        const __m512i mine = _mm512_loadu_si512(own_ + from);
        const __m512i his = _mm512_loadu_si512(opponent_ + from);
        const __m512i placed = _mm512_loadu_si512(placed_ + from);

        const __m512i his_inside = _mm512_and_si512(his, files);
        __m512i flipped = _mm512_setzero_si512();
        add_flips<1>(flipped, placed, mine, his_inside);
        add_flips<7>(flipped, placed, mine, his_inside);
        add_flips<8>(flipped, placed, mine, his);
        add_flips<9>(flipped, placed, mine, his_inside);

        const __m512i own = _mm512_xor_si512(his, flipped);
        // 0x96: a ^ b ^ c
        const __m512i opponent = _mm512_ternarylogic_epi64(mine, flipped, placed, 0x96);
        const __m512i inside = _mm512_and_si512(opponent, files);
        __m512i ends = _mm512_setzero_si512();
        add_moves<1>(ends, own, inside);
        add_moves<7>(ends, own, inside);
        add_moves<8>(ends, own, opponent);
        add_moves<9>(ends, own, inside);
        // 0x10: a & ~b & ~c
        const __m512i moves = _mm512_ternarylogic_epi64(ends, own, opponent, 0x10);

        sum_ = _mm512_mask_add_epi64(sum_, lanes, sum_, _mm512_popcnt_epi64(moves));
        const __mmask8 none = _mm512_mask_testn_epi64_mask(lanes, moves, moves);
        if (none) [[unlikely]] {
            alignas(64) Bitboard a[8];
            alignas(64) Bitboard b[8];
            _mm512_store_si512(a, own);
            _mm512_store_si512(b, opponent);
            for (unsigned lane = 0; lane < 8; ++lane) {
                if (none >> lane & 1) total_ += stuck_(a[lane], b[lane]);
            }
        }
    }

    Bitboard own_[kCapacity];
    Bitboard opponent_[kCapacity];
    Bitboard placed_[kCapacity];
    unsigned size_ = 0;
    __m512i sum_ = _mm512_setzero_si512();
    std::uint64_t total_ = 0;
    Stuck stuck_;
};

}  // namespace emilia::EMILIA_ISA

#endif
