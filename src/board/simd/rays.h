#pragma once

#include <array>
#include <cstdint>

#include "util/bits.h"

namespace emilia {

// The lines through a square, cut in two. Directions: 0 along the row, 1 along the file, 2 and 3
// along the diagonals. `up` holds the squares with higher indices, `down` those with lower ones.
struct alignas(64) Rays {
    std::array<Bitboard, 4> up{};
    std::array<Bitboard, 4> down{};
};

// Distance between neighbours, by direction.
inline constexpr std::array<int, 4> kSteps = {1, 8, 7, 9};

namespace rays_detail {

constexpr std::array<Rays, 64> make_rays() {
    constexpr std::array<int, 4> dx = {1, 0, -1, 1};
    constexpr std::array<int, 4> dy = {0, 1, 1, 1};
    std::array<Rays, 64> table{};
    for (int square = 0; square < 64; ++square) {
        for (std::size_t d = 0; d < 4; ++d) {
            for (const int sign : {1, -1}) {
                int x = (square & 7) + sign * dx[d];
                int y = (square >> 3) + sign * dy[d];
                Bitboard ray = 0;
                while (x >= 0 && x < 8 && y >= 0 && y < 8) {
                    ray |= Bitboard{1} << (y * 8 + x);
                    x += sign * dx[d];
                    y += sign * dy[d];
                }
                auto& rays = table[static_cast<std::size_t>(square)];
                (sign > 0 ? rays.up : rays.down)[d] = ray;
            }
        }
    }
    return table;
}

}  // namespace rays_detail

inline constexpr std::array<Rays, 64> kRays = rays_detail::make_rays();

}  // namespace emilia
