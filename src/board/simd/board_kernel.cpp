#include "board/simd/board_kernel.h"

#include "board/simd/leaf_batch.h"
#include "board/simd/primitives.h"
#include "board/symmetry.h"

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
std::uint64_t count_all(Bitboard own, Bitboard opponent, int depth) {
#if EMILIA_HAS_AVX2
    if (depth >= 2) return count_in_batches<kRules>(own, opponent, depth);
#endif
    return count<kRules>(own, opponent, depth);
}

// Smaller trees than this are counted sooner than looked up.
constexpr int kTableDepth = 4;

template <PerftRules kRules>
std::uint64_t count_with(PerftTable& table, Position position, int depth) {
    if (depth < kTableDepth) return count_all<kRules>(position.own, position.opponent, depth);
    const Position image = canonical(position).position;
    if (const std::uint64_t known = table.find(image, depth, kRules)) return known;
    Bitboard moves = legal_moves(image.own, image.opponent);
    std::uint64_t leaves = 0;
    if (moves == 0) {
        leaves =
            legal_moves(image.opponent, image.own) == 0
                ? 1
                : count_with<kRules>(table, image.passed(), kRules.passes_free ? depth : depth - 1);
    }
    for (; moves; moves = without_lowest_bit(moves)) {
        const int square = lowest_bit(moves);
        const Bitboard flipped = flips(square, image.own, image.opponent);
        leaves += count_with<kRules>(table, image.after(square_at(square), flipped), depth - 1);
    }
    table.store(image, depth, kRules, leaves);
    return leaves;
}

template <PerftRules kRules>
std::uint64_t perft_with(Position position, int depth, PerftTable* table) {
    return table ? count_with<kRules>(*table, position, depth)
                 : count_all<kRules>(position.own, position.opponent, depth);
}

std::uint64_t perft(Position position, int depth, PerftRules rules, PerftTable* table) {
    if (rules.bulk) {
        return rules.passes_free ? perft_with<PerftRules{true, true}>(position, depth, table)
                                 : perft_with<PerftRules{true, false}>(position, depth, table);
    }
    return rules.passes_free ? perft_with<PerftRules{false, true}>(position, depth, table)
                             : perft_with<PerftRules{false, false}>(position, depth, table);
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
