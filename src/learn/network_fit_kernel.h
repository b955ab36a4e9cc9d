#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "board/simd/isa.h"
#include "eval/network.h"
#include "eval/patterns.h"

namespace emilia::learn {

// A network in numbers that can be learned.
using NetworkFitRow = std::array<float, kRowSize>;
struct NetworkFitLayer {
    NetworkFitRow start{};
    std::array<NetworkFitRow, kHidden> hidden{};
    std::array<float, kHidden> hidden_start{};
    std::array<float, kHidden> value{};
    float value_start = 0;
};

// A configuration of every placed shape and the mobility, by their classes.
using ShownClasses = std::array<std::uint32_t, kPlaced.count + 1>;

// A step of all numbers of a row; see NetworkFitKernel.
struct RowStep {
    float faded;   // what remains of the mean of squares
    float fresh;   // how much of it comes from this step
    float square;  // times this, a square is what it would be after many steps
    float step;
    float most;
};

// The hot loops of learning, compiled for one instruction set. All find the same to the last bit:
// sums are added up in the same order and nothing is contracted.
struct NetworkFitKernel {
    // What a position does to the numbers: returns its error, and how the sum of its rows should
    // change; what the layer should is added to `layer_slope`. The rows count `remains` times
    // what they are; label and error are in the same units as the layer's value.
    float (*learn_from)(const NetworkFitRow* rows, float remains, const ShownClasses& classes,
                        const NetworkFitLayer& layer, float label, float share,
                        NetworkFitLayer& layer_slope, NetworkFitRow& sum_slope);
    // Moves a row against the slopes of the positions that show it.
    void (*step_row)(const NetworkFitRow* slopes, const std::uint32_t* showing, std::size_t count,
                     const RowStep& step, NetworkFitRow& squares, NetworkFitRow& row);
};

const NetworkFitKernel& network_fit_kernel(Isa isa);

}  // namespace emilia::learn
