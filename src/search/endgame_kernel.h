#pragma once

#include "board/simd/isa.h"
#include "search/search_thread.h"

namespace emilia {

// The endgame search, compiled for one instruction set.
struct EndgameKernel {
    // Is the value of the position greater than alpha? If so what is returned is greater too and a
    // lower bound, if not an upper bound. Means nothing once thread.cancelled is set.
    int (*test)(SearchThread& thread, Position position, int alpha);

    // Searches moves of a node that was opened for several threads until none is left.
    void (*work)(SearchThread& thread, SplitPoint& split);
};

const EndgameKernel& endgame_kernel(Isa isa);

}  // namespace emilia
