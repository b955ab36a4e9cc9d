#pragma once

#include <cstdint>

#include "board/simd/lanes.h"
#include "board/simd/primitives.h"
#include "board/simd/target.h"
#include "util/bits.h"

// Plays the last moves of a tree many at a time: (position, move) pairs are collected from many
// positions and played together, one pair a lane. Lanes are then always full, however many moves
// each position had, and no direction is joined with another across a register.

#if EMILIA_HAS_AVX2

namespace emilia::EMILIA_ISA {

// kReplies: count the replies to each move. Otherwise each move counts one, and its position is
// made.
template <bool kReplies>
class LeafBatch {
  public:
    // Asked for the count below a position whose mover has no legal move.
    using Stuck = std::uint64_t (*)(Bitboard own, Bitboard opponent);
    explicit LeafBatch(Stuck stuck) : stuck_(stuck) {}

    // Adds all the moves of a position; `moves` are its legal ones.
    EMILIA_INLINE void add(Bitboard own, Bitboard opponent, Bitboard moves) {
        const Lanes mine = same(own);
        const Lanes his = same(opponent);
#if EMILIA_HAS_AVX512
        // The indices of the set bits, packed to the front, a byte each.
        __m512i squares = _mm512_maskz_compress_epi8(moves, identity());
        for (int left = popcount(moves); left > 0; left -= 8) {
            const __m512i index = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(squares));
            store(own_ + size_, mine);
            store(opponent_ + size_, his);
            store(placed_ + size_, _mm512_sllv_epi64(_mm512_set1_epi64(1), index));
            size_ += left < 8 ? static_cast<unsigned>(left) : 8u;
            squares = _mm512_alignr_epi64(squares, squares, 1);
        }
#else
        const unsigned end = size_ + static_cast<unsigned>(popcount(moves));
        for (unsigned at = size_; at < end; at += kLanes) {
            store(own_ + at, mine);
            store(opponent_ + at, his);
        }
        for (; size_ < end; ++size_) {
            placed_[size_] = moves & (0 - moves);
            moves = without_lowest_bit(moves);
        }
#endif
        if (size_ >= kFlushAt) flush();
    }

    // The sum over everything added.
    EMILIA_INLINE std::uint64_t total() {
        flush();
        std::uint64_t all = total_;
        Bitboard sums[kLanes];
        store(sums, sum_);
        for (const Bitboard lane : sums) all += lane;
        // Fewer than a register holds are left: one by one.
        for (unsigned i = 0; i < size_; ++i) {
            const Bitboard flipped = flips(lowest_bit(placed_[i]), own_[i], opponent_[i]);
            const Bitboard own = opponent_[i] ^ flipped;
            const Bitboard opponent = own_[i] ^ flipped ^ placed_[i];
            const Bitboard moves = kReplies ? legal_moves(own, opponent) : placed_[i];
            all += moves ? static_cast<std::uint64_t>(popcount(moves)) : stuck_(own, opponent);
        }
        size_ = 0;
        return all;
    }

  private:
    static constexpr unsigned kFlushAt = 64;
    static constexpr unsigned kCapacity = kFlushAt + 64 + kLanes;

#if EMILIA_HAS_AVX512
    EMILIA_INLINE static __m512i identity() {
        alignas(64) static constexpr std::uint8_t bytes[64] = {
            0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
            22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
            44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
        return _mm512_load_si512(bytes);
    }
#endif

    // Counts all full groups and moves the rest to the front.
    EMILIA_INLINE void flush() {
        unsigned from = 0;
        for (; from + kLanes <= size_; from += kLanes) count(from);
        size_ -= from;
        store(own_, load(own_ + from));
        store(opponent_, load(opponent_ + from));
        store(placed_, load(placed_ + from));
    }

    // What runs from `start` over `inside` in one direction; pairs = inside & shift(inside).
    template <int kStep, bool kUp>
    EMILIA_INLINE static Lanes run_over(Lanes start, Lanes inside, Lanes pairs) {
        Lanes run = both(inside, shift<kStep, kUp>(start));
        run = add_both(run, inside, shift<kStep, kUp>(run));
        run = add_both(run, pairs, shift<2 * kStep, kUp>(run));
        return add_both(run, pairs, shift<2 * kStep, kUp>(run));
    }

    template <int kStep>
    EMILIA_INLINE static Lanes add_flips(Lanes flipped, Lanes placed, Lanes own, Lanes inside) {
        const Lanes pairs = both(inside, shift<kStep, true>(inside));
        const Lanes up = run_over<kStep, true>(placed, inside, pairs);
        flipped = add_where_met(flipped, shift<kStep, true>(up), own, up);
        const Lanes down = run_over<kStep, false>(placed, inside, shift<kStep, false>(pairs));
        return add_where_met(flipped, shift<kStep, false>(down), own, down);
    }

    template <int kStep>
    EMILIA_INLINE static Lanes add_moves(Lanes ends, Lanes own, Lanes inside) {
        const Lanes pairs = both(inside, shift<kStep, true>(inside));
        const Lanes up = run_over<kStep, true>(own, inside, pairs);
        const Lanes down = run_over<kStep, false>(own, inside, shift<kStep, false>(pairs));
        return any(ends, shift<kStep, true>(up), shift<kStep, false>(down));
    }

    EMILIA_INLINE void count(unsigned from) {
        const Lanes files = same(kInnerFiles);
        const Lanes mine = load(own_ + from);
        const Lanes his = load(opponent_ + from);
        const Lanes placed = load(placed_ + from);

        const Lanes his_inside = both(his, files);
        Lanes flipped = same(0);
        flipped = add_flips<1>(flipped, placed, mine, his_inside);
        flipped = add_flips<7>(flipped, placed, mine, his_inside);
        flipped = add_flips<8>(flipped, placed, mine, his);
        flipped = add_flips<9>(flipped, placed, mine, his_inside);
        const Lanes own = differ(his, flipped);
        const Lanes opponent = differ(differ(mine, flipped), placed);
        if constexpr (!kReplies) {
            // Keeps the compiler from proving that nobody looks at the positions.
            asm volatile("" : : "x"(own), "x"(opponent));
            total_ += kLanes;
            return;
        }

        const Lanes inside = both(opponent, files);
        Lanes ends = same(0);
        ends = add_moves<1>(ends, own, inside);
        ends = add_moves<7>(ends, own, inside);
        ends = add_moves<8>(ends, own, opponent);
        ends = add_moves<9>(ends, own, inside);
        const Lanes moves = neither(ends, own, opponent);
        sum_ = add_popcounts(sum_, moves);
        if (const unsigned none = empty_lanes(moves)) [[unlikely]] {
            Bitboard a[kLanes];
            Bitboard b[kLanes];
            store(a, own);
            store(b, opponent);
            for (unsigned lane = 0; lane < kLanes; ++lane) {
                if (none >> lane & 1) total_ += stuck_(a[lane], b[lane]);
            }
        }
    }

    Bitboard own_[kCapacity];
    Bitboard opponent_[kCapacity];
    Bitboard placed_[kCapacity];
    unsigned size_ = 0;
    Lanes sum_ = same(0);
    std::uint64_t total_ = 0;
    Stuck stuck_;
};

}  // namespace emilia::EMILIA_ISA

#endif
