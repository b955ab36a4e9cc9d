#pragma once

#include "board/areas.h"
#include "board/simd/primitives.h"
#include "history/bill/discriminant.h"
#include "history/bill/line_tables.h"

// The features of a position by its lines, and its value: inlined into the search, for each
// instruction set.

namespace emilia::bill {

// All that is looked up, as plain as loops want it.
struct LookUp {
    const Packed* entries;
    std::array<LineTables::Begins, 2> begins;  // by who is to move
    // Constants of what lines do not know: the squares of moves, and what counts once.
    struct Squares {
        Bitboard mask;
        int worth;
    };
    static constexpr int kMoveSquares = kSquareKinds - 2;
    std::array<Squares, kMoveSquares> moves;  // of all squares but c and x
    int open_c;
    int safe_c;
    int open_x;
    int safe_x;
    int inner_frontier;
    int edge_frontier;
    int beside;
};

}  // namespace emilia::bill

namespace emilia::EMILIA_ISA {

// A position as the search keeps it.
struct LineBoard {
    Bitboard own;
    Bitboard opponent;
    bill::LineNumbers numbers;
};

// After a move of the first player, 0, or the second.
EMILIA_INLINE void numbers_after(const bill::LineNumbers& before, int player, int square,
                                 Bitboard flipped, bill::LineNumbers& after) {
    // For the first a disc is 1 and one turned over 1 instead of 2; for the second 2, and 2 instead
    // of 1.
    using Numbers [[gnu::vector_size(64), gnu::may_alias]] = std::uint16_t;
    static_assert(sizeof(Numbers) == sizeof(bill::LineNumbers));
    const auto numbers = [](const bill::LineNumbers& from) -> const Numbers& {
        return *reinterpret_cast<const Numbers*>(from.of.data());
    };
    Numbers discs{};
    for (; flipped != 0; flipped = without_lowest_bit(flipped)) {
        discs += numbers(bill::kDigits.data()[lowest_bit(flipped)]);
    }
    const Numbers digits = numbers(bill::kDigits.data()[square]);
    auto& sum = *reinterpret_cast<Numbers*>(after.of.data());
    sum =
        player == 0 ? numbers(before) + digits - discs : numbers(before) + digits + digits + discs;
}

struct FourFeatures {
    int of[bill::kFeatures];
};

// For the player to move, whose moves and his opponent's are known.
EMILIA_INLINE FourFeatures features_of(const bill::LookUp& table, Bitboard own, Bitboard opponent,
                                       const bill::LineNumbers& numbers, int player, Bitboard moves,
                                       Bitboard replies) {
    constexpr Bitboard kXSquares = 0x0042000000004200;
    constexpr Bitboard kCSquares = 0x4281000000008142;
    bill::Packed sum = 0;
    const std::uint32_t* const begins = table.begins.data()[player].data();
    const std::uint16_t* const number = numbers.of.data();
    for (std::size_t i = 0; i < bill::kLines; ++i) sum += table.entries[begins[i] + number[i]];
    const auto next = [&sum] {
        const auto field = static_cast<std::int16_t>(sum);
        sum = (sum - field) >> 16;
        return static_cast<int>(field);
    };
    int mobility = next();
    int potential = next();
    int sequences = next();
    int edges = next();
    // Lines are the first player's.
    if (player != 0) {
        mobility = -mobility;
        potential = -potential;
        sequences = -sequences;
        edges = -edges;
    }
    for (int i = 0; i < bill::LookUp::kMoveSquares; ++i) {
        const auto& squares = table.moves.data()[i];
        mobility +=
            squares.worth * (popcount(moves & squares.mask) - popcount(replies & squares.mask));
    }
    const Bitboard empty = ~(own | opponent);
    if (((moves | replies) & (kXSquares | kCSquares)) != 0) {
        const Bitboard open = neighbours(empty & kCorners);
        const auto difference = [&](Bitboard squares) {
            return popcount(moves & squares) - popcount(replies & squares);
        };
        mobility += table.open_c * difference(kCSquares & open) +
                    table.safe_c * difference(kCSquares & ~open) +
                    table.open_x * difference(kXSquares & open) +
                    table.safe_x * difference(kXSquares & ~open);
    }
    const Bitboard frontier = neighbours(empty);
    potential +=
        table.inner_frontier * (popcount(opponent & frontier & kInnerSquares) -
                                popcount(own & frontier & kInnerSquares)) +
        table.edge_frontier * (popcount(opponent & frontier & ~kInnerSquares) -
                               popcount(own & frontier & ~kInnerSquares)) +
        table.beside * (popcount(empty & neighbours(opponent)) - popcount(empty & neighbours(own)));
    return {{edges, mobility, potential, sequences}};
}

// In thousandths of the discriminant.
EMILIA_INLINE int value_of(const bill::Discriminant& discriminant, const FourFeatures& features) {
    constexpr double kMost = 500'000;
    using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
    const auto four = [](const auto& from) -> const Four& {
        return *reinterpret_cast<const Four*>(from.data());
    };
    const Four x = {static_cast<double>(features.of[0]), static_cast<double>(features.of[1]),
                    static_cast<double>(features.of[2]), static_cast<double>(features.of[3])};
    Four by = four(discriminant.linear);
    for (std::size_t i = 0; i < bill::kFeatures; ++i) {
        by += four(discriminant.quadratic.data()[i]) * x[i];
    }
    by *= x;
    const double sum = discriminant.constant + ((by[0] + by[1]) + (by[2] + by[3]));
    const double value = 1000 * sum;
    return static_cast<int>(value > kMost ? kMost : value < -kMost ? -kMost : value);
}

}  // namespace emilia::EMILIA_ISA
