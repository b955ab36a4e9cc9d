#pragma once

#include <algorithm>

#include "classic/search_tree.h"

namespace emilia::classic {

// NegaScout, also called principal variation search (Reinefeld 1983): once there is a best move,
// the others are only asked whether they are better, with a window that holds no value. Those few
// that are get searched again for how much.
template <SearchBoard Board, SearchEvaluation<Board> Evaluation>
class NegaScout : public SearchTree<NegaScout<Board, Evaluation>, Board, Evaluation> {
    using Tree = SearchTree<NegaScout, Board, Evaluation>;
    friend Tree;

  public:
    using Tree::Tree;

  private:
    int best_of(const typename Tree::Node& node, const std::vector<typename Tree::Move>& moves,
                int alpha, int beta) {
        int best = -kInfinity;
        for (std::size_t i = 0; i < moves.size() && this->goes_on(node, best, i, moves.size());
             ++i) {
            const int bound = std::max(alpha, best);
            int value = 0;
            if (i == 0 || bound + 1 >= beta) {
                value = this->value_of(node, i, moves[i], bound, beta);
            } else {
                value = this->value_of(node, i, moves[i], bound, bound + 1);
                if (value > bound && value < beta && !this->gave_up()) {
                    value = this->value_of(node, i, moves[i], bound, beta);
                }
            }
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
