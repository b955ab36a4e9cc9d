#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "board/position.h"

namespace emilia::greene {

// The last phase: the tree to the end of the game. It is worth the discs on the board, own less the
// opponent's: empty squares are nobody's.
class Endgame {
  public:
    Endgame();
    ~Endgame();
    Endgame(const Endgame&) = delete;
    Endgame& operator=(const Endgame&) = delete;

    // What perfect play leads to, for the player to move.
    int value(Position position);

    struct Found {
        int value = 0;
        std::vector<Move> best = {};  // all the moves that lead to it
        std::vector<Move> line = {};  // with the first of them
        std::uint64_t nodes = 0;
    };
    // Of a position with a move to make. `stopped` is asked now and then, and told the nodes so
    // far; nothing if it said true. May be empty.
    std::optional<Found> solve(Position position,
                               const std::function<bool(std::uint64_t)>& stopped = {});

  private:
    struct Search;
    std::unique_ptr<Search> search_;
};

}  // namespace emilia::greene
