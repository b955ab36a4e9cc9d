#include "eval/breakdown.h"

#include <numeric>

#include "board/rules.h"

namespace emilia {

int Breakdown::total() const {
    return std::accumulate(places.begin(), places.end(), mobility);
}

Breakdown break_down(Position position, const Weights& weights) {
    Breakdown parts;
    parts.stage = stage_of(position.empties());
    const std::int16_t* const table = weights.table(parts.stage);
    parts.own_moves = popcount(legal_moves(position));
    parts.opponent_moves = popcount(legal_moves(position.passed()));
    parts.mobility =
        table[kTableOffsets.mobility + mobility_number(parts.own_moves, parts.opponent_moves)];
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const Placed& placed = kPlaced.list[place];
        int number = 0;
        for (int i = 0; i < kShapes[placed.shape].size; ++i) {
            const Bitboard square = bit(placed.squares[static_cast<std::size_t>(i)]);
            if ((position.own & square) != 0) number += power_of_3(i);
            if ((position.opponent & square) != 0) number -= power_of_3(i);
        }
        parts.places[place] = table[kTableOffsets.offset[place] + number];
    }
    return parts;
}

}  // namespace emilia
