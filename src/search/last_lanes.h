#pragma once

#include "search/last_squares.h"
#include "search/quarters.h"

// The last three and two empty squares of several positions at once, one position a lane: no
// branches, and nothing is carried between the processor's two kinds of registers. All positions
// come from one a few moves before, whose empty squares they share.

#if EMILIA_HAS_AVX512

#include "board/simd/lanes.h"

namespace emilia::EMILIA_ISA {

EMILIA_INLINE Lanes in_all(int number) {
    return _mm512_set1_epi64(number);
}
EMILIA_INLINE Lanes negated(Lanes a) {
    return _mm512_sub_epi64(_mm512_setzero_si512(), a);
}
EMILIA_INLINE Lanes lowest(Lanes a) {
    return both(a, negated(a));
}
// a ^ b ^ c
EMILIA_INLINE Lanes differ(Lanes a, Lanes b, Lanes c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
EMILIA_INLINE unsigned lanes_with_any(Lanes a) {
    return _mm512_test_epi64_mask(a, a);
}
// `a`, and in some lanes `b`.
EMILIA_INLINE Lanes replace(Lanes a, unsigned some, Lanes b) {
    return _mm512_mask_mov_epi64(a, static_cast<__mmask8>(some), b);
}
EMILIA_INLINE Lanes from_lane(Lanes a, Lanes lane) {
    return _mm512_permutexvar_epi64(lane, a);
}
EMILIA_INLINE Bitboard first_of(Lanes a) {
    return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm512_castsi512_si128(a)));
}

// As Rays, of another square in each lane.
struct LaneRays {
    Lanes up[4];
    Lanes down[4];
};

// As flips() in board/simd/flip.h, the directions one after the other.
EMILIA_INLINE Lanes flips(const LaneRays& rays, Lanes own, Lanes opponent) {
    const Lanes ones = in_all(-1);
    const Lanes top = same(Bitboard{1} << 63);
    Lanes flipped[4];
    for (int d = 0; d < 4; ++d) {
        const Lanes filled = _mm512_ternarylogic_epi64(opponent, opponent, rays.up[d], 0xf5);
        const Lanes carried = _mm512_sub_epi64(filled, ones);
        const Lanes up_end = _mm512_ternarylogic_epi64(carried, own, rays.up[d], 0x80);
        const Lanes below =
            _mm512_max_epi64(_mm512_add_epi64(up_end, ones), _mm512_setzero_si512());
        const Lanes stops = _mm512_andnot_si512(opponent, rays.down[d]);
        const Lanes down_end = both(_mm512_srlv_epi64(top, _mm512_lzcnt_epi64(stops)), own);
        const Lanes down_flips =
            _mm512_ternarylogic_epi64(negated(down_end), down_end, rays.down[d], 0x20);
        flipped[d] = add_both(down_flips, below, rays.up[d]);
    }
    return _mm512_or_si512(any(flipped[0], flipped[1], flipped[2]), flipped[3]);
}

// Behind runs along one line, both ways, that begin at discs of ours.
template <int kStep>
EMILIA_INLINE Lanes add_ends(Lanes ends, Lanes own, Lanes inside) {
    const Lanes up_pairs = both(inside, shift<kStep, true>(inside));
    const Lanes down_pairs = shift<kStep, false>(up_pairs);
    Lanes up = both(inside, shift<kStep, true>(own));
    Lanes down = both(inside, shift<kStep, false>(own));
    up = add_both(up, inside, shift<kStep, true>(up));
    down = add_both(down, inside, shift<kStep, false>(down));
    up = add_both(up, up_pairs, shift<2 * kStep, true>(up));
    down = add_both(down, down_pairs, shift<2 * kStep, false>(down));
    up = add_both(up, up_pairs, shift<2 * kStep, true>(up));
    down = add_both(down, down_pairs, shift<2 * kStep, false>(down));
    return any(ends, shift<kStep, true>(up), shift<kStep, false>(down));
}

// As legal_moves() in board/simd/mobility.h, of these squares.
EMILIA_INLINE Lanes legal_moves(Lanes own, Lanes opponent, Lanes squares) {
    const Lanes inside = both(opponent, same(kInnerFiles));
    Lanes ends = _mm512_setzero_si512();
    ends = add_ends<1>(ends, own, inside);
    ends = add_ends<8>(ends, own, opponent);
    ends = add_ends<7>(ends, own, inside);
    ends = add_ends<9>(ends, own, inside);
    return both(ends, squares);
}

// A few empty squares, each in a lane of its own: the n-th lowest in the n-th.
struct LaneSquares {
    Bitboard empty;
    LaneRays rays;
    Lanes disc;
    Lanes quarter;  // the whole quarter that it lies in

    // The lanes of some of the squares, and the other way round.
    EMILIA_INLINE unsigned lanes_of(Bitboard squares) const {
        return static_cast<unsigned>(_pext_u64(squares, empty));
    }
    EMILIA_INLINE Bitboard of_lanes(unsigned lanes) const { return _pdep_u64(lanes, empty); }

