#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "eval/default_weights.h"
#include "search/searcher.h"
#include "util/result.h"

namespace emilia {

// What keeps a position from being solved: squares with two discs, or a centre that is empty, which
// happens in no game. All others are solved, also those that no game leads to.
Result<Done> check_solvable(Position position);

struct SolverOptions {
    int threads = 1;
    std::size_t table_bytes = std::size_t{64} << 20;
    std::shared_ptr<const Weights> weights = default_weights();
    // Less than `none`: what is told is only likely, and found sooner.
    Selectivity selectivity = Selectivity::none;
};

// What has been proved, for the player to move; empty squares count for the winner.
struct Solution {
    DiscDifference lower{-64};
    DiscDifference upper{64};
    bool finished = false;     // the question was answered; else some limit was hit
    std::optional<Move> move;  // the best one, as far as is known; none if the game is over
    std::vector<Move> line;    // `move` and what follows; to the last disc if the score is known
    std::uint64_t nodes = 0;
    double seconds = 0;

    bool exact() const { return lower == upper; }
};

struct MoveSolution {
    Move move;
    Solution solution;  // for the player who makes the move; its line begins with it
};

// Solves endgames. Objects share nothing; one object does one thing at a time.
class Solver {
  public:
    explicit Solver(const SolverOptions& options = {});
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // Told whenever more is known. Called by the thread that called solve().
    using Progress = std::function<void(const Solution& so_far)>;

    // Begins with an empty table, so that with one thread the nodes are the same each time.
    Solution solve(Position position, SearchWindow window = {}, const SearchLimits& limits = {},
                   const Progress& progress = {});

    // Every legal move by itself, best first (those not finished by what is proved of them).
    // `done` is told each as it is finished.
    std::vector<MoveSolution> solve_moves(
        Position position, SearchWindow window = {}, const SearchLimits& limits = {},
        const std::function<void(const MoveSolution&)>& done = {});

    // From any thread: nodes of what is running, to watch it; a little behind.
    std::uint64_t nodes_so_far() const;

    std::size_t table_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace emilia
