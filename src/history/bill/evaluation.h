#pragma once

#include <array>
#include <memory>

#include "classic/boards.h"
#include "history/bill/features.h"

namespace emilia::bill {

// One discriminant for each move of the game.
using Discriminants = std::array<Discriminant, kMoves>;

// What BILL knows: the tables of its features, and what these say of the chance to win.
struct Knowledge {
    FeatureTables tables;
    Discriminants discriminants;
};

// What BILL knew before it learned: constants and linear weights set by hand, nearly the same for
// every move.
std::shared_ptr<const Knowledge> hand_set_knowledge();

// BILL's evaluation of one position.
class Evaluation {
  public:
    // Values are thousandths of the discriminant.
    static constexpr int kUnit = 1000;

    explicit Evaluation(std::shared_ptr<const Knowledge> knowledge)
        : knowledge_(std::move(knowledge)) {}

    int operator()(const classic::StandardBoard& board) const;

    const Discriminant& discriminant(Position position) const {
        return knowledge_->discriminants[static_cast<std::size_t>(move_number(position) - 1)];
    }
    Features features(Position position) const { return knowledge_->tables.features(position); }

  private:
    std::shared_ptr<const Knowledge> knowledge_;
};

}  // namespace emilia::bill
