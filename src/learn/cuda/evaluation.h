#pragma once

#include "eval/weights.h"
#include "learn/cuda/warp_state.h"

// The evaluation of src/eval by a whole warp: each lane keeps two of the 64 pattern numbers.

namespace emilia::learn {

inline constexpr int kStageSize = kTableOffsets.size;

// A lane's two pattern numbers in one word, low + 65536 * high: they add up as one number does.
EMILIA_DEVICE std::uint32_t features_of(const WarpState& state, std::uint64_t own,
                                        std::uint64_t opponent) {
    const int lane = warp::lane();
    std::uint32_t features = 0;
    for (; own != 0; own &= own - 1) features += state.tables->digits[warp::first_bit(own)][lane];
    for (; opponent != 0; opponent &= opponent - 1) {
        features -= state.tables->digits[warp::first_bit(opponent)][lane];
    }
    return features;
}

// After a move, for the opponent, whose turn it is.
EMILIA_DEVICE std::uint32_t features_after(const WarpState& state, std::uint32_t features,
                                           int square, std::uint64_t flipped) {
    const int lane = warp::lane();
    std::uint32_t turned = 0;
    auto low = static_cast<std::uint32_t>(flipped);
    auto high = static_cast<std::uint32_t>(flipped >> 32);
    EMILIA_NO_UNROLL
    for (; low != 0; low &= low - 1) turned += state.tables->digits[warp::first_bit(low)][lane];
    EMILIA_NO_UNROLL
    for (; high != 0; high &= high - 1) {
        turned += state.tables->digits[32 + warp::first_bit(high)][lane];
    }
    return 0u - features - state.tables->digits[square][lane] - 2 * turned;
}

// A lane's part of the tables.
EMILIA_DEVICE void find_weights(WarpState& state, const std::int16_t* weights,
                                const std::int32_t* offsets) {
    static_assert(kPlaced.count < kMostPlaces);
    const int lane = warp::lane();
    const bool last = lane == warp::kLanes - 1;
    state.weights = weights;
    state.offset_low = offsets[2 * lane];
    state.offset_high = last ? kTableOffsets.mobility : offsets[2 * lane + 1];
    state.mobility_factor = last ? 1 : 0;
}

EMILIA_DEVICE int mobility_of(std::uint64_t own_moves, std::uint64_t opponent_moves) {
    return mobility_number(warp::count_bits(own_moves), warp::count_bits(opponent_moves));
}

// What the evaluation says, in units of kUnitsOfADisc, for the player to move.
EMILIA_DEVICE int evaluate(const WarpState& state, std::uint32_t features, int mobility,
                           int empties) {
    const std::int16_t* table = state.weights + stage_of(empties) * kStageSize;
    const auto low = static_cast<int>(static_cast<std::int16_t>(features & 0xffff));
    const auto high =
        static_cast<int>(static_cast<std::int16_t>((features - static_cast<unsigned>(low)) >> 16));
    return warp::sum(
        warp::read_only(table + state.offset_low + low) +
        warp::read_only(table + state.offset_high + high + state.mobility_factor * mobility));
}

// The same as searches use it: it claims no more than a game can bring.
EMILIA_DEVICE int estimate(const WarpState& state, std::uint32_t features, int mobility,
                           int empties) {
    constexpr int kMost = 62 * kUnitsOfADisc;
    const int value = evaluate(state, features, mobility, empties);
    return value > kMost ? kMost : value < -kMost ? -kMost : value;
}

}  // namespace emilia::learn
