#pragma once

#include <functional>
#include <optional>

#include "history/logistello/parameters.h"
#include "learn/samples.h"

namespace emilia::logistello {

struct LearnOptions {
    // Of the regression of 1997: iterations of each stage at most; a weight is held to 0 as by so
    // many positions.
    int iterations = 30;
    double ridge = 20;
    // An average of 1994 is held to 0 as by so many positions.
    double prior = 4;
    // For the relations between searches: positions of each stage, the deepest search, and the
    // seed that chooses the positions.
    int positions = 60;
    int depth = 8;
    std::uint64_t seed = 1;
    int threads = 1;
    // Asked often; true: give up. May be empty.
    std::function<bool()> stopped = {};
};

// One step: a stage of both evaluations, or the relations of one evaluation at one stage.
struct LearnedStep {
    int stage = 0;
    std::optional<Generation> relations = {};  // nothing: the evaluations
    std::size_t positions = 0;                 // learned from
    std::size_t held_out = 0;
    std::size_t classes = 0;  // configurations that occur
    // Of what was held out: the error of 1997 in discs, and how often either evaluation knows who
    // wins (draws left out).
    double error = 0;
    double right_1994 = 0;
    double right_1997 = 0;
    double sigma = 0;  // of the relation (4, 8), or the deepest there is; in units
    double seconds = 0;
};

// Steps of learning in all.
inline constexpr std::size_t kLearnSteps = 3 * kStages;

// What learning with these samples and options is called in a file: runs are the same where this
// is the same.
std::string origin_of(const learn::Samples& samples, const LearnOptions& options);

// Learns both evaluations and the relations between searches. `from` may hold what an earlier run
// with the same origin left. `done` is told each step and all that is known after it. Nothing if
// stopped; refused are samples of which there are none, and a run of another origin.
Result<std::optional<Parameters>> learn_parameters(
    const learn::Samples& samples, const LearnOptions& options, Parameters from,
    const std::function<void(const LearnedStep&, const Parameters&)>& done = {});

// The positions of a stage.
std::vector<learn::Sample> samples_of(const learn::SampleSet& samples, int stage);

// The two evaluations of a stage; nothing if stopped.
std::optional<StageParameters> fit_stage(const std::vector<learn::Sample>& samples,
                                         const LearnOptions& options);

// Least squares of pairs (shallow, deep); nothing where there are too few, or the deep does not
// grow with the shallow.
std::optional<Relation> relation_of(const std::vector<std::pair<double, double>>& pairs);

// The relations of an evaluation at a stage; nothing if stopped.
std::optional<std::vector<Cut>> measure_cuts(const Parameters& parameters, Generation generation,
                                             int stage, const std::vector<learn::Sample>& samples,
                                             const LearnOptions& options);

}  // namespace emilia::logistello
