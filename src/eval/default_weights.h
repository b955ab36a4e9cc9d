#pragma once

#include <memory>

#include "eval/weights.h"

namespace emilia {

// The weights that the program carries within itself: data/weights, put there by the build.
// Unpacked by the first who asks, from any thread.
std::shared_ptr<const Weights> default_weights();

}  // namespace emilia
