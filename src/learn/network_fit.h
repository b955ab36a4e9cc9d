#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "eval/weights.h"
#include "learn/samples.h"

namespace emilia::learn {

struct NetworkFitOptions {
    int passes = 8;             // over all positions
    double rate = 0.004;        // of learning, at its highest; falls to nothing in the end
    double decay = 0.3;         // how much faster than the rate numbers fall back to nothing
    std::size_t batch = 16384;  // positions between two steps
    std::uint64_t seed = 1;
    int threads = 1;
    // Where to keep what has been learned after each pass, and to go on from if it is there; may be
    // empty. What was learned from other positions or with other options is refused.
    std::string state;
    // Asked after every batch; true: give up. May be empty.
    std::function<bool()> stopped;
};

// After a pass: roots of mean square errors in discs, in training while it went on, in validation
// of the network as it would be written now.
struct NetworkPass {
    int pass = 0;
    double training = 0;
    double validation = 0;
    double seconds = 0;
};

// Trains a network from nothing. The same for any number of threads and however often it was
// stopped and gone on with. Nothing if it was stopped; refused are samples of which there are none.
struct NetworkFit {
    Weights weights;
    std::vector<NetworkPass> passes;
};
Result<std::optional<NetworkFit>> fit_network(
    const Samples& samples, const NetworkFitOptions& options,
    const std::function<void(const NetworkPass&)>& done = {});

}  // namespace emilia::learn
