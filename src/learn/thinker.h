#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "eval/weights.h"
#include "search/searcher.h"

namespace emilia::learn {

// What self-play and the rest ask of the search: one thread, and the same answers to the same
// questions since the last forget().
class Thinker {
  public:
    // `stopped` ends any search soon; may be empty.
    Thinker(std::shared_ptr<const Weights> weights, std::function<bool()> stopped);

    void forget() { searcher_.forget(); }

    struct Thought {
        Square move;
        int value = 0;  // in discs, -64 .. 64
    };
    // Looks `depth` plies ahead, or to the end where that is not further. For a position with
    // legal moves; nothing if stopped.
    std::optional<Thought> think(Position position, int depth);
    // Of the exact score; `guess` is what it may be.
    std::optional<Thought> solve(Position position, int guess);

    // The legal moves whose value is at most `less` discs below the best, which think() found.
    std::optional<std::vector<Square>> nearly_as_good(Position position, int depth,
                                                      const Thought& best, int less);

    // Without any search, in discs.
    double evaluate(Position position) const { return searcher_.evaluate(position); }

  private:
    std::optional<Thought> search(Position position, int depth, int guess);

    SearchLimits limits_;
    Searcher searcher_;
};

}  // namespace emilia::learn
