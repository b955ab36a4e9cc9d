#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "player/player.h"
#include "search/solver.h"

namespace emilia {

// Finds out what moves are worth. A player that only says that of the one it chooses is asked after
// each of the others; where few squares are empty, the solver knows better.
class MoveValues {
  public:
    static constexpr int kSolvedEmpties = 16;

    // From `solved_empties` empty squares on the solver is asked.
    explicit MoveValues(Player& player, int solved_empties = kSolvedEmpties)
        : player_(player), solved_empties_(solved_empties) {}
    ~MoveValues();

    // The `most` best moves, or all there are, of a game that is not over, for the player to move,
    // best first, draws where the limits put them; `found` is told each that is among them so far,
    // and again when more is known of it. None if the player says no values, or was stopped early:
    // then those that were told are all.
    Result<std::vector<Valued>> of_moves(const GameRecord& game, const Limits& limits, int most,
                                         const std::function<void(const Valued&)>& found);
    // The position after the last move, for the player to move; nothing if the player does not say,
    // or was stopped.
    Result<std::optional<Valued>> of_position(const GameRecord& game, const Limits& limits);

    // Since the object was made.
    std::uint64_t nodes() const { return nodes_; }

  private:
    bool is_solved(Position position) const;
    Solver& solver();
    SearchLimits solve_limits(const Limits& limits) const;

    Player& player_;
    int solved_empties_;
    std::unique_ptr<Solver> solver_;
    std::uint64_t nodes_ = 0;
};

}  // namespace emilia