    // The rays of one square a lane.
    EMILIA_INLINE LaneRays rays_of(Lanes discs) const {
        const Lanes place =
            _mm512_popcnt_epi64(both(same(empty), _mm512_add_epi64(discs, in_all(-1))));
        LaneRays found;
        for (int d = 0; d < 4; ++d) {
            found.up[d] = from_lane(rays.up[d], place);
            found.down[d] = from_lane(rays.down[d], place);
        }
        return found;
    }
};

template <int kCount>
EMILIA_INLINE void list_squares(Bitboard empty, LaneSquares& squares) {
    static_assert(kCount <= 8);
    squares.empty = empty;
    // The rays of a square are a row, those of a direction a column.
    Lanes rows[8];
    alignas(64) Bitboard disc[8] = {};
    Bitboard left = empty;
    for (int i = 0; i < kCount; ++i) {
        const int x = lowest_bit(left);
        left = without_lowest_bit(left);
        disc[i] = Bitboard{1} << x;
        rows[i] = _mm512_load_si512(&kRays[static_cast<unsigned>(x)]);
    }
    for (int i = kCount; i < 8; ++i) rows[i] = _mm512_setzero_si512();
    squares.disc = load(disc);
    Lanes pairs[8];
    for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm512_unpacklo_epi64(rows[i], rows[i + 1]);
        pairs[i + 1] = _mm512_unpackhi_epi64(rows[i], rows[i + 1]);
    }
    Lanes columns[8];
    for (int i = 0; i < 2; ++i) {
        const Lanes low1 = _mm512_shuffle_i64x2(pairs[i], pairs[2 + i], 0x44);
        const Lanes high1 = _mm512_shuffle_i64x2(pairs[i], pairs[2 + i], 0xee);
        const Lanes low2 = _mm512_shuffle_i64x2(pairs[4 + i], pairs[6 + i], 0x44);
        const Lanes high2 = _mm512_shuffle_i64x2(pairs[4 + i], pairs[6 + i], 0xee);
        columns[i] = _mm512_shuffle_i64x2(low1, low2, 0x88);
        columns[2 + i] = _mm512_shuffle_i64x2(low1, low2, 0xdd);
        columns[4 + i] = _mm512_shuffle_i64x2(high1, high2, 0x88);
        columns[6 + i] = _mm512_shuffle_i64x2(high1, high2, 0xdd);
    }
    for (int d = 0; d < 4; ++d) {
        squares.rays.up[d] = columns[d];
        squares.rays.down[d] = columns[4 + d];
    }
    const Lanes left_half = same(kQuarters[0] | kQuarters[2]);
    const Lanes lower_half = same(kQuarters[0] | kQuarters[1]);
    const Lanes files = replace(same(kQuarters[1] | kQuarters[3]),
                                _mm512_test_epi64_mask(squares.disc, left_half), left_half);
    const Lanes ranks = replace(same(kQuarters[2] | kQuarters[3]),
                                _mm512_test_epi64_mask(squares.disc, lower_half), lower_half);
    squares.quarter = both(files, ranks);
}

// As last_value(), of the square of the rays.
EMILIA_INLINE Lanes last_value(const LaneRays& rays, Lanes own) {
    const Lanes ones = in_all(-1);
    const Lanes top = same(Bitboard{1} << 63);
    // A run is what lies before the first disc of the other side.
    const auto run_up = [&](Lanes ends, Lanes ray) {
        return _mm512_maskz_ternarylogic_epi64(static_cast<__mmask8>(lanes_with_any(ends)),
                                               _mm512_add_epi64(ends, ones), ends, ray, 0x20);
    };
    const auto run_down = [&](Lanes ends, Lanes ray) {
        const Lanes end = _mm512_srlv_epi64(top, _mm512_lzcnt_epi64(ends));
        return _mm512_ternarylogic_epi64(negated(end), end, ray, 0x20);
    };
    Lanes mine[4];
    Lanes his[4];
    for (int d = 0; d < 4; ++d) {
        mine[d] = _mm512_or_si512(run_up(both(own, rays.up[d]), rays.up[d]),
                                  run_down(both(own, rays.down[d]), rays.down[d]));
        his[d] = _mm512_or_si512(run_up(_mm512_andnot_si512(own, rays.up[d]), rays.up[d]),
                                 run_down(_mm512_andnot_si512(own, rays.down[d]), rays.down[d]));
    }
    const Lanes all_mine = _mm512_or_si512(any(mine[0], mine[1], mine[2]), mine[3]);
    const Lanes all_his = _mm512_or_si512(any(his[0], his[1], his[2]), his[3]);
    const Lanes discs = _mm512_popcnt_epi64(own);
    // Where nobody turns anything the winner gets the square.
    Lanes gain = _mm512_srli_epi64(discs, 5);
    gain = replace(gain, lanes_with_any(all_his), negated(_mm512_popcnt_epi64(all_his)));
    gain = replace(gain, lanes_with_any(all_mine),
                   _mm512_sub_epi64(_mm512_popcnt_epi64(all_mine), ones));
    return _mm512_sub_epi64(_mm512_slli_epi64(_mm512_add_epi64(discs, gain), 1), in_all(64));
}

