#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "classic/ordering.h"
#include "classic/position_table.h"
#include "classic/search.h"

namespace emilia::bill {

using Killers = classic::ResponseKillers<classic::StandardBoard>;
using Table = classic::PositionTable<classic::StandardBoard>;

// BILL's search to the end of a game: zero windows, the hash table and the killers of its other
// search, values in discs. The last squares are searched without either.
class EndSearch {
  public:
    // Stays in no table but as the depth of what was searched to the end.
    static constexpr int kDepth = 1000;

    // `stopped` is asked now and then with the nodes so far and may be empty.
    EndSearch(Killers& killers, Table& table, int player,
              std::function<bool(std::uint64_t)> stopped)
        : killers_(killers), table_(table), player_(player), stopped_(std::move(stopped)) {}

    // The best of some moves, at least one, searched in their order; its value is exact if it lies
    // in the window, else a bound.
    struct Best {
        std::optional<Move> move;  // none if all are at most alpha
        int value = 0;
        bool complete = false;  // not stopped before all moves were searched or one reached beta
    };
    Best best_of(Position position, const std::vector<Move>& moves, classic::Window window);

    // What the table says is played from a position on, `move` first.
    std::vector<Move> line(Position position, Move move) const;

    const classic::SearchCounts& counts() const { return counts_; }

  private:
    int visit(Position position, int alpha, int beta, int ply, Move last);
    int value_of(Position position, Move move, bool first, int bound, int beta, int ply);
    bool gives_up();

    Killers& killers_;
    Table& table_;
    int player_;
    std::function<bool(std::uint64_t)> stopped_;
    bool gave_up_ = false;
    classic::SearchCounts counts_;
    std::vector<std::vector<Move>> moves_;  // by ply; here so that no node has to allocate
};

}  // namespace emilia::bill
