#include "eval/breakdown.h"

#include <cmath>
#include <numeric>

#include "board/rules.h"

namespace emilia {

namespace {

// The numbers of kPlaced in tables, and that of the mobility.
struct Indices {
    std::array<int, kPlaced.count> places{};
    int mobility = 0;
};

Indices indices_of(Position position, const Breakdown& counts) {
    Indices indices;
    indices.mobility =
        kTableOffsets.mobility + mobility_number(counts.own_moves, counts.opponent_moves);
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const Placed& placed = kPlaced.list[place];
        int number = 0;
        for (int i = 0; i < kShapes[placed.shape].size; ++i) {
            const Bitboard square = bit(placed.squares[static_cast<std::size_t>(i)]);
            if ((position.own & square) != 0) number += power_of_3(i);
            if ((position.opponent & square) != 0) number -= power_of_3(i);
        }
        indices.places[place] = kTableOffsets.offset[place] + number;
    }
    return indices;
}

using Slopes = std::array<double, kRowSize>;

// How the value changes with each number of the sum of rows when that is `part` of what it is, in
// the value's units.
Slopes slopes_at(const NetworkLayer& layer, const std::array<int, kRowSize>& sum, double part) {
    constexpr double kBelowZero = 1.0 / (1 << kBelowZeroShift);
    const auto slope = [](double x) { return x > 0 ? 1 : kBelowZero; };
    std::array<double, kRowSize> x{};
    std::array<double, kRowSize> bent{};
    for (std::size_t i = 0; i < kRowSize; ++i) {
        x[i] = layer.start[i] + part * sum[i];
        bent[i] = std::min(x[i] * slope(x[i]), double{kMostOfASum});
    }
    Slopes slopes{};
    for (int to = 0; to < kHidden; ++to) {
        double hidden = layer.hidden_start[static_cast<std::size_t>(to)];
        for (int from = 0; from < kRowSize; ++from) {
            hidden += bent[static_cast<std::size_t>(from)] * layer.hidden_weight(from, to);
        }
        const double outer = slope(hidden) * layer.value[static_cast<std::size_t>(to)] /
                             (1 << (kHiddenShift + kValueShift));
        for (int from = 0; from < kRowSize; ++from) {
            const double at = x[static_cast<std::size_t>(from)];
            if (at > kMostOfASum) continue;
            slopes[static_cast<std::size_t>(from)] +=
                outer * layer.hidden_weight(from, to) * slope(at);
        }
    }
    return slopes;
}

void break_down_network(const Network& network, const Indices& indices, Breakdown& parts) {
    const NetworkLayer& layer = network.layer(parts.stage);
    std::array<int, kRowSize> sum{};
    const auto add = [&](int index) {
        for (std::size_t i = 0; i < kRowSize; ++i) sum[i] += network.rows(parts.stage)[index][i];
    };
    for (const int index : indices.places) add(index);
    add(indices.mobility);

    constexpr int kSteps = 256;
    Slopes slopes{};
    for (int step = 0; step < kSteps; ++step) {
        const Slopes here = slopes_at(layer, sum, (step + 0.5) / kSteps);
        for (std::size_t i = 0; i < kRowSize; ++i) slopes[i] += here[i] / kSteps;
    }
    const auto worth = [&](int index) {
        double units = 0;
        for (std::size_t i = 0; i < kRowSize; ++i)
            units += slopes[i] * network.rows(parts.stage)[index][i];
        return static_cast<int>(std::lround(units));
    };
    parts.mobility = worth(indices.mobility);
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        parts.places[place] = worth(indices.places[place]);
    }
    parts.stage_itself = network_value(layer, sum) - parts.total();
}

}  // namespace

int Breakdown::total() const {
    return std::accumulate(places.begin(), places.end(), mobility + stage_itself);
}

Breakdown break_down(Position position, const Weights& weights) {
    Breakdown parts;
    parts.stage = stage_of(position.empties());
    parts.own_moves = popcount(legal_moves(position));
    parts.opponent_moves = popcount(legal_moves(position.passed()));
    const Indices indices = indices_of(position, parts);
    if (const Network* const network = weights.network()) {
        break_down_network(*network, indices, parts);
        return parts;
    }
    const std::int16_t* const table = weights.stage(parts.stage).table;
    parts.mobility = table[indices.mobility];
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        parts.places[place] = table[indices.places[place]];
    }
    return parts;
}

}  // namespace emilia