// As value_2(), in the active lanes; `left` are the empty squares.
EMILIA_INLINE Lanes value_2(const LaneSquares& squares, std::uint64_t& nodes, unsigned active,
                            Lanes own, Lanes opponent, Lanes left) {
    const Lanes disc1 = lowest(left);
    const LaneRays rays1 = squares.rays_of(disc1);
    const LaneRays rays2 = squares.rays_of(differ(left, disc1));
    Lanes flipped1 = flips(rays1, own, opponent);
    Lanes flipped2 = flips(rays2, own, opponent);
    unsigned legal1 = lanes_with_any(flipped1) & active;
    unsigned legal2 = lanes_with_any(flipped2) & active;
    nodes += static_cast<unsigned>(popcount(active) + popcount(legal1) + popcount(legal2));
    const unsigned passed = active & ~(legal1 | legal2);
    unsigned over = 0;
    Lanes other = opponent;
    if (passed != 0) {
        flipped1 = replace(flipped1, passed, flips(rays1, opponent, own));
        flipped2 = replace(flipped2, passed, flips(rays2, opponent, own));
        const unsigned replies1 = lanes_with_any(flipped1) & passed;
        const unsigned replies2 = lanes_with_any(flipped2) & passed;
        nodes += static_cast<unsigned>(popcount(replies1) + popcount(replies2));
        legal1 |= replies1;
        legal2 |= replies2;
        over = passed & ~(replies1 | replies2);
        other = replace(opponent, passed, own);
    }
    // The other one's values: the least is the mover's best.
    const Lanes value1 = last_value(rays2, differ(other, flipped1));
    const Lanes value2 = last_value(rays1, differ(other, flipped2));
    Lanes least = replace(in_all(-kNone), legal1, value1);
    least = _mm512_mask_min_epi64(least, static_cast<__mmask8>(legal2), least, value2);
    Lanes value = replace(negated(least), passed, least);
    if (over != 0) {
        const Lanes balance =
            _mm512_sub_epi64(_mm512_popcnt_epi64(own), _mm512_popcnt_epi64(opponent));
        const __mmask8 won = _mm512_cmpgt_epi64_mask(balance, _mm512_setzero_si512());
        const __mmask8 lost = _mm512_cmplt_epi64_mask(balance, _mm512_setzero_si512());
        const Lanes with_won = _mm512_mask_add_epi64(balance, won, balance, in_all(2));
        value = replace(value, over, _mm512_mask_sub_epi64(with_won, lost, balance, in_all(2)));
    }
    return value;
}

// As value_3(), in the active lanes: of the squares left one of `first` is tried ahead of others.
EMILIA_INLINE Lanes value_3(const LaneSquares& squares, std::uint64_t& nodes, unsigned active,
                            Lanes own, Lanes opponent, int alpha, Lanes left, Lanes first) {
    Lanes moves = legal_moves(own, opponent, left);
    const unsigned movable = active & lanes_with_any(moves);
    Lanes best = in_all(kNone);
    const Lanes preferred = both(moves, lowest(first));
    Lanes disc = lowest(replace(moves, lanes_with_any(preferred), preferred));
    for (unsigned tried = movable; tried != 0;) {
        const Lanes flipped = flips(squares.rays_of(disc), own, opponent);
        const Lanes value = value_2(squares, nodes, tried, differ(opponent, flipped),
                                    differ(own, flipped, disc), differ(left, disc));
        best = _mm512_mask_max_epi64(best, static_cast<__mmask8>(tried), best, negated(value));
        moves = _mm512_andnot_si512(disc, moves);
        disc = lowest(moves);
        tried &= _mm512_cmple_epi64_mask(best, in_all(alpha)) & lanes_with_any(moves);
    }
    if (const unsigned passed = active & ~movable; passed != 0) {
        alignas(64) Bitboard owns[8], opponents[8], lefts[8], firsts[8], values[8];
        store(owns, own);
        store(opponents, opponent);
        store(lefts, left);
        store(firsts, first);
        store(values, best);
        for (unsigned lanes = passed; lanes != 0; lanes &= lanes - 1) {
            const int i = lowest_bit(lanes);
            const int x = lowest_bit(firsts[i]);
            const Bitboard rest = lefts[i] ^ (Bitboard{1} << x);
            const int value = emilia::EMILIA_ISA::value_3(nodes, owns[i], opponents[i], alpha, x,
                                                          lowest_bit(rest), highest_bit(rest));
            values[i] = static_cast<Bitboard>(std::int64_t{value});
        }
        best = load(values);
    }
    return best;
}

}  // namespace emilia::EMILIA_ISA

#endif
