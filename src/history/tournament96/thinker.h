#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "history/tournament96/adaptive_depth.h"
#include "history/tournament96/board_search.h"
#include "history/tournament96/opening_book.h"

namespace emilia::tournament96 {

// How the program is set up.
struct Settings {
    Algorithm algorithm = Algorithm::alpha_beta;
    int depth = 0;        // plies; 0: by the time there is, or kUsualDepth where there is none
    int solve = 14;       // from so many empty squares on it searches to the end
    int table_bits = 18;  // logarithm of the table's entries; 0: no table
    std::shared_ptr<const OpeningBook> book = nullptr;

    static constexpr int kUsualDepth = 6;
};

// What holds for one move.
struct Effort {
    std::optional<double> seconds = {};  // the allocation for this move
    double most_seconds = 0;             // at which it has to answer, where there is an allocation
    std::optional<int> depth = {};       // no deeper
    // Asked now and then with the nodes so far; true: answer at once. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
    std::function<void(const struct Thought&)> progress = {};
};

struct Thought {
    enum class Kind { estimate, exact, book };
    int move = BitGridBoard::pass();
    Kind kind = Kind::estimate;
    double value = 0;  // discs
    int depth = 0;     // of the search that was finished last; 0: none was
    int aborted = 0;   // searches that took too long
    std::uint64_t nodes = 0;
    std::vector<int> line = {};
};

// The program on any board: one for a game of one player.
class Thinker {
  public:
    // Weights of the same shape as the boards it will see.
    Thinker(const BitGridShape& shape, std::shared_ptr<const Weights> weights, Settings settings);

    // The player to move has a move.
    Thought think(const BitGridBoard& board, Color player, const Effort& effort);
    void new_game();

    const FeatureExtractor& extractor() const { return extractor_; }
    const Weights& weights() const { return *weights_; }

  private:
    class Choice;
    void clear_table();

    FeatureExtractor extractor_;
    std::shared_ptr<const Weights> weights_;
    Settings settings_;
    std::unique_ptr<Table> table_;  // made for the first search
    std::optional<Color> player_;   // whose weights the table's values come from
    AdaptiveDepth adaptive_;
    bool table_used_ = false;
    bool solving_ = false;  // the table's values are final scores
    int last_value_ = 0;
};

}  // namespace emilia::tournament96
