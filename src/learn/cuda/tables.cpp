#include <array>

#include "eval/features.h"
#include "learn/cuda/evaluation.h"

namespace emilia::learn {

namespace {

// How soon a square is tried: less is sooner. One quarter of the board, the others mirror it.
constexpr std::array<int, 16> kLateness = {
    // clang-format off
    0, 8, 1, 2,
    8, 9, 7, 6,
    1, 7, 3, 4,
    2, 6, 4, 5,
    // clang-format on
};

int lateness(int square) {
    const int x = square & 7;
    const int y = square >> 3;
    const int column = x < 4 ? x : 7 - x;
    const int row = y < 4 ? y : 7 - y;
    return kLateness[static_cast<std::size_t>(4 * row + column)];
}

}  // namespace

BlockTables make_block_tables() {
    BlockTables tables{};
    for (int square = 0; square < kSquares; ++square) {
        for (std::size_t d = 0; d < 4; ++d) {
            tables.up[d][square] = kRays[static_cast<std::size_t>(square)].up[d];
        }
        for (int other = 0; other < kSquares; ++other) {
            const int difference = lateness(other) - lateness(square);
            if (difference < 0 || (difference == 0 && other < square)) {
                tables.before[square] |= bit(square_at(other));
            }
        }
        const auto& digit = kSquareDigits[static_cast<std::size_t>(square)].digit;
        for (std::size_t lane = 0; lane < 32; ++lane) {
            tables.digits[square][lane] =
                static_cast<std::uint32_t>(digit[2 * lane] + digit[2 * lane + 1] * 65536);
        }
    }
    return tables;
}

LearnedArrays learned_arrays(const Weights& weights) {
    LearnedArrays arrays;
    if (const Network* network = weights.network()) {
        for (const NetworkPart& part : network->parts()) {
            const NetworkRow* const rows = network->rows(part.first_stage);
            arrays.rows.insert(arrays.rows.end(), rows, rows + kStageSize);
        }
        for (int stage = 0; stage < kStages; ++stage) {
            arrays.first_row.push_back(static_cast<std::int32_t>(network->part_of(stage)) *
                                       kStageSize);
            arrays.layers.push_back(network->layer(stage));
        }
        return arrays;
    }
    for (int stage = 0; stage < kStages; ++stage) {
        const std::int16_t* table = weights.stage(stage).table;
        arrays.weights.insert(arrays.weights.end(), table, table + kStageSize);
    }
    return arrays;
}

}  // namespace emilia::learn
