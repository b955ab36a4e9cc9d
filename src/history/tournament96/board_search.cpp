#include "history/tournament96/board_search.h"

#include "classic/alpha_beta.h"
#include "classic/deepening.h"
#include "classic/mtdf.h"
#include "classic/negascout.h"

namespace emilia::tournament96 {

namespace {

template <typename Search>
std::optional<Found> run(Search& search, const BitGridBoard& board, int depth,
                         const Method& method) {
    if (method.so_far) {
        search.set_between([&](const Found& found, std::size_t, std::size_t) {
            method.so_far(found);
            return true;
        });
    }
    if (!method.deepening) return search.search(board, depth);
    constexpr int kStep = 2;
    auto deepened = classic::deepen(search, board, depth, kStep);
    if (!deepened) return std::nullopt;
    return std::move(deepened->last);
}

}  // namespace

std::optional<Found> search_board(const BitGridBoard& board, int depth,
                                  const Evaluation& evaluation, const Method& method) {
    const classic::Helpers<BitGridBoard> helpers{.ordering = method.ordering,
                                                 .table = method.table,
                                                 .table_values = method.table_values,
                                                 .table_moves = method.table_moves};
    switch (method.algorithm) {
        case Algorithm::alpha_beta: {
            classic::AlphaBeta<BitGridBoard, Evaluation> search(evaluation, method.stopped,
                                                                helpers);
            return run(search, board, depth, method);
        }
        case Algorithm::negascout: {
            classic::NegaScout<BitGridBoard, Evaluation> search(evaluation, method.stopped,
                                                                helpers);
            return run(search, board, depth, method);
        }
        case Algorithm::mtdf:
            break;
    }
    classic::Mtdf<BitGridBoard, Evaluation> search(evaluation, method.stopped, helpers);
    search.set_guess(method.guess);
    return search.search(board, depth);
}

std::optional<Found> solve_board(const BitGridBoard& board, const Method& method) {
    // More plies than the end can have, passes among them; and for the same position always as
    // many, so that what the table knows from the last move's search can be used.
    constexpr int kPasses = 20;
    return search_board(board, board.empties() + kPasses, {}, method);
}

}  // namespace emilia::tournament96
