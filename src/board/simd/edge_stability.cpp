#include "board/simd/edge_stability.h"

#include <bit>

namespace emilia {

namespace {

// Discs of `other` that a disc of `mover` on the empty square `at` turns over within the edge.
unsigned edge_flips(unsigned mover, unsigned other, int at) {
    unsigned flipped = 0;
    for (const int step : {1, -1}) {
        unsigned run = 0;
        int x = at + step;
        while (x >= 0 && x < 8 && (other >> x & 1)) {
            run |= 1u << x;
            x += step;
        }
        if (x >= 0 && x < 8 && (mover >> x & 1)) flipped |= run;
    }
    return flipped;
}

std::array<std::uint8_t, 65536> build() {
    std::array<std::uint8_t, 65536> table{};
    // Fuller edges first: each edge is decided by those with one disc more. Either side may play on
    // any empty square, since a move can turn discs on other lines only.
    for (int empties = 0; empties <= 8; ++empties) {
        for (unsigned own = 0; own < 256; ++own) {
            for (unsigned opponent = 0; opponent < 256; ++opponent) {
                if (own & opponent) continue;
                if (8 - std::popcount(own | opponent) != empties) continue;
                unsigned stable = own;
                for (int at = 0; at < 8; ++at) {
                    const unsigned here = 1u << at;
                    if ((own | opponent) & here) continue;
                    const unsigned ours = edge_flips(own, opponent, at);
                    stable &= table[(own | here | ours) * 256 + (opponent & ~ours)];
                    const unsigned his = edge_flips(opponent, own, at);
                    stable &= table[(own & ~his) * 256 + (opponent | here | his)];
                }
                table[own * 256 + opponent] = static_cast<std::uint8_t>(stable);
            }
        }
    }
    return table;
}

}  // namespace

const std::array<std::uint8_t, 65536> kEdgeStability = build();

}  // namespace emilia
