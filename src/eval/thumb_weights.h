#pragma once

#include "eval/weights.h"

namespace emilia {

// Weights that nobody has learned, only written down: many moves, corners and discs that stay are
// good; discs beside empty squares, many discs and X squares beside empty corners are bad.
Weights thumb_weights();

}  // namespace emilia
