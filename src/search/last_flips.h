#pragma once

#include <array>
#include <cstdint>

#include "board/simd/primitives.h"
#include "board/simd/rays.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace emilia {

// When one square is empty, every line through it is decided by our discs on it. kLastFlips knows,
// for a line of any length and any place in it, what a disc there turns over: by us in the low
// byte, by the opponent in the high one. The index is an offset for length and place plus our discs
// on the line, packed, the square itself left out.
namespace last_flips_detail {

constexpr std::size_t offset_of(int length, int place) {
    std::size_t offset = 0;
    for (int l = 1; l < length; ++l) offset += static_cast<std::size_t>(l) << (l - 1);
    return offset + (static_cast<std::size_t>(place) << (length - 1));
}

// Discs turned over in one direction from the place: a run of the other side, then one of ours.
constexpr unsigned run(unsigned line, int length, int place, int step, bool ours) {
    unsigned count = 0;
    for (int x = place + step; x >= 0 && x < length; x += step) {
        const bool is_own = (line >> x & 1) != 0;
        if (is_own == ours) return count;
        ++count;
    }
    return 0;
}

constexpr auto make_last_flips() {
    std::array<std::uint16_t, offset_of(9, 0)> table{};
    for (int length = 1; length <= 8; ++length) {
        for (int place = 0; place < length; ++place) {
            for (unsigned packed = 0; packed < 1u << (length - 1); ++packed) {
                const unsigned below = packed & ((1u << place) - 1);
                const unsigned line = (packed >> place << (place + 1)) | below;
                const unsigned mine =
                    run(line, length, place, 1, true) + run(line, length, place, -1, true);
                const unsigned his =
                    run(line, length, place, 1, false) + run(line, length, place, -1, false);
                table[offset_of(length, place) + packed] =
                    static_cast<std::uint16_t>(mine | his << 8);
            }
        }
    }
    return table;
}

}  // namespace last_flips_detail

inline constexpr auto kLastFlips = last_flips_detail::make_last_flips();

struct alignas(64) LastLines {
    std::array<Bitboard, 4> mask{};
    std::array<std::uint16_t, 4> offset{};
};

inline constexpr auto kLastLines = [] {
    std::array<LastLines, 64> table{};
    for (std::size_t square = 0; square < 64; ++square) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Bitboard below = kRays[square].down[d];
            const Bitboard above = kRays[square].up[d];
            table[square].mask[d] = above | below;
            table[square].offset[d] = static_cast<std::uint16_t>(
                last_flips_detail::offset_of(popcount(above | below) + 1, popcount(below)));
        }
    }
    return table;
}();

namespace EMILIA_ISA {

// One number or the other. Not a branch, whatever the compiler thinks: nobody can foretell it here.
EMILIA_INLINE int choose(bool first, int one, int other) {
    return other ^ ((one ^ other) & -int{first});
}

// The value for the player with `own` when `square` is the only empty one and it is his turn.
EMILIA_INLINE int last_value(int square, Bitboard own) {
    const int discs = popcount(own);
#if defined(__BMI2__)
    const LastLines& lines = kLastLines[static_cast<unsigned>(square)];
    const auto along = [&](std::size_t d) {
        return unsigned{kLastFlips[lines.offset[d] + _pext_u64(own, lines.mask[d])]};
    };
    const unsigned both = along(0) + along(1) + along(2) + along(3);
    const int mine = static_cast<int>(both & 0xff);
    const int his = static_cast<int>(both >> 8);
#else
    const Bitboard opponent = ~own & ~(Bitboard{1} << square);
    const int mine = popcount(flips(square, own, opponent));
    const int his = mine != 0 ? 0 : popcount(flips(square, opponent, own));
#endif
    // Where nobody turns anything the winner gets the square.
    const int gain = choose(mine != 0, mine + 1, choose(his != 0, -his, discs >> 5));
    return 2 * (discs + gain) - 64;
}

}  // namespace EMILIA_ISA

}  // namespace emilia
