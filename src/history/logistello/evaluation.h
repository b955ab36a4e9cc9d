#pragma once

#include <memory>
#include <vector>

#include "history/logistello/parameters.h"
#include "player/player.h"

namespace emilia::logistello {

// Values of the 1994 evaluation are log-odds of winning, so many units each; those of 1997 are
// discs, kUnitsOfADisc each.
inline constexpr int kUnitsOfLogOdds = 1000;
constexpr int units_of(Generation generation) {
    return generation == Generation::of_1994 ? kUnitsOfLogOdds : kUnitsOfADisc;
}

// Both evaluations come down to one table a family and stage: in 1994 all that depends on a
// configuration is multiplied and added beforehand.
class Evaluation {
  public:
    Evaluation(const Parameters& parameters, Generation generation);

    // For the player to move, in units.
    int operator()(const Board& board) const;

    // By families, in log-odds or discs. Of 1994 also by mobility, and what each is weighed with.
    Explanation explain(Position position) const;

    Generation generation() const { return generation_; }

  private:
    const Parameters& parameters_;
    Generation generation_;
    std::array<std::vector<std::int16_t>, kStages> tables_;
};

// With the parameters in the program, made when first asked for.
std::shared_ptr<const Evaluation> default_evaluation(Generation generation);

}  // namespace emilia::logistello
