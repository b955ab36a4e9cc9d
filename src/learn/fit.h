#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "eval/weights.h"
#include "learn/samples.h"

namespace emilia::learn {

struct FitOptions {
    int iterations = 60;  // at most, of each stage
    // How strongly a weight is held to that of the next stage: as by so many positions.
    double ridge = 20;
    // How much positions count that are one disc outside the stage; those at two discs count the
    // square of it. 0: they do not.
    double neighbours = 0.5;
    int threads = 1;
    // Asked after every iteration; true: give up. May be empty.
    std::function<bool()> stopped;
};

// Root of the mean square error in discs after so many iterations.
struct CurvePoint {
    int iteration = 0;
    double training = 0;
    double validation = 0;
};

struct StageFit {
    int stage = 0;
    std::size_t training_samples = 0;  // of the stage itself
    std::size_t validation_samples = 0;
    std::size_t classes_seen = 0;
    std::vector<CurvePoint> curve;
    int chosen = 0;  // the iteration with the least error in validation
    double seconds = 0;
};

// Finds the weights of all stages, from the last to the first: each begins with those of the stage
// after it, and stays there where it has no positions. `done` is told each stage as it is fitted.
// Nothing if it was stopped; refused are samples of which there are none.
struct Fit {
    Weights weights;
    std::vector<StageFit> stages;  // in the order in which they were fitted
};
Result<std::optional<Fit>> fit(const Samples& samples, const FitOptions& options,
                               const std::function<void(const StageFit&)>& done = {});

// Weights in discs as whole numbers, kept within what 16 bits hold.
std::vector<std::int16_t> rounded_weights(const std::vector<double>& in_discs);

}  // namespace emilia::learn
