#pragma once

#include <array>
#include <memory>

#include "board/position.h"
#include "history/bill/edge_table.h"
#include "history/bill/line_tables.h"

namespace emilia::bill {

inline constexpr int kFeatures = 4;

// The four features, for the player to move: edge stability, current mobility, potential mobility,
// sequence penalty; each better for him the greater it is.
using Features = std::array<int, kFeatures>;
inline constexpr std::array<const char*, kFeatures> kFeatureNames = {
    "edge stability", "current mobility", "potential mobility", "sequence penalty"};

// All that is computed beforehand.
class FeatureTables {
  public:
    Features features(Position position) const;

  private:
    EdgeTable edges_;
    LineTables lines_;
};

// Made when first asked for.
std::shared_ptr<const FeatureTables> feature_tables();

// The number of the move that is to be made, 1 to 60, by the discs on the board.
inline constexpr int kMoves = 60;
int move_number(Position position);

// Squares with a neighbour among `bits`.
Bitboard beside(Bitboard bits);

// The worth of the squares that can be played on, before penalties.
int square_worth(Bitboard moves, Bitboard empty);

}  // namespace emilia::bill
