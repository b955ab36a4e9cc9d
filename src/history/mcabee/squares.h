#pragma once

#include <array>

#include "board/square.h"

namespace emilia::mcabee {

// The polynomial has one set of coefficients for each move of a game, by its number.
inline constexpr int kMoves = 60;

// Squares that the symmetries of the starting position exchange are one class (figures 10 and 11),
// numbered by rows from a1: the classes of a1 .. h1, b2 .. g2, c3 .. f3. The four squares of the
// first discs have none.
inline constexpr int kClasses = 18;
inline constexpr int kMostSquaresOfClass = 4;
// 0 to 17; -1 in the middle.
int class_of(Square square);
// The square that a class is named after.
Square square_of_class(int which);

// Figure 13: from how many directions a disc on the square can be turned over. Figure 14: by how
// many discs; as printed, which is 12 less on the x-squares and 2 more on c3 than the lines there
// have squares.
int potential_directions(Square square);
int potential_pieces(Square square);

}  // namespace emilia::mcabee
