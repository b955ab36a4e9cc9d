#pragma once

#include <cstdint>

#include "board/position.h"
#include "board/simd/isa.h"

namespace emilia {

// How leaves are counted; see board/perft.h.
struct PerftRules {
    bool bulk = false;
    bool passes_free = false;
};

// The functions of this floor, compiled for one instruction set. The first three are there for
// tests and benchmarks (a call through a pointer costs more than SIMD gains): loops belong behind
// the pointer.
struct BoardKernel {
    Bitboard (*legal_moves)(Bitboard own, Bitboard opponent);
    Bitboard (*flips)(int square, Bitboard own, Bitboard opponent);
    Bitboard (*stable_discs)(Bitboard own, Bitboard opponent);
    std::uint64_t (*perft)(Position position, int depth, PerftRules rules);
};

// `isa` must be one of usable_isas().
const BoardKernel& board_kernel(Isa isa);

}  // namespace emilia
