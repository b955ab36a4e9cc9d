#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "eval/network.h"
#include "learn/samples.h"
#include "util/result.h"

// Training a network on a graphics processor. Only in builds with EMILIA_CUDA.

namespace emilia::learn {

struct GpuFitOptions {
    int passes = 8;             // over all positions
    double rate = 0.004;        // of learning, at its highest; falls to nothing in the end
    double decay = 0.3;         // how much faster than the rate numbers fall back to nothing
    double part_decay = 0.3;    // ... what rows of a part differ by from those of all parts
    std::size_t batch = 16384;  // positions between two steps
    std::uint64_t seed = 1;
    std::vector<int> first_stages = {0};  // of the parts of the game with rows of their own
};

struct GpuPass {
    int pass = 0;
    double training = 0;  // root of the mean square error in discs, while it went on
    Network network;      // as it would be if nothing more were learned
};

// A row of a part is the sum of one that all parts share and of what this part has learned besides.
// Told after each pass; returns false: enough. Sums are added up in any order, so that two runs
// differ a little.
Result<Done> fit_network_on_gpu(const SampleSet& training, const GpuFitOptions& options,
                                int threads, const std::function<bool(GpuPass)>& done);

}  // namespace emilia::learn
