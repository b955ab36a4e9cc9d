#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/position.h"
#include "board/simd/isa.h"

namespace emilia {

// How leaves are counted; see board/perft.h.
struct PerftRules {
    bool bulk = false;
    bool passes_free = false;
};

// Counts already made, for one perft or many: positions that are images of each other count the
// same, and different lines of play meet. May be shared by threads: a slot holds its key xored with
// its count, so one torn by two writers fits no key.
class PerftTable {
  public:
    // The largest power of two of slots that fits into `bytes`.
    explicit PerftTable(std::size_t bytes);

    // The count, or 0.
    std::uint64_t find(Position canonical, int depth, PerftRules rules) const;
    void store(Position canonical, int depth, PerftRules rules, std::uint64_t leaves);

  private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> leaves{0};
    };
    static std::uint64_t key_of(Position canonical, int depth, PerftRules rules);
    std::vector<Slot> slots_;
    std::uint64_t mask_;
};

// The functions of this floor, compiled for one instruction set. The first three are there for
// tests and benchmarks (a call through a pointer costs more than SIMD gains): loops belong behind
// the pointer.
struct BoardKernel {
    Bitboard (*legal_moves)(Bitboard own, Bitboard opponent);
    Bitboard (*flips)(int square, Bitboard own, Bitboard opponent);
    Bitboard (*stable_discs)(Bitboard own, Bitboard opponent);
    // `table` may be null.
    std::uint64_t (*perft)(Position position, int depth, PerftRules rules, PerftTable* table);
};

// `isa` must be one of usable_isas().
const BoardKernel& board_kernel(Isa isa);

}  // namespace emilia
