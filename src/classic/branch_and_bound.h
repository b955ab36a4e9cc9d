#pragma once

#include "classic/search_tree.h"

namespace emilia::classic {

// Alpha-beta without deep cutoffs (Knuth and Moore's F1): a node knows what its opponent has
// already found one ply above, but nothing of what lies further up.
template <SearchBoard Board, SearchEvaluation<Board> Evaluation>
class BranchAndBound : public SearchTree<BranchAndBound<Board, Evaluation>, Board, Evaluation> {
    using Tree = SearchTree<BranchAndBound, Board, Evaluation>;
    friend Tree;

  public:
    using Tree::Tree;

  private:
    int best_of(const typename Tree::Node& node, const std::vector<typename Tree::Move>& moves,
                int /*alpha*/, int beta) {
        int best = -kInfinity;
        for (std::size_t i = 0; i < moves.size() && this->goes_on(node, best, i, moves.size());
             ++i) {
            const int value = this->value_of(node, i, moves[i], best, kInfinity);
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
