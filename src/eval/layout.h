#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/patterns.h"

// What evaluations have in common, whatever they make of it: stages, and the places of
// configurations in tables.

namespace emilia {

// A game has this many stages, each of two discs.
inline constexpr int kStages = 30;
constexpr int stage_of(int empties) {
    const int stage = (60 - empties) / 2;
    return stage < 0 ? 0 : stage >= kStages ? kStages - 1 : stage;
}

// Weights and values are whole numbers; so many are a disc at the end of the game.
inline constexpr int kUnitsOfADisc = 128;

// How many moves the player to move has, and how many the opponent would have, as one number.
inline constexpr int kMostCountedMoves = 31;
inline constexpr int kMobilities = (kMostCountedMoves + 1) * (kMostCountedMoves + 1);
constexpr int mobility_number(int own_moves, int opponent_moves) {
    const auto counted = [](int n) { return n < kMostCountedMoves ? n : kMostCountedMoves; };
    return counted(own_moves) * (kMostCountedMoves + 1) + counted(opponent_moves);
}

// Where the classes of each shape begin in a stage's list of weights; behind them are those of the
// mobility.
struct ClassLayout {
    std::vector<int> begin;  // by shape
    int mobility = 0;
    int count = 0;  // in all
};
const ClassLayout& class_layout();

// Where a placed shape finds its weights in an unfolded table: at this index plus the shape's
// number. Places that no shape fills find nothing.
struct alignas(64) TableOffsets {
    std::array<std::int32_t, kMostPlaces> offset{};
    std::int32_t mobility = 0;
    std::int32_t size = 0;
};
inline constexpr TableOffsets kTableOffsets = [] {
    TableOffsets offsets;
    std::array<std::int32_t, kShapeCount> middle{};
    std::int32_t end = 0;
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        const int configurations = power_of_3(kShapes[shape].size);
        middle[shape] = end + configurations / 2;
        end += configurations;
    }
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        offsets.offset[place] = middle[kPlaced.list[place].shape];
    }
    static_assert(kPlaced.count <= kMostPlaces);
    offsets.mobility = end;
    end += kMobilities;
    for (std::size_t place = kPlaced.count; place < kMostPlaces; ++place) {
        offsets.offset[place] = end;
    }
    // Reading four bytes from there stays inside.
    offsets.size = end + 4;
    return offsets;
}();

// Every configuration of every shape, then the mobilities, with what stands for its class.
template <typename Value>
std::vector<Value> unfolded(const std::vector<Value>& classes) {
    const ClassLayout& layout = class_layout();
    std::vector<Value> table(static_cast<std::size_t>(kTableOffsets.size), Value{});
    std::size_t at = 0;
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        for (const std::int32_t of : folding_of(shape).class_of) {
            table[at++] = classes[static_cast<std::size_t>(layout.begin[shape] + of)];
        }
    }
    for (int i = 0; i < kMobilities; ++i) {
        table[at++] = classes[static_cast<std::size_t>(layout.mobility + i)];
    }
    return table;
}

}  // namespace emilia
