#pragma once

#include <functional>
#include <optional>

#include "classic/ordering.h"
#include "classic/position_table.h"
#include "classic/search.h"
#include "history/tournament96/weights.h"

namespace emilia::tournament96 {

// The three searches of section 1. The report calls the first minimax.
enum class Algorithm { alpha_beta, negascout, mtdf };

using Table = classic::PositionTable<BitGridBoard>;
using Found = classic::SearchResult<int>;

// How a board is searched.
struct Method {
    Algorithm algorithm = Algorithm::alpha_beta;
    Table* table = nullptr;    // null: none
    bool table_values = true;  // what it is used for
    bool table_moves = true;
    classic::Ordering<BitGridBoard>* ordering = nullptr;  // null: moves in generation order
    int guess = 0;                                        // where MTD(f) begins
    bool deepening = false;  // in steps of two plies, which changes no value; not by MTD(f)

    // Asked now and then with the nodes so far; true gives up. May be empty.
    std::function<bool(std::uint64_t)> stopped = {};
    // Told the best of the first moves searched so far; not by MTD(f). May be empty.
    std::function<void(const Found&)> so_far = {};
};

// Nothing if it was stopped. A pass is a ply (section 1.1).
std::optional<Found> search_board(const BitGridBoard& board, int depth,
                                  const Evaluation& evaluation, const Method& method);

// To the end of the game, for the final score: the value is finished_value() of it.
std::optional<Found> solve_board(const BitGridBoard& board, const Method& method);

}  // namespace emilia::tournament96
