#pragma once

#include <array>

#include "board/position.h"
#include "eval/weights.h"

namespace emilia {

// The value of a position with everything that it is the sum of, in units of kUnitsOfADisc for the
// player to move. A network is no sum: there a part is what it brings while all of them grow from
// nothing to what they are, evenly and at once.
struct Breakdown {
    int stage = 0;
    int own_moves = 0;
    int opponent_moves = 0;
    int mobility = 0;
    std::array<int, kPlaced.count> places{};  // what stands on each of kPlaced
    int stage_itself = 0;                     // of a network: what it begins with

    int total() const;
};
Breakdown break_down(Position position, const Weights& weights);

// The squares on which one of `shapes` lies.
template <std::size_t Count>
constexpr Bitboard squares_of_place(const Placed& placed, const std::array<Shape, Count>& shapes) {
    Bitboard squares = 0;
    for (std::size_t i = 0; i < shapes[placed.shape].list().size(); ++i) {
        squares |= bit(placed.squares[i]);
    }
    return squares;
}

}  // namespace emilia
