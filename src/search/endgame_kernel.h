#pragma once

#include "board/simd/isa.h"
#include "search/search_thread.h"

namespace emilia {

// The search of the last squares, without an evaluation and by one thread, compiled for one
// instruction set.
struct EndgameKernel {
    // Is the value of the position greater than alpha? If so what is returned is greater too and a
    // lower bound, if not an upper bound. Means nothing once thread.cancelled is set.
    int (*test)(SearchThread& thread, Position position, int alpha);
};

const EndgameKernel& endgame_kernel(Isa isa);

}  // namespace emilia
