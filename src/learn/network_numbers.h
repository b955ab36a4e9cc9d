#pragma once

#include <array>
#include <vector>

#include "eval/network.h"
#include "learn/network_fit_kernel.h"
#include "util/random.h"

// How a network's numbers begin, and how they end: what trainings have in common, on whatever
// processor.

namespace emilia::learn {

// Values are learned in parts of so many discs, so that they are not far from one.
inline constexpr float kDiscsOfALabel = 8;

// A row for each class, and a stage's layer, by chance.
std::vector<NetworkFitRow> first_rows(Random& random);
NetworkFitLayer first_layer(Random& random);

// The part of the full rate that a step has: it rises at once and falls slowly.
double share_of_rate(std::size_t step, std::size_t steps);

// Whose layer each stage gets: stages without positions do as the next one does, the last ones as
// the one before.
std::array<int, kStages> layers_for(const std::array<bool, kStages>& with_positions);

// In whole numbers.
struct NetworkFitPart {
    int first_stage = 0;
    std::vector<NetworkFitRow> rows;
};
Network rounded(const std::vector<NetworkFitPart>& parts,
                const std::vector<NetworkFitLayer>& layers);

}  // namespace emilia::learn
