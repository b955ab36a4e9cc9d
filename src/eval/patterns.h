#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "board/square.h"
#include "board/symmetry.h"

// The shapes that the evaluation looks at. What stands on the squares of a shape is a number in
// base three with the digits +1 for a disc of the player to move, -1 for one of the opponent's and
// 0 for an empty square: changing sides changes its sign, and ten squares fit into 16 bits.

namespace emilia {

inline constexpr int kLargestShape = 10;

struct Shape {
    std::string_view name;
    int size = 0;
    std::array<Square, kLargestShape> squares{};  // the first has the least digit

    constexpr std::span<const Square> list() const {
        return {squares.data(), static_cast<std::size_t>(size)};
    }
};

namespace shapes_detail {

constexpr Shape shape(std::string_view name, std::initializer_list<Square> squares) {
    Shape made{name, static_cast<int>(squares.size()), {}};
    std::size_t i = 0;
    for (const Square square : squares) made.squares[i++] = square;
    return made;
}

using enum Square;

}  // namespace shapes_detail

inline constexpr auto kShapes = [] {
    using namespace shapes_detail;
    return std::array{
        shape("edge and X", {a1, b1, c1, d1, e1, f1, g1, h1, b2, g2}),
        shape("edge and centre", {a1, c1, d1, e1, f1, h1, c2, d2, e2, f2}),
        shape("corner 2 x 5", {a1, b1, c1, d1, e1, a2, b2, c2, d2, e2}),
        shape("corner triangle", {a1, b1, c1, d1, a2, b2, c2, a3, b3, a4}),
        shape("corner 3 x 3", {a1, b1, c1, a2, b2, c2, a3, b3, c3}),
        shape("kite", {a1, b1, a2, b2, c2, d2, e2, b3, b4, b5}),
        shape("row 2 and corners", {a2, b2, c2, d2, e2, f2, g2, h2, a1, h1}),
        shape("row 3", {a3, b3, c3, d3, e3, f3, g3, h3}),
        shape("row 4", {a4, b4, c4, d4, e4, f4, g4, h4}),
        shape("diagonal of 8", {a1, b2, c3, d4, e5, f6, g7, h8}),
        shape("diagonal of 7, corners", {b1, c2, d3, e4, f5, g6, h7, a1, h8}),
        shape("diagonal of 6", {c1, d2, e3, f4, g5, h6}),
        shape("diagonal of 5", {d1, e2, f3, g4, h5}),
        shape("diagonal of 4", {e1, f2, g3, h4}),
    };
}();
inline constexpr std::size_t kShapeCount = kShapes.size();

// Three to the power of n.
constexpr int power_of_3(int n) {
    int power = 1;
    while (n-- > 0) power *= 3;
    return power;
}

// A shape as it lies on the board.
struct Placed {
    std::size_t shape = 0;
    std::array<Square, kLargestShape> squares{};  // in the order of the shape's
};

// Every shape in each of its different places, in the order of the shapes.
inline constexpr std::size_t kMostPlaces = 64;
struct PlacedShapes {
    std::size_t count = 0;
    std::array<Placed, kMostPlaces> list{};
};
template <std::size_t Count>
constexpr PlacedShapes placed(const std::array<Shape, Count>& shapes) {
    PlacedShapes all;
    for (std::size_t shape = 0; shape < Count; ++shape) {
        std::array<Bitboard, kSymmetries.size()> seen{};
        for (std::size_t s = 0; s < kSymmetries.size(); ++s) {
            Placed one{shape, {}};
            for (std::size_t i = 0; i < shapes[shape].list().size(); ++i) {
                one.squares[i] = transform(shapes[shape].squares[i], kSymmetries[s]);
                seen[s] |= bit(one.squares[i]);
            }
            bool again = false;
            for (std::size_t earlier = 0; earlier < s; ++earlier) {
                again = again || seen[earlier] == seen[s];
            }
            if (!again) all.list[all.count++] = one;
        }
    }
    return all;
}
inline constexpr PlacedShapes kPlaced = placed(kShapes);

// Configurations of a shape that are mirror images of each other hang together: one weight stands
// for them. For each configuration, by its number plus the greatest (0 .. 3^size - 1), the class.
struct Folding {
    int classes = 0;
    std::vector<std::int32_t> class_of;
};
Folding fold(const Shape& shape);
// The same of kShapes, worked out once.
const Folding& folding_of(std::size_t shape);

}  // namespace emilia
