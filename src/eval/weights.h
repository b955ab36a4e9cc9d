#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eval/patterns.h"
#include "util/result.h"

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

// What every configuration is worth at every stage.
class Weights {
  public:
    // By stage, then in the order of class_layout().
    explicit Weights(std::vector<std::vector<std::int16_t>> by_class);

    // A file's content: a line that says what it is, a checksum, and the rest compressed. Anything
    // else is refused.
    static Result<Weights> parse(std::string_view bytes);
    // `level` is how hard zstd tries, 1 .. 19: seconds at the top, for a file a fifth smaller.
    std::string bytes(int level = 19) const;

    // Sixteen hexadecimal digits that name these weights: the same for the same weights, however
    // they were compressed.
    std::string id() const;

    const std::vector<std::int16_t>& classes(int stage) const {
        return by_class_[static_cast<std::size_t>(stage)];
    }
    // The same unfolded: a weight for every configuration of every shape, for the kernels.
    const std::int16_t* table(int stage) const {
        return tables_[static_cast<std::size_t>(stage)].data();
    }

  private:
    std::vector<std::vector<std::int16_t>> by_class_;
    std::vector<std::vector<std::int16_t>> tables_;
};

// Those of somebody who knows nothing: every position is worth 0.
Weights zero_weights();

// The weights in a file; what is wrong with it is said with its name.
Result<Weights> read_weights(const std::string& path);

// Where a placed shape finds its weights in such a table: at this index plus the shape's number.
// Places that no shape fills find nothing.
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

}  // namespace emilia
