#pragma once

#include <array>
#include <memory>

#include "board/position.h"
#include "history/bill/look_up.h"

namespace emilia::bill {

inline constexpr std::array<const char*, kFeatures> kFeatureNames = {
    "edge stability", "current mobility", "potential mobility", "sequence penalty"};

// All that is computed beforehand from some constants.
class FeatureTables {
  public:
    explicit FeatureTables(const Constants& constants);
    FeatureTables(FeatureTables&&) = default;  // what is looked up stays where it is

    const LookUp& look_up() const { return look_up_; }
    Features features(Position position) const;

  private:
    LineTables lines_;
    LookUp look_up_;
};

// The table of edges, which no constant changes; made when first asked for.
const EdgeTable& edge_table();

// All counts of a position, the edges' table among them.
Counts all_counts_of(Position position);

// The number of the move that is to be made, 1 to 60, by the discs on the board.
inline constexpr int kMoves = 60;
int move_number(Position position);

}  // namespace emilia::bill
