#pragma once

#include "eval/weights.h"
#include "learn/cuda/warp_state.h"

// The evaluation of src/eval by a whole warp: each lane keeps two of the 64 pattern numbers, and
// names two weights, or two rows of a network.

namespace emilia::learn {

inline constexpr int kStageSize = kTableOffsets.size;

// What a Learned points to, as the host makes it: what the evaluation does without is empty.
struct LearnedArrays {
    std::vector<std::int16_t> weights;
    std::vector<NetworkRow> rows;
    std::vector<std::int32_t> first_row;  // of each stage
    std::vector<NetworkLayer> layers;
};
LearnedArrays learned_arrays(const Weights& weights);

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
EMILIA_DEVICE void find_weights(WarpState& state, const Learned& learned,
                                const std::int32_t* offsets) {
    static_assert(kPlaced.count < kMostPlaces);
    const int lane = warp::lane();
    const bool last = lane == warp::kLanes - 1;
    state.learned = learned;
    state.offset_low = offsets[2 * lane];
    state.offset_high = last ? kTableOffsets.mobility : offsets[2 * lane + 1];
    state.mobility_factor = last ? 1 : 0;
}

EMILIA_DEVICE int mobility_of(std::uint64_t own_moves, std::uint64_t opponent_moves) {
    return mobility_number(warp::count_bits(own_moves), warp::count_bits(opponent_moves));
}

// What a network's layer makes of the sum of rows. Each lane has four numbers of the sum, those
// from 4 * (lane % 8) on. Whole numbers that overflow come round, as everywhere.
EMILIA_DEVICE int layer_value(const NetworkLayer& layer, const int (&sum)[4]) {
    const int lane = warp::lane();
    const auto bent = [](int x) { return x > x >> kBelowZeroShift ? x : x >> kBelowZeroShift; };
    int pairs[2];
    EMILIA_UNROLL
    for (int i = 0; i < 4; ++i) {
        const int x = bent(sum[i] + warp::read_only(layer.start.data() + 4 * (lane & 7) + i));
        const int cut = x < kMostOfASum ? x : kMostOfASum;
        pairs[i / 2] = i % 2 == 0 ? cut & 0xffff : pairs[i / 2] | cut << 16;
    }
    // Two lanes add up a hidden number, each half of it.
    const int to = lane & (kHidden - 1);
    const int half = lane / kHidden;
    static_assert(2 * kHidden == warp::kLanes && kRowSize == warp::kLanes);
    unsigned hidden = 0;
    EMILIA_UNROLL
    for (int i = 0; i < kRowSize / 4; ++i) {
        const int pair = half * (kRowSize / 4) + i;
        const int numbers = warp::from(pairs[i % 2], pair / 2);
        const auto weights =
            static_cast<int>(warp::read_word((layer.hidden.data() + pair)->data() + to));
        hidden += static_cast<unsigned>(static_cast<std::int16_t>(numbers) *
                                        static_cast<std::int16_t>(weights)) +
                  static_cast<unsigned>((numbers >> 16) * (weights >> 16));
    }
    hidden += static_cast<unsigned>(warp::from_neighbour(static_cast<int>(hidden), kHidden)) +
              static_cast<unsigned>(warp::read_only(layer.hidden_start.data() + to));
    const auto scaled = static_cast<unsigned>(bent(static_cast<int>(hidden)) >> kHiddenShift);
    const auto factor = static_cast<unsigned>(warp::read_only(layer.value.data() + to));
    const int value = warp::sum(half == 0 ? static_cast<int>(scaled * factor) : 0);
    return (value + warp::read_only(&layer.value_start)) >> kValueShift;
}

// Of the rows that each lane names two of.
EMILIA_DEVICE int network_value(const Learned& learned, int low, int high, int stage) {
    // Four rows are read at once, each by eight lanes, four numbers a lane. They are added up two
    // to a word, with so much more each that none is below zero.
    constexpr std::uint32_t kMore = 0x80808080;
    constexpr std::uint32_t kEverySecond = 0x00ff00ff;
    const int group = warp::lane() / 8;
    const int part = warp::lane() & 7;
    std::uint32_t even = 0;
    std::uint32_t odd = 0;
    const NetworkRow* const rows = learned.rows + warp::read_only(learned.first_row + stage);
    const auto add = [&](int row) {
        const std::uint32_t numbers = warp::read_word(rows[row].data() + 4 * part) ^ kMore;
        even += numbers & kEverySecond;
        odd += numbers >> 8 & kEverySecond;
    };
    EMILIA_UNROLL
    for (int i = 0; i < warp::kLanes; i += 4) {
        add(warp::from(low, i + group));
        add(warp::from(high, i + group));
    }
    for (const int across : {8, 16}) {
        even += static_cast<std::uint32_t>(warp::from_neighbour(static_cast<int>(even), across));
        odd += static_cast<std::uint32_t>(warp::from_neighbour(static_cast<int>(odd), across));
    }
    constexpr int kMoreInAll = 128 * static_cast<int>(kMostPlaces);
    static_assert(2 * kMoreInAll < 1 << 16);
    const auto less = [](std::uint32_t x) { return static_cast<int>(x & 0xffff) - kMoreInAll; };
    return layer_value(learned.layers[stage],
                       {less(even), less(odd), less(even >> 16), less(odd >> 16)});
}

// What the evaluation says, in units of kUnitsOfADisc, for the player to move.
EMILIA_DEVICE int evaluate(const WarpState& state, std::uint32_t features, int mobility,
                           int empties) {
    const auto low = static_cast<int>(static_cast<std::int16_t>(features & 0xffff));
    const auto high =
        static_cast<int>(static_cast<std::int16_t>((features - static_cast<unsigned>(low)) >> 16));
    const int at_low = state.offset_low + low;
    const int at_high = state.offset_high + high + state.mobility_factor * mobility;
    if (state.learned.rows != nullptr) {
        return network_value(state.learned, at_low, at_high, stage_of(empties));
    }
    const std::int16_t* table = state.learned.weights + stage_of(empties) * kStageSize;
    return warp::sum(warp::read_only(table + at_low) + warp::read_only(table + at_high));
}

// The same as searches use it: it claims no more than a game can bring.
EMILIA_DEVICE int estimate(const WarpState& state, std::uint32_t features, int mobility,
                           int empties) {
    constexpr int kMost = 62 * kUnitsOfADisc;
    const int value = evaluate(state, features, mobility, empties);
    return value > kMost ? kMost : value < -kMost ? -kMost : value;
}

}  // namespace emilia::learn
