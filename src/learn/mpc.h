#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/weights.h"
#include "learn/samples.h"
#include "search/probcut.h"
#include "util/result.h"

namespace emilia::learn {

struct MpcOptions {
    int positions = 200;  // of each number of empty squares
    int least_empties = 12;
    int most_empties = 52;
    int step = 4;
    int depth = 8;  // the deepest search
    std::uint64_t seed = 1;
    int threads = 1;
    std::shared_ptr<const Weights> weights;
    std::function<bool()> stopped;                          // may be empty
    std::function<void(std::uint64_t positions)> progress;  // one call at a time; may be empty
};

// How a search to `shallow` plies foretells one to `depth`.
struct DepthPair {
    int empties = 0;
    int depth = 0;
    int shallow = 0;
    std::size_t positions = 0;
    double bias = 0;   // mean of deep less shallow, in discs
    double sigma = 0;  // standard deviation of that
    double slope = 0;  // by which the deep value grows with the shallow one; 0 if that is the same
};

// Statistics of pairs of values.
DepthPair pair_of(const std::vector<std::pair<double, double>>& shallow_and_deep);

// Searches positions to all depths, and compares each depth from ProbcutTable::kLeastDepth on with
// the shallow one that is asked instead and with the evaluation alone (0). Nothing if stopped.
Result<std::optional<std::vector<DepthPair>>> measure_depths(const SampleSet& samples,
                                                             const MpcOptions& options);
// How many positions that will search.
std::uint64_t positions_to_measure(const SampleSet& samples, const MpcOptions& options);

// The model whose logarithms of sigma are nearest to the measured ones.
Result<ProbcutModel> fit_model(const std::vector<DepthPair>& pairs);

// As a text: what it is, the model, a line a pair.
std::string mpc_text(const ProbcutModel& model, const std::vector<DepthPair>& pairs,
                     const Weights& weights);

}  // namespace emilia::learn
