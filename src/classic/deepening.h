#pragma once

#include <optional>

#include "classic/search.h"

namespace emilia::classic {

template <typename Move>
struct Deepened {
    SearchResult<Move> last;  // the search to the full depth
    SearchCounts all;         // of every iteration
};

// Iterative deepening: to the full depth in steps of one or two plies, so that what an iteration
// learns (in its table, ordering and saved tree) makes the next one shorter. Two plies a step keep
// the same player at the leaves. Nothing if it was stopped.
template <typename Search, typename Board>
std::optional<Deepened<typename Board::Move>> deepen(Search& search, const Board& board, int depth,
                                                     int step) {
    Deepened<typename Board::Move> result;
    int next = step == 2 && depth % 2 == 0 ? 2 : 1;
    for (;; next += step) {
        auto found = search.search(board, next < depth ? next : depth);
        if (!found) return std::nullopt;
        result.all += found->counts;
        result.last = std::move(*found);
        if (next >= depth) return result;
    }
}

}  // namespace emilia::classic
