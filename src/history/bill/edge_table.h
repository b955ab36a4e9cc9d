#pragma once

#include <cstdint>
#include <vector>

#include "board/position.h"

namespace emilia::bill {

// An edge with the two x-squares beside its corners, as bits: squares 0 to 7 of the edge from one
// corner to the other, 8 the x-square at square 0, 9 the one at square 7.
inline constexpr unsigned kEdgeSquares = 10;

// The value of every configuration of an edge and its x-squares for the player to move, computed
// beforehand as IAGO's was: who can put a disc where, with which chance, and what that makes of the
// edge.
class EdgeTable {
  public:
    EdgeTable();

    int value(unsigned own, unsigned opponent) const { return values_[index(own, opponent)]; }
    static std::size_t index(unsigned own, unsigned opponent);

    // The four edges of a position, added up.
    int total(Position position) const;

  private:
    void iterate();

    std::vector<std::int16_t> values_;
};

// The edge before anybody moves on it: stable, semi-stable and unstable discs as IAGO weighs them,
// and the x-squares of empty corners.
int static_value(unsigned own, unsigned opponent);

}  // namespace emilia::bill
