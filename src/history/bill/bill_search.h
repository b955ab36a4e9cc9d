#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "history/bill/search_kernel.h"

namespace emilia::bill {

// What BILL found.
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
    classic::SearchCounts counts = {};
    std::vector<Move> line = {};
};

// When to stop.
struct Effort {
    int depth = 8;                       // most iterations with the evaluation
    std::optional<double> seconds = {};  // for this move; without them the depth alone decides
    // Asked now and then with the nodes so far; true: at once. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
    std::function<void(const Found&)> progress = {};
};

// BILL's search: zero-window searches in iterations of one ply, with a hash table and killers by
// the move they answer, both kept from move to move of a game; towards the end first who wins, then
// by how much.
class BillSearch {
  public:
    explicit BillSearch(std::shared_ptr<const Knowledge> knowledge, Isa isa = active_isa());

    // The move for the player to move, who has one. `last` is the move before, for the killers.
    Found choose(const Diagram& diagram, Move last, const Effort& effort);
    // The same, to a fixed depth and with the evaluation alone.
    Found search(const Diagram& diagram, Move last, int depth);
    // The final score of any position.
    int solve(const Diagram& diagram);

    void forget();

  private:
    class Choice;

    std::shared_ptr<const Knowledge> knowledge_;
    const SearchKernel& kernel_;
    classic::Refutations killers_;
    classic::HashTable table_;
};

}  // namespace emilia::bill
