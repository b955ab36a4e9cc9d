#pragma once

#include <algorithm>
#include <array>

#include "board/rules.h"
#include "classic/search.h"

namespace emilia::classic {

// With so many empty squares or fewer the end of a game is quicker searched than remembered.
inline constexpr int kLastSquares = 8;

// The final score of a position with at most kLastSquares empty ones, exact if it lies between
// alpha and beta, else a bound on its side. Moves that leave the opponent few replies come first.
// `gives_up` is asked at every position; after true the value means nothing.
template <typename GivesUp>
int solve_last_moves(Position position, int alpha, int beta, GivesUp&& gives_up) {
    // Below, counting replies takes longer than it saves.
    constexpr int kLeastSorted = 5;
    if (gives_up()) return 0;
    const Bitboard legal = legal_moves(position);
    if (legal == 0) {
        if (!must_pass(position)) return final_score(position).value();
        return -solve_last_moves(position.passed(), -beta, -alpha, gives_up);
    }
    struct Reply {
        Position position;
        int moves;
    };
    std::array<Reply, kLastSquares> replies;
    std::size_t count = 0;
    const bool sorted = position.empties() >= kLeastSorted;
    for (const Square square : squares_of(legal)) {
        const Position next = position.after(square, flips(position, square));
        const Reply reply{next, sorted ? popcount(legal_moves(next)) : 0};
        std::size_t at = count++;
        for (; at > 0 && replies[at - 1].moves > reply.moves; --at) replies[at] = replies[at - 1];
        replies[at] = reply;
    }
    int best = -kInfinity;
    for (std::size_t i = 0; i < count; ++i) {
        const int value =
            -solve_last_moves(replies[i].position, -beta, -std::max(alpha, best), gives_up);
        best = std::max(best, value);
        if (best >= beta) break;
    }
    return best;
}

}  // namespace emilia::classic
