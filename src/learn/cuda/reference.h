#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/weights.h"
#include "learn/cuda/probe.h"
#include "util/random.h"

// What the processor says of a Probe, by the plainest code: to check the graphics processor by.

namespace emilia::learn {

// Any weights, for tests where nothing has been learnt yet; small enough that no sum is cut off.
Weights random_weights(Random& random);

// Positions of random games with a question each: half of them near the end, to be solved.
std::vector<Probe> random_probes(Random& random, std::size_t count, int most_depth, int most_exact);

// Alpha-beta to a depth; a pass costs none. In units of kUnitsOfADisc.
int plain_search(const Weights& weights, Position position, int depth, int alpha, int beta);

// What is wrong with the answers, if anything is.
std::optional<std::string> mistake(const Weights& weights, const Probe& probe);

}  // namespace emilia::learn
