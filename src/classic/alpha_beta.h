#pragma once

#include <algorithm>

#include "classic/search_tree.h"

namespace emilia::classic {

// Alpha-beta as the textbooks have it (Knuth and Moore 1975): a move that is better than what the
// opponent has elsewhere will never be allowed, so that the rest of its node does not matter.
template <SearchBoard Board, SearchEvaluation<Board> Evaluation>
class AlphaBeta : public SearchTree<AlphaBeta<Board, Evaluation>, Board, Evaluation> {
    using Tree = SearchTree<AlphaBeta, Board, Evaluation>;
    friend Tree;

  public:
    using Tree::Tree;

  private:
    int best_of(const typename Tree::Node& node, const std::vector<typename Tree::Move>& moves,
                int alpha, int beta) {
        int best = -kInfinity;
        for (std::size_t i = 0; i < moves.size() && this->goes_on(node, best, i, moves.size());
             ++i) {
            const int value = this->value_of(node, i, moves[i], std::max(alpha, best), beta);
            if (this->gave_up() || value <= best) continue;
            best = value;
            this->extend_line(node.depth, moves[i]);
            if (best >= beta) {
                this->count_cutoff();
                break;
            }
        }
        return best;
    }
};

}  // namespace emilia::classic
