#pragma once

#include "board/simd/isa.h"
#include "classic/quick_search.h"
#include "history/logistello/cuts.h"
#include "history/logistello/evaluation.h"

namespace emilia::logistello {

// A check search: if the value of one to `shallow` plies is beyond a bound by so much, that of the
// deep one is taken to be too.
struct Check {
    int shallow = 0;
    double a = 1;
    double b = 0;
    double reach = 0;
};
// All that are tried at a node, the shallowest first.
struct Checks {
    static constexpr int kMost = 3;
    int count = 0;
    std::array<Check, kMost> of{};
};
// By stage and depth; those of the end of the game are at depth 0.
using CheckTable = std::array<std::array<Checks, kMostDeep + 1>, kStages>;

struct SearchState : classic::QuickSearch {
    std::array<const std::int16_t*, kStages> tables{};  // of the evaluation
    const CheckTable* checks = nullptr;
    int of_a_reply = 0;      // what a reply less is worth in the order of moves of the end
    bool guessing = false;   // the end may be guessed
    std::uint64_t cuts = 0;  // nodes that check searches answered
};

// The search compiled for one instruction set. The value is exact if it lies between alpha and
// beta, else a bound on its side.
struct SearchKernel {
    // So many plies ahead, in units of the evaluation.
    int (*look_ahead)(SearchState& state, const classic::QuickNode& node, int depth, int alpha,
                      int beta);
    // To the end of the game, in discs; a guess where state.guessing.
    int (*solve)(SearchState& state, const classic::QuickNode& node, int alpha, int beta);
    // The evaluation of a position in which somebody can move.
    int (*evaluate)(SearchState& state, Position position);
};

const SearchKernel& search_kernel(Isa isa);

}  // namespace emilia::logistello
