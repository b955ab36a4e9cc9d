#pragma once

#include <array>

#include "board/position.h"

namespace emilia {

// The eight images of the board, 0 the identity: bit 0 mirrors left and right, bit 1 top and
// bottom, then bit 2 reflects in the main diagonal a1-h8 (columns become rows).
class Symmetry {
  public:
    constexpr Symmetry() = default;
    constexpr explicit Symmetry(int index) : index_(index) {}
    constexpr int index() const { return index_; }
    // Undoes this one.
    Symmetry inverse() const;
    constexpr bool operator==(const Symmetry&) const = default;

  private:
    int index_ = 0;
};

inline constexpr std::array<Symmetry, 8> kSymmetries = {Symmetry(0), Symmetry(1), Symmetry(2),
                                                        Symmetry(3), Symmetry(4), Symmetry(5),
                                                        Symmetry(6), Symmetry(7)};

// Symmetries under which the starting position, with black to move, stays as it is; a game's moves
// may be mapped by any of them.
inline constexpr std::array<Symmetry, 4> kOpeningSymmetries = {Symmetry(0), Symmetry(3),
                                                               Symmetry(4), Symmetry(7)};

Bitboard transform(Bitboard bits, Symmetry symmetry);
Position transform(Position position, Symmetry symmetry);
constexpr Square transform(Square square, Symmetry symmetry) {
    const int column = symmetry.index() & 1 ? 7 - column_of(square) : column_of(square);
    const int row = symmetry.index() & 2 ? 7 - row_of(square) : row_of(square);
    return symmetry.index() & 4 ? square_at(row, column) : square_at(column, row);
}
Move transform(Move move, Symmetry symmetry);

// The smallest of the eight images, and the symmetry that leads to it. Positions that are images of
// each other have the same canonical form.
struct Canonical {
    Position position;
    Symmetry symmetry;
};
Canonical canonical(Position position);

}  // namespace emilia
