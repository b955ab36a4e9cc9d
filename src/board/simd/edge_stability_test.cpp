#include "board/simd/edge_stability.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <utility>

#include "util/random.h"

namespace emilia {
namespace {

using Edge = std::pair<unsigned, unsigned>;  // own, opponent

// Every edge that can follow, played out on a string of eight characters.
void walk(const Edge& edge, std::set<Edge>& seen) {
    if (!seen.insert(edge).second) return;
    for (int at = 0; at < 8; ++at) {
        if ((edge.first | edge.second) >> at & 1) continue;
        for (const bool own_moves : {true, false}) {
            std::string line(8, ' ');
            for (int i = 0; i < 8; ++i) {
                if (edge.first >> i & 1) line[static_cast<std::size_t>(i)] = 'a';
                if (edge.second >> i & 1) line[static_cast<std::size_t>(i)] = 'b';
            }
            const char mover = own_moves ? 'a' : 'b';
            const char other = own_moves ? 'b' : 'a';
            const auto here = static_cast<std::size_t>(at);
            line[here] = mover;
            const std::size_t right = line.find_first_not_of(other, here + 1);
            if (right != std::string::npos && line[right] == mover) {
                for (std::size_t i = here + 1; i < right; ++i) line[i] = mover;
            }
            const std::size_t left =
                here == 0 ? std::string::npos : line.find_last_not_of(other, here - 1);
            if (left != std::string::npos && line[left] == mover) {
                for (std::size_t i = left + 1; i < here; ++i) line[i] = mover;
            }
            Edge next{0, 0};
            for (std::size_t i = 0; i < 8; ++i) {
                if (line[i] == 'a') next.first |= 1u << i;
                if (line[i] == 'b') next.second |= 1u << i;
            }
            walk(next, seen);
        }
    }
}

TEST(EdgeStability, IsExactlyWhatSurvivesEverySequence) {
    Random random(51);
    int stable = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const auto occupied = static_cast<unsigned>((random.next() | random.next()) & 0xff);
        const auto own = static_cast<unsigned>(random.next()) & occupied;
        const Edge edge{own, occupied & ~own};
        std::set<Edge> all;
        walk(edge, all);
        unsigned survivors = own;
        for (const Edge& each : all) survivors &= each.first;
        ASSERT_EQ(kEdgeStability[edge.first * 256 + edge.second], survivors)
            << edge.first << ' ' << edge.second;
        stable += std::popcount(survivors);
    }
    EXPECT_GT(stable, 500);
}

}  // namespace
}  // namespace emilia
