#include "history/mcabee/squares.h"

#include <algorithm>

#include "board/symmetry.h"

namespace emilia::mcabee {

namespace {

constexpr std::array<Square, kClasses> kNames = {
    Square::a1, Square::b1, Square::c1, Square::d1, Square::e1, Square::f1,
    Square::g1, Square::h1, Square::b2, Square::c2, Square::d2, Square::e2,
    Square::f2, Square::g2, Square::c3, Square::d3, Square::e3, Square::f3,
};

constexpr std::array<int, kSquares> classes() {
    std::array<int, kSquares> result{};
    result.fill(-1);
    for (std::size_t which = 0; which < kNames.size(); ++which) {
        for (const Symmetry symmetry : kOpeningSymmetries) {
            result[static_cast<std::size_t>(transform(kNames[which], symmetry))] =
                static_cast<int>(which);
        }
    }
    return result;
}

constexpr std::array<int, kSquares> kClassOf = classes();

// Rows and columns counted from the nearest edge, 0 to 3.
constexpr std::array<std::array<int, 4>, 4> kDirections = {
    {{0, 2, 2, 2}, {2, 8, 8, 8}, {2, 8, 8, 8}, {2, 8, 8, 8}}};
constexpr std::array<std::array<int, 4>, 4> kPieces = {
    {{0, 7, 7, 7}, {7, 11, 23, 23}, {7, 23, 27, 25}, {7, 23, 25, 27}}};

int in_quarter(const std::array<std::array<int, 4>, 4>& quarter, Square square) {
    const int column = std::min(column_of(square), 7 - column_of(square));
    const int row = std::min(row_of(square), 7 - row_of(square));
    return quarter[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

}  // namespace

int class_of(Square square) {
    return kClassOf[static_cast<std::size_t>(square)];
}

Square square_of_class(int which) {
    return kNames[static_cast<std::size_t>(which)];
}

int potential_directions(Square square) {
    return in_quarter(kDirections, square);
}

int potential_pieces(Square square) {
    return in_quarter(kPieces, square);
}

}  // namespace emilia::mcabee
