#include "history/iago/edge_table.h"

#include <algorithm>
#include <cmath>

#include "board/simd/edge_stability.h"
#include "util/bits.h"

namespace emilia::iago {

namespace {

// Table 4.2 by square from the corner to the middle: corner, c-square, a-square, b-square. All
// discs in corners are stable.
struct Weights {
    int stable;
    int semi_stable;  // cannot be turned over by the next move
    int unstable;
};
constexpr std::array<Weights, 4> kWeights = {
    {{700, 0, 0}, {1200, 200, -25}, {1000, 200, 75}, {1000, 200, 50}}};

constexpr std::array<std::uint16_t, 256> make_ternary() {
    std::array<std::uint16_t, 256> table{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        unsigned power = 1;
        for (unsigned square = 0; square < 8; ++square, power *= 3) {
            if (bits >> square & 1) table[bits] = static_cast<std::uint16_t>(table[bits] + power);
        }
    }
    return table;
}

// Discs of `own` that some move of the opponent's on this edge turns over.
unsigned endangered(unsigned own, unsigned opponent) {
    unsigned result = 0;
    for (int square = 0; square < 8; ++square) {
        if ((own | opponent) >> square & 1) continue;
        result |= edge_flips(opponent, own, square);
    }
    return result;
}

int weights_of(unsigned own, unsigned opponent) {
    const unsigned stable = kEdgeStability[own * 256 + opponent];
    const unsigned unstable = endangered(own, opponent) & ~stable;
    int sum = 0;
    for (unsigned square = 0; square < 8; ++square) {
        if (!(own >> square & 1)) continue;
        const Weights& weights = kWeights[square < 4 ? square : 7 - square];
        sum += stable >> square & 1     ? weights.stable
               : unstable >> square & 1 ? weights.unstable
                                        : weights.semi_stable;
    }
    return sum;
}

struct Edge {
    unsigned own;
    unsigned opponent;
};

// All configurations, fullest first.
std::vector<Edge> edges_by_discs() {
    std::vector<Edge> edges;
    for (unsigned own = 0; own < 256; ++own) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((own & opponent) == 0) edges.push_back({own, opponent});
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return popcount(a.own | a.opponent) > popcount(b.own | b.opponent);
    });
    return edges;
}

// The chance that the player can put a disc there.
double chance_of(const Edge& edge, int square, unsigned flipped, const Reading& reading) {
    if (flipped != 0) return 1;
    if (square == 0 || square == 7) return 0;
    const unsigned beside = (1U << (square - 1)) | (1U << (square + 1));
    return reading.chances[static_cast<std::size_t>(popcount(edge.own & beside))]
                          [static_cast<std::size_t>(popcount(edge.opponent & beside))];
}

struct Alternative {
    double chance;
    double value;
};

double combined(std::vector<Alternative>& alternatives, double leaving,
                Reading::Combination combination) {
    double best = leaving;
    switch (combination) {
        case Reading::Combination::best_product:
            for (const Alternative& one : alternatives)
                best = std::max(best, one.chance * one.value);
            return best;
        case Reading::Combination::blend:
            for (const Alternative& one : alternatives) {
                best = std::max(best, one.chance * one.value + (1 - one.chance) * leaving);
            }
            return best;
        case Reading::Combination::expectation:
            break;
    }
    std::sort(alternatives.begin(), alternatives.end(),
              [](const Alternative& a, const Alternative& b) { return a.value > b.value; });
    double sum = 0;
    double left = 1;
    for (const Alternative& one : alternatives) {
        if (one.value <= leaving) break;
        sum += left * one.chance * one.value;
        left *= 1 - one.chance;
    }
    return sum + left * leaving;
}

}  // namespace

const std::array<std::uint16_t, 256> kTernary = make_ternary();

unsigned edge_flips(unsigned own, unsigned opponent, int square) {
    unsigned result = 0;
    for (const int step : {-1, 1}) {
        unsigned run = 0;
        int at = square + step;
        for (; at >= 0 && at < 8 && (opponent >> at & 1); at += step) run |= 1U << at;
        if (at >= 0 && at < 8 && (own >> at & 1)) result |= run;
    }
    return result;
}

int static_edge_value(unsigned own, unsigned opponent) {
    return weights_of(own, opponent) - weights_of(opponent, own);
}

EdgeTable::EdgeTable(const Reading& reading) : first_(kEdges), second_(kEdges) {
    for (auto& end : with_corner_) {
        for (auto& color : end) color.assign(kEdges, 0);
    }
    for (const auto& [own, opponent] : edges_by_discs()) {
        const auto index = static_cast<std::size_t>(edge_index(own, opponent));
        first_[index] = static_edge_value(own, opponent);
        for (std::size_t end = 0; end < 2; ++end) {
            const int corner = end == 0 ? 0 : 7;
            const unsigned bit = 1U << corner;
            if ((own | opponent) & bit) continue;
            const unsigned ours = edge_flips(own, opponent, corner);
            const unsigned theirs = edge_flips(opponent, own, corner);
            with_corner_[end][1][index] =
                static_cast<std::uint16_t>(edge_index(own | ours | bit, opponent & ~ours));
            with_corner_[end][0][index] =
                static_cast<std::uint16_t>(edge_index(own & ~theirs, opponent | theirs | bit));
        }
    }
    for (int i = 0; i < reading.iterations; ++i) iterate(reading);
    for (const auto& [own, opponent] : edges_by_discs()) {
        second_[at(edge_index(own, opponent))] = -first_[at(edge_index(opponent, own))];
    }
}

// Fullest first, so that the value after a move is that of this iteration; that of leaving the edge
// as it is comes from the one before.
void EdgeTable::iterate(const Reading& reading) {
    const std::vector<int> before = first_;
    std::vector<Alternative> alternatives;
    for (const auto& edge : edges_by_discs()) {
        const auto& [own, opponent] = edge;
        alternatives.clear();
        for (int square = 0; square < 8; ++square) {
            if ((own | opponent) >> square & 1) continue;
            const unsigned flipped = edge_flips(own, opponent, square);
            const double chance = chance_of(edge, square, flipped, reading);
            if (chance == 0) continue;
            const unsigned ours = own | flipped | 1U << square;
            alternatives.push_back(
                {chance, static_cast<double>(-first_[at(edge_index(opponent & ~flipped, ours))])});
        }
        const int leaving = reading.leaving_passes_turn ? -before[at(edge_index(opponent, own))]
                                                        : before[at(edge_index(own, opponent))];
        first_[at(edge_index(own, opponent))] =
            static_cast<int>(std::lround(combined(alternatives, leaving, reading.combination)));
    }
}

}  // namespace emilia::iago
