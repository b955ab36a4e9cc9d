#pragma once

#include "board/simd/rays.h"
#include "learn/cuda/warp.h"

// The rules in plain 64-bit arithmetic, for lanes that each look at a square or a position of their
// own.

namespace emilia::learn {

// Tables that all warps of a block share, in its fast memory.
struct BlockTables {
    std::uint64_t up[4][64];  // kRays, by direction
    // The squares that are looked at before a square: corners first, squares beside them last.
    std::uint64_t before[64];
    // What a disc on a square adds to a lane's two pattern numbers: the second counts 65536.
    std::uint32_t digits[64][32];
};

// The tables as the host makes them.
BlockTables make_block_tables();

// What a disc of `own` on the empty `square` turns over. As board/simd/flip.h does it upwards; the
// ways down are ways up on the board turned round.
EMILIA_DEVICE std::uint64_t flips(const BlockTables& tables, std::uint64_t own,
                                  std::uint64_t opponent, int square) {
    std::uint64_t flipped = 0;
    std::uint64_t flipped_down = 0;
    const std::uint64_t own_turned = warp::mirrored(own);
    const std::uint64_t opponent_turned = warp::mirrored(opponent);
    EMILIA_UNROLL
    for (int d = 0; d < 4; ++d) {
        const std::uint64_t ray = tables.up[d][square];
        const std::uint64_t end = ((opponent | ~ray) + 1) & ray & own;
        flipped |= (end - (end != 0 ? 1 : 0)) & ray;
        const std::uint64_t ray_down = tables.up[d][63 - square];
        const std::uint64_t end_down = ((opponent_turned | ~ray_down) + 1) & ray_down & own_turned;
        flipped_down |= (end_down - (end_down != 0 ? 1 : 0)) & ray_down;
    }
    return flipped | warp::mirrored(flipped_down);
}

namespace rules_detail {

template <int kStep>
EMILIA_DEVICE std::uint64_t ends_along(std::uint64_t own, std::uint64_t inside) {
    std::uint64_t up = inside & (own << kStep);
    std::uint64_t down = inside & (own >> kStep);
    up |= inside & (up << kStep);
    down |= inside & (down >> kStep);
    const std::uint64_t up_pairs = inside & (inside << kStep);
    const std::uint64_t down_pairs = up_pairs >> kStep;
    up |= up_pairs & (up << (2 * kStep));
    down |= down_pairs & (down >> (2 * kStep));
    up |= up_pairs & (up << (2 * kStep));
    down |= down_pairs & (down >> (2 * kStep));
    return (up << kStep) | (down >> kStep);
}

}  // namespace rules_detail

EMILIA_DEVICE std::uint64_t legal_moves(std::uint64_t own, std::uint64_t opponent) {
    constexpr std::uint64_t kInner = 0x7e7e7e7e7e7e7e7e;
    const std::uint64_t inside = opponent & kInner;
    using rules_detail::ends_along;
    return (ends_along<1>(own, inside) | ends_along<8>(own, opponent) | ends_along<7>(own, inside) |
            ends_along<9>(own, inside)) &
           ~(own | opponent);
}

// The discs at the end of a game, the empty squares given to the winner.
EMILIA_DEVICE int final_value(std::uint64_t own, std::uint64_t opponent) {
    const int mine = warp::count_bits(own);
    const int his = warp::count_bits(opponent);
    return mine > his ? 64 - 2 * his : mine < his ? 2 * mine - 64 : 0;
}

}  // namespace emilia::learn
