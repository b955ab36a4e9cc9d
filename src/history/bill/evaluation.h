#pragma once

#include <array>
#include <memory>

#include "classic/boards.h"
#include "history/bill/discriminant.h"

namespace emilia::bill {

// One discriminant for each move of the game.
using Discriminants = std::array<Discriminant, kMoves>;

// The weights by which BILL played before it learned: linear and set by hand, nearly the same for
// every move.
const Discriminants& hand_set_weights();

// BILL's evaluation, as its search uses it.
class Evaluation {
  public:
    // Values are thousandths of the discriminant.
    static constexpr int kUnit = 1000;
    static constexpr int kMost = 500 * kUnit;

    explicit Evaluation(std::shared_ptr<const Discriminants> discriminants)
        : discriminants_(std::move(discriminants)), tables_(feature_tables()) {}

    int operator()(const classic::StandardBoard& board) const;

    const Discriminant& discriminant(Position position) const {
        return (*discriminants_)[static_cast<std::size_t>(move_number(position) - 1)];
    }
    Features features(Position position) const { return tables_->features(position); }

  private:
    std::shared_ptr<const Discriminants> discriminants_;
    std::shared_ptr<const FeatureTables> tables_;
};

}  // namespace emilia::bill
