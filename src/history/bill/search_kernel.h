#pragma once

#include "board/simd/isa.h"
#include "classic/quick_search.h"
#include "history/bill/evaluation.h"

namespace emilia::bill {

struct SearchState : classic::QuickSearch {
    const LookUp* look_up = nullptr;
    const Discriminant* discriminants = nullptr;  // of all moves, the first one first
};

// The search compiled for one instruction set. The value is exact if it lies between alpha and
// beta, else a bound on its side.
struct SearchKernel {
    // So many plies ahead, in thousandths of the discriminant.
    int (*look_ahead)(SearchState& state, const classic::QuickNode& node, int depth, int alpha,
                      int beta);
    // To the end of the game, in discs.
    int (*solve)(SearchState& state, const classic::QuickNode& node, int alpha, int beta);
};

const SearchKernel& search_kernel(Isa isa);

}  // namespace emilia::bill
