#pragma once

#include "experiment/experiment.h"

namespace emilia::experiment {

// One function a file: the experiments there are.
Experiment game_shape();

}  // namespace emilia::experiment
