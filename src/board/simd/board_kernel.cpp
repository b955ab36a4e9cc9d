#include "board/simd/board_kernel.h"

#include "board/simd/leaf_batch.h"
#include "board/simd/primitives.h"

namespace emilia::EMILIA_ISA {

namespace {

// Keeps the compiler from proving that a position is never looked at.
EMILIA_INLINE void visit(Bitboard own, Bitboard opponent) {
    asm volatile("" : : "r"(own), "r"(opponent));
}

template <PerftRules kRules>
std::uint64_t count(Bitboard own, Bitboard opponent, int depth) {
    if (depth == 0) {
        visit(own, opponent);
        return 1;
    }
    Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        if (legal_moves(opponent, own) == 0) return 1;
        return count<kRules>(opponent, own, kRules.passes_free ? depth : depth - 1);
    }
    if (kRules.bulk && depth == 1) return static_cast<std::uint64_t>(popcount(moves));
    std::uint64_t leaves = 0;
    for (; moves; moves = without_lowest_bit(moves)) {
        const int square = lowest_bit(moves);
        const Bitboard flipped = flips(square, own, opponent);
        leaves +=
            count<kRules>(opponent ^ flipped, own ^ flipped ^ (Bitboard{1} << square), depth - 1);
    }
    return leaves;
}

#if EMILIA_HAS_AVX2

template <PerftRules kRules>
void collect(LeafBatch<kRules.bulk>& batch, std::uint64_t& leaves, Bitboard own, Bitboard opponent,
             int depth) {
    Bitboard moves = legal_moves(own, opponent);
    if (moves == 0) {
        leaves += count<kRules>(own, opponent, depth);
        return;
    }
    if (depth == (kRules.bulk ? 2 : 1)) {
        batch.add(own, opponent, moves);
        return;
    }
    for (; moves; moves = without_lowest_bit(moves)) {
        const int square = lowest_bit(moves);
        const Bitboard flipped = flips(square, own, opponent);
        collect<kRules>(batch, leaves, opponent ^ flipped, own ^ flipped ^ (Bitboard{1} << square),
                        depth - 1);
    }
}

template <PerftRules kRules>
std::uint64_t count_in_batches(Bitboard own, Bitboard opponent, int depth) {
    LeafBatch<kRules.bulk> batch([](Bitboard a, Bitboard b) { return count<kRules>(a, b, 1); });
    std::uint64_t leaves = 0;
    collect<kRules>(batch, leaves, own, opponent, depth);
    return leaves + batch.total();
}

#endif

template <PerftRules kRules>
std::uint64_t perft_with(Position position, int depth) {
#if EMILIA_HAS_AVX2
    if (depth >= 2) return count_in_batches<kRules>(position.own, position.opponent, depth);
#endif
    return count<kRules>(position.own, position.opponent, depth);
}

std::uint64_t perft(Position position, int depth, PerftRules rules) {
    if (rules.bulk) {
        return rules.passes_free ? perft_with<PerftRules{true, true}>(position, depth)
                                 : perft_with<PerftRules{true, false}>(position, depth);
    }
    return rules.passes_free ? perft_with<PerftRules{false, true}>(position, depth)
                             : perft_with<PerftRules{false, false}>(position, depth);
}

Bitboard call_legal_moves(Bitboard own, Bitboard opponent) {
    return legal_moves(own, opponent);
}
Bitboard call_flips(int square, Bitboard own, Bitboard opponent) {
    return flips(square, own, opponent);
}
Bitboard call_stable_discs(Bitboard own, Bitboard opponent) {
    return stable_discs(own, opponent);
}

}  // namespace

extern const BoardKernel kBoardKernel;
const BoardKernel kBoardKernel = {call_legal_moves, call_flips, call_stable_discs, perft};

}  // namespace emilia::EMILIA_ISA
