#include "history/bill/edge_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "board/simd/edge_stability.h"
#include "history/bill/turned_board.h"
#include "history/iago/edge_table.h"

namespace emilia::bill {

namespace {

constexpr int kIterations = 6;
constexpr unsigned kEdge = 0xff;
constexpr int kConfigurations = 9 * iago::kEdges;

struct Edge {
    unsigned own;
    unsigned opponent;
};

// All configurations, fullest first.
const std::vector<Edge>& edges_by_discs() {
    static const std::vector<Edge> edges = [] {
        std::vector<Edge> all;
        constexpr unsigned kAll = 1U << kEdgeSquares;
        for (unsigned own = 0; own < kAll; ++own) {
            for (unsigned opponent = 0; opponent < kAll; ++opponent) {
                if ((own & opponent) == 0) all.push_back({own, opponent});
            }
        }
        std::stable_sort(all.begin(), all.end(), [](const Edge& a, const Edge& b) {
            return popcount(a.own | a.opponent) > popcount(b.own | b.opponent);
        });
        return all;
    }();
    return edges;
}

unsigned x_square_of(int corner) {
    return corner == 0 ? 1U << 8 : 1U << 9;
}

double chance_of(const EdgeNumbers& numbers, const Edge& edge, int square, unsigned flipped) {
    if (square >= 8) return numbers.x_chance;
    if (flipped != 0) return 1;
    if (square == 0 || square == 7) {
        return (edge.opponent & x_square_of(square)) != 0 ? numbers.corner_over_x
                                                          : numbers.corner_else;
    }
    const unsigned beside = 1U << (square - 1) | 1U << (square + 1);
    const auto theirs = static_cast<std::size_t>(popcount(edge.opponent & kEdge & beside));
    switch (popcount(edge.own & kEdge & beside)) {
        case 0:
            return numbers.chance[theirs];
        case 1:
            return numbers.chance_beside_own[theirs];
        default:
            return numbers.chance_between_own;
    }
}

// Discs of `own` that some move of the opponent's on this edge turns over.
unsigned endangered(unsigned own, unsigned opponent) {
    unsigned result = 0;
    for (int square = 0; square < 8; ++square) {
        if (((own | opponent) >> square & 1) != 0) continue;
        result |= iago::edge_flips(opponent, own, square);
    }
    return result;
}

int value_of_discs(const EdgeNumbers& numbers, unsigned own, unsigned opponent) {
    const unsigned stable = kEdgeStability[own * 256 + opponent];
    const unsigned unstable = endangered(own, opponent) & ~stable;
    constexpr unsigned kSix = 0x7e;
    int sum = own == kSix && opponent == 0 ? numbers.six : 0;
    for (std::size_t square = 0; square < 8; ++square) {
        if ((own >> square & 1) == 0) continue;
        const EdgeNumbers::Disc& disc = numbers.disc[square < 4 ? square : 7 - square];
        sum += (stable >> square & 1) != 0     ? disc.stable
               : (unstable >> square & 1) != 0 ? disc.unstable
                                               : disc.semi_stable;
    }
    return sum;
}

// After a disc of the player to move on a square.
Edge after(const Edge& edge, int square, unsigned flipped) {
    unsigned turned = flipped;
    // Where a corner is taken without turning over a disc of the edge, that was over the x-square.
    if ((square == 0 || square == 7) && flipped == 0) {
        turned |= edge.opponent & x_square_of(square);
    }
    return {edge.own | turned | 1U << square, edge.opponent & ~turned};
}

}  // namespace

int static_value(const EdgeNumbers& numbers, unsigned own, unsigned opponent) {
    int value = value_of_discs(numbers, own & kEdge, opponent & kEdge) -
                value_of_discs(numbers, opponent & kEdge, own & kEdge);
    for (const int corner : {0, 7}) {
        if (((own | opponent) >> corner & 1) != 0) continue;
        if ((own & x_square_of(corner)) != 0) value += numbers.x_square;
        if ((opponent & x_square_of(corner)) != 0) value -= numbers.x_square;
    }
    return value;
}

std::size_t EdgeTable::index(unsigned own, unsigned opponent) {
    static constexpr std::array<unsigned, 4> kTwoDigits = {0, 1, 3, 4};
    const auto x = kTwoDigits[own >> 8] + 2 * kTwoDigits[opponent >> 8];
    return static_cast<std::size_t>(iago::edge_index(own & kEdge, opponent & kEdge)) +
           x * static_cast<std::size_t>(iago::kEdges);
}

EdgeTable::EdgeTable(const EdgeNumbers& numbers) : values_(kConfigurations) {
    for (const auto& [own, opponent] : edges_by_discs()) {
        values_[index(own, opponent)] =
            static_cast<std::int16_t>(static_value(numbers, own, opponent));
    }
    for (int i = 0; i < kIterations; ++i) iterate(numbers);
}

// Fullest first, so that what a move leads to has its value of this iteration already. An edge that
// the player leaves alone is next played on by either player.
void EdgeTable::iterate(const EdgeNumbers& numbers) {
    const std::vector<std::int16_t> before = values_;
    struct Alternative {
        double chance;
        double value;
    };
    std::vector<Alternative> alternatives;
    for (const Edge& edge : edges_by_discs()) {
        const auto& [own, opponent] = edge;
        alternatives.clear();
        for (int square = 0; square < static_cast<int>(kEdgeSquares); ++square) {
            if (((own | opponent) >> square & 1) != 0) continue;
            const unsigned flipped =
                square < 8 ? iago::edge_flips(own & kEdge, opponent & kEdge, square) : 0;
            const double chance = chance_of(numbers, edge, square, flipped);
            if (chance == 0) continue;
            const Edge next = after(edge, square, flipped);
            alternatives.push_back(
                {chance, -static_cast<double>(values_[index(next.opponent, next.own)])});
        }
        const double leaving = 0.5 * (static_cast<double>(before[index(own, opponent)]) -
                                      static_cast<double>(before[index(opponent, own)]));
        std::sort(alternatives.begin(), alternatives.end(),
                  [](const Alternative& a, const Alternative& b) { return a.value > b.value; });
        // Each alternative with the chance that it, and nothing better, can be had.
        double sum = 0;
        double left = 1;
        for (const Alternative& one : alternatives) {
            if (one.value <= leaving) break;
            sum += left * one.chance * one.value;
            left *= 1 - one.chance;
        }
        values_[index(own, opponent)] =
            static_cast<std::int16_t>(std::lround(sum + left * leaving));
    }
}

int EdgeTable::total(Position position) const {
    const Bitboard own = position.own;
    const Bitboard opponent = position.opponent;
    const Bitboard own_files = transposed(own);
    const Bitboard opponent_files = transposed(opponent);
    // The x-squares of an edge: bits 1 and 6 of the line beside it.
    const auto bits = [](Bitboard lines, int edge, int beside) {
        const auto line = static_cast<unsigned>(lines >> (8 * edge) & 0xff);
        const auto next = static_cast<unsigned>(lines >> (8 * beside) & 0xff);
        return line | (next >> 1 & 1) << 8 | (next >> 6 & 1) << 9;
    };
    return feature(bits(own, 0, 1), bits(opponent, 0, 1)) +
           feature(bits(own, 7, 6), bits(opponent, 7, 6)) +
           feature(bits(own_files, 0, 1), bits(opponent_files, 0, 1)) +
           feature(bits(own_files, 7, 6), bits(opponent_files, 7, 6));
}

}  // namespace emilia::bill
