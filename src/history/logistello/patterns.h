#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/position.h"
#include "eval/patterns.h"

namespace emilia::logistello {

// The patterns of the 1997 evaluation (figure 2): eleven families. Where a family is a line of the
// board, or holds one, its squares come first. Digits are those of eval/patterns.h.
inline constexpr auto kFamilies = [] {
    using namespace shapes_detail;
    return std::array{
        shape("diagonals of 4", {e1, f2, g3, h4}),
        shape("diagonals of 5", {d1, e2, f3, g4, h5}),
        shape("diagonals of 6", {c1, d2, e3, f4, g5, h6}),
        shape("diagonals of 7", {b1, c2, d3, e4, f5, g6, h7}),
        shape("diagonals of 8", {a1, b2, c3, d4, e5, f6, g7, h8}),
        shape("second lines", {a2, b2, c2, d2, e2, f2, g2, h2}),
        shape("third lines", {a3, b3, c3, d3, e3, f3, g3, h3}),
        shape("fourth lines", {a4, b4, c4, d4, e4, f4, g4, h4}),
        shape("edges with X-squares", {a1, b1, c1, d1, e1, f1, g1, h1, b2, g2}),
        shape("corners 2 x 5", {a1, b1, c1, d1, e1, a2, b2, c2, d2, e2}),
        shape("corners 3 x 3", {a1, b1, c1, a2, b2, c2, a3, b3, c3}),
    };
}();
inline constexpr std::size_t kFamilyCount = kFamilies.size();
// Behind them, as one more, the parity of the empty squares.
inline constexpr std::size_t kParity = kFamilyCount;

// Squares of a family that are a line of the board, 0 if it is none.
constexpr int line_length(std::size_t family) {
    if (family < 8) return kFamilies[family].size;
    return family == 8 ? 8 : 0;
}

inline constexpr PlacedShapes kPlaces = placed(kFamilies);
inline constexpr std::size_t kPlaceCount = kPlaces.count;
static_assert(kPlaceCount == 46);

// Thirteen stages of four discs; all with fewer discs are in the first.
inline constexpr int kStages = 13;
inline constexpr int kFirstDiscs = 13;
constexpr int stage_of(Position position) {
    const int stage = (64 - position.empties() - kFirstDiscs) / 4;
    return 64 - position.empties() < kFirstDiscs ? 0 : stage;
}

// A position with the number of the configuration on each place, kept up to date by moves.
struct Board {
    static constexpr std::size_t kNumbers = 48;
    static_assert(kNumbers >= kPlaceCount);

    Position position;
    alignas(32) std::array<std::int16_t, kNumbers> numbers{};

    static Board of(Position position);
    Board after(Square square, Bitboard flipped) const;
    Board passed() const;
    bool operator==(const Board&) const = default;
};

// What a disc on a square adds to the number of each place.
struct alignas(32) Digits {
    std::array<std::int16_t, Board::kNumbers> of{};
};
inline constexpr auto kDigits = [] {
    std::array<Digits, kSquares> digits{};
    for (std::size_t place = 0; place < kPlaceCount; ++place) {
        const Placed& one = kPlaces.list[place];
        for (int i = 0; i < kFamilies[one.shape].size; ++i) {
            const auto square =
                static_cast<std::size_t>(index_of(one.squares[static_cast<std::size_t>(i)]));
            digits[square].of[place] = static_cast<std::int16_t>(power_of_3(i));
        }
    }
    return digits;
}();

// Configurations that are mirror images of each other are one class. Classes are numbered within
// their family; `begin` says where those of a family begin in a list of all, parity's two last.
struct Classes {
    std::array<Folding, kFamilyCount> foldings;
    std::array<std::uint32_t, kFamilyCount + 1> begin{};
    std::size_t count = 0;

    // Of the configuration on a place, within its family.
    std::uint16_t at(const Board& board, std::size_t place) const {
        const std::size_t family = kPlaces.list[place].shape;
        const auto& of = foldings[family].class_of;
        return static_cast<std::uint16_t>(
            of[static_cast<std::size_t>(static_cast<int>(of.size() / 2) + board.numbers[place])]);
    }
};
const Classes& classes();

// What a line says of mobility, for the player to move: squares on which he can turn discs over
// along it less those of the opponent; and empty squares beside discs of the opponent less those
// beside his own. By class of the family; 0 where it is no line.
struct LineMobility {
    std::array<std::vector<std::int8_t>, kFamilyCount> current;
    std::array<std::vector<std::int8_t>, kFamilyCount> potential;
};
const LineMobility& line_mobility();

}  // namespace emilia::logistello
