#pragma once

#include "learn/cuda/rules.h"

// Positions with up to three empty squares, each lane its own. Loops and not copies of code, and
// passes are dealt with before the moves are tried: lanes that take different ways wait for each
// other.

namespace emilia::learn {

inline constexpr int kNone = 127;  // more than any value; -kNone is less

template <typename T>
EMILIA_DEVICE void exchange(T& a, T& b) {
    const T t = a;
    a = b;
    b = t;
}

// Discs of the other player between the square and the first of `discs` on the ray up from it.
EMILIA_DEVICE int run_before(std::uint64_t discs, std::uint64_t ray) {
    const std::uint64_t on_ray = discs & ray;
    const std::uint64_t first = on_ray & (0 - on_ray);
    return warp::count_bits((first - (first != 0 ? 1 : 0)) & ray);
}

// One empty square: all others have a disc, so that each line shows what either player turns over.
EMILIA_DEVICE int value_of_1(const BlockTables& tables, std::uint64_t own, std::uint64_t opponent,
                             int square) {
    const std::uint64_t own_turned = warp::mirrored(own);
    const std::uint64_t opponent_turned = warp::mirrored(opponent);
    int mine = 0;
    int his = 0;
    EMILIA_UNROLL
    for (int d = 0; d < 4; ++d) {
        const std::uint64_t up = tables.up[d][square];
        const std::uint64_t down = tables.up[d][63 - square];
        mine += run_before(own, up) + run_before(own_turned, down);
        his += run_before(opponent, up) + run_before(opponent_turned, down);
    }
    const int discs = warp::count_bits(own);
    if (mine != 0) return 2 * (discs + mine) - 62;
    if (his != 0) return 2 * (discs - his) - 64;
    return discs >= 32 ? 2 * discs - 62 : 2 * discs - 64;
}

// Two empty squares.
EMILIA_DEVICE int value_of_2(const BlockTables& tables, std::uint64_t own, std::uint64_t opponent,
                             int x, int y) {
    std::uint64_t by_x = 0;
    std::uint64_t by_y = 0;
    bool passed = false;
    EMILIA_NO_UNROLL
    for (int side = 0; side < 2; ++side) {
        by_x = flips(tables, own, opponent, x);
        by_y = flips(tables, own, opponent, y);
        if ((by_x | by_y) != 0 || passed) break;
        exchange(own, opponent);
        passed = true;
    }
    int best = -kNone;
    EMILIA_NO_UNROLL
    for (int i = 0; i < 2; ++i) {
        if (by_x != 0) {
            const int value =
                -value_of_1(tables, opponent ^ by_x, own ^ by_x ^ (std::uint64_t{1} << x), y);
            best = value > best ? value : best;
        }
        exchange(x, y);
        exchange(by_x, by_y);
    }
    if (best == -kNone) best = final_value(own, opponent);
    return passed ? -best : best;
}

// Three empty squares. Greater than alpha and a lower bound, or not and an upper bound.
EMILIA_DEVICE int value_of_3(const BlockTables& tables, std::uint64_t own, std::uint64_t opponent,
                             int alpha, int x, int y, int z) {
    std::uint64_t by_x = 0;
    std::uint64_t by_y = 0;
    std::uint64_t by_z = 0;
    bool passed = false;
    EMILIA_NO_UNROLL
    for (int side = 0; side < 2; ++side) {
        by_x = flips(tables, own, opponent, x);
        by_y = flips(tables, own, opponent, y);
        by_z = flips(tables, own, opponent, z);
        if ((by_x | by_y | by_z) != 0 || passed) break;
        exchange(own, opponent);
        alpha = -alpha - 1;
        passed = true;
    }
    int best = -kNone;
    EMILIA_NO_UNROLL
    for (int i = 0; i < 3 && best <= alpha; ++i) {
        if (by_x != 0) {
            const int value =
                -value_of_2(tables, opponent ^ by_x, own ^ by_x ^ (std::uint64_t{1} << x), y, z);
            best = value > best ? value : best;
        }
        exchange(x, y);
        exchange(y, z);
        exchange(by_x, by_y);
        exchange(by_y, by_z);
    }
    if (best == -kNone) best = final_value(own, opponent);
    return passed ? -best : best;
}

}  // namespace emilia::learn
