#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "classic/alpha_beta.h"
#include "history/iago/evaluation.h"

namespace emilia::iago {

// What IAGO found.
struct Found {
    enum class Kind {
        estimate,  // by its evaluation
        outcome,   // who wins, by search to the end: value is 1, 0 or -1
        exact,     // the final score, by search to the end
    };
    Move move = Move::pass();
    Kind kind = Kind::estimate;
    int value = 0;
    int depth = 0;  // of the last search that was finished; to the end of the game: empty squares
    classic::SearchCounts counts = {};  // of all iterations
    classic::SearchCounts last = {};    // of the last one that was finished
    std::vector<Move> line = {};
};

// When to stop. Without an allocation the depth alone decides.
struct Effort {
    int depth = 6;                       // most iterations with the evaluation
    std::optional<double> seconds = {};  // IAGO's allocation for this move
    // Asked now and then with the nodes so far; true: at once. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
    std::function<void(const Found&)> progress = {};
};

// IAGO's search (sections 4.2 and 4.3): full-width alpha-beta in iterations, the top three plies
// kept in order, killers by the move they answer below, and the choice between another ply, an
// exact search and one for win, tie or loss. Keeps its killers from move to move of a game.
class IagoSearch {
  public:
    explicit IagoSearch(std::shared_ptr<const EdgeTable> edges, const Reading& reading = {});

    // The move for the player to move, who has one. `last` is the move before, for the killers.
    Found choose(const Diagram& diagram, Move last, const Effort& effort);
    // The same, to a fixed depth and with the evaluation alone.
    Found search(const Diagram& diagram, Move last, int depth);

    // The end of the game, exactly or for who wins, after iterations that are there for the order
    // of the moves alone; `stopped` as in Effort.
    Found solve(const Diagram& diagram, Move last, Found::Kind kind,
                std::function<bool(std::uint64_t)> stopped = {});

    // Between the moves of a game killers count half.
    void next_move() { killers_.fade(); }
    void forget() { killers_ = classic::ResponseKillers<classic::StandardBoard>(kSquares); }

  private:
    using Search = classic::AlphaBeta<classic::StandardBoard, Evaluation>;
    class Choice;

    std::shared_ptr<const EdgeTable> edges_;
    Reading reading_;
    classic::ResponseKillers<classic::StandardBoard> killers_;
};

}  // namespace emilia::iago
