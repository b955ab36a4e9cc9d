#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eval/layout.h"
#include "util/huge_pages.h"
#include "util/result.h"

namespace emilia {

// A network over the shapes: every configuration has a row of numbers, others in each part of the
// game. The rows of a position's configurations are added up and bent at zero; sums of these with
// weights of the stage, bent again and added up with weights, are the value. All in whole numbers,
// so that every instruction set finds the same.
inline constexpr int kRowSize = 32;
inline constexpr int kHidden = 16;

// What numbers stand for: 1 in a row is 1 / kRowUnit, and so on.
inline constexpr int kRowUnit = 1 << 7;
inline constexpr int kLayerUnit = 1 << 10;
// A number of a row is no larger: two of them fit into a byte.
inline constexpr int kMostOfARow = 63;
// A sum of rows counts up to this, and what is below zero for a part.
inline constexpr int kMostOfASum = 4 * kRowUnit;
inline constexpr int kBelowZeroShift = 4;
// The first sums are divided by this, the value by that; one disc is then kUnitsOfADisc.
inline constexpr int kHiddenShift = 9;
inline constexpr int kValueShift = 8;

// What a stage does with the sum of the rows.
struct alignas(64) NetworkLayer {
    std::array<std::int16_t, kRowSize> start{};  // what the rows are added to
    // The weights of each two numbers for each of the hidden ones, as instructions want them.
    std::array<std::array<std::array<std::int16_t, 2>, kHidden>, kRowSize / 2> hidden{};
    std::array<std::int32_t, kHidden> hidden_start{};
    std::array<std::int32_t, kHidden> value{};
    std::int32_t value_start = 0;

    std::int16_t& hidden_weight(int from, int to) {
        return hidden[static_cast<std::size_t>(from / 2)][static_cast<std::size_t>(to)]
                     [static_cast<std::size_t>(from % 2)];
    }
    std::int16_t hidden_weight(int from, int to) const {
        return const_cast<NetworkLayer*>(this)->hidden_weight(from, to);
    }

    bool operator==(const NetworkLayer&) const = default;
};

using NetworkRow = std::array<std::int8_t, kRowSize>;

// A part of the game: from this stage on, up to the next part's; a row for each class of
// class_layout().
struct NetworkPart {
    int first_stage = 0;
    std::vector<NetworkRow> by_class;
};

class Network {
  public:
    static constexpr int kMostParts = 4;

    // The parts in their order, the first from stage 0 on; a layer for each stage.
    Network(std::vector<NetworkPart> parts, std::vector<NetworkLayer> layers);

    // What a file holds behind the words that name its layout; refused are another size, parts
    // that do not follow each other, and rows beyond kMostOfARow.
    static Result<Network> unpacked(std::string_view bytes);
    static std::size_t most_packed();  // bytes
    std::string packed() const;

    const std::vector<NetworkPart>& parts() const { return parts_; }
    std::size_t part_of(int stage) const;
    const NetworkLayer& layer(int stage) const { return layers_[static_cast<std::size_t>(stage)]; }
    // A stage's rows unfolded: one for every configuration of every shape, for the kernels.
    const NetworkRow* rows(int stage) const;

  private:
    std::vector<NetworkPart> parts_;
    std::vector<NetworkLayer> layers_;
    HugePages rows_;  // part by part
};

// The value by the plainest code, for the tests of the others: of the sum of a position's rows.
int network_value(const NetworkLayer& layer, const std::array<int, kRowSize>& sum);

}  // namespace emilia
