#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "history/logistello/search_kernel.h"

namespace emilia::logistello {

// What makes the searches of 1994 and 1997 different, so that each part can be tried alone.
struct Technique {
    enum class Selection { none, probcut, multi_probcut };
    Selection selection = Selection::multi_probcut;
    bool selective_end = true;  // guess the outcome before it is searched for
    // How many sigmas a check search has to be beyond a bound: ProbCut's; Multi-ProbCut's by the
    // part of the game; that of the selective end.
    double probcut_threshold = 1.5;
    double opening_threshold = 1.4;
    double middle_threshold = 1.1;
    double end_threshold = 1.5;
};

struct Found {
    enum class Kind {
        estimate,   // by the evaluation
        selective,  // who wins, probably
        outcome,    // who wins, by search to the end: value is 1, 0 or -1
        exact,      // the final score, by search to the end
    };
    Move move = Move::pass();
    Kind kind = Kind::estimate;
    int value = 0;
    int depth = 0;  // of the last search that was finished; to the end of the game: empty squares
    classic::SearchCounts counts = {};  // of all iterations; of the end, nodes alone
    std::uint64_t cuts = 0;             // nodes that check searches answered
    std::vector<Move> line = {};
};

// When to stop. The end of the game is searched for when it is near enough for the depth, or for
// the time or nodes where they are given.
struct Effort {
    int depth = 6;
    std::optional<double> seconds = {};
    std::optional<std::uint64_t> nodes = {};
    // Asked now and then with the nodes so far; true: at once. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
    std::function<void(const Found&)> progress = {};
};

// LOGISTELLO's search: iterative deepening with zero windows, a hash table, killers near the
// leaves and the evaluation above them for the order of moves; ProbCut or Multi-ProbCut; and the
// end of the game. One for each game; not for several threads.
class Search {
  public:
    Search(std::shared_ptr<const Evaluation> evaluation, std::shared_ptr<const CutTable> cuts,
           const Technique& technique = {}, Isa isa = active_isa());

    // The move for the player to move, who has one.
    Found choose(const Diagram& diagram, const Effort& effort);
    // To a fixed depth, with the evaluation alone; by iterations.
    Found search(Position position, int depth);
    // The best of some legal moves to a fixed depth, with the evaluation alone; nothing if stopped.
    std::optional<Found> search_among(Position position, Bitboard moves, int depth,
                                      const std::function<bool()>& stopped);
    // The values to one ply, two plies and so on; nothing if stopped.
    std::optional<std::vector<int>> values(Position position, int depth,
                                           const std::function<bool()>& stopped);
    // The end of the game, with iterations before for the order of the moves.
    Found solve(Position position, Found::Kind kind);

    // What was learned in other games is forgotten.
    void forget();

  private:
    class Choice;

    std::shared_ptr<const Evaluation> evaluation_;
    bool guesses_;  // the end, before it is searched for
    const SearchKernel& kernel_;
    CheckTable checks_;
    classic::Refutations killers_;
    classic::HashTable table_;
};

}  // namespace emilia::logistello
