#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "board/position.h"
#include "board/simd/board_kernel.h"

namespace emilia {

// The number of ways a game can go on for `depth` plies.
//
// The convention: a pass is a ply, and a game that ends earlier counts one. With rules.passes_free
// a pass is no ply: the opponent simply moves on. With rules.bulk the last ply is counted without
// playing the moves; the result is the same.
struct PerftOptions {
    PerftRules rules;
    int threads = 1;
    // Counts to look up and to add to; without one, every line of play is walked.
    PerftTable* table = nullptr;
    // Asked now and then; true gives up.
    std::function<bool()> stopped;
};

// Nothing if it was stopped.
std::optional<std::uint64_t> perft(Position position, int depth, const PerftOptions& options = {});

}  // namespace emilia
