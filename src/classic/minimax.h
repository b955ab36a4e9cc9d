#pragma once

#include "classic/search_tree.h"

namespace emilia::classic {

// Every move of every node: what all other searches are measured by.
template <SearchBoard Board, SearchEvaluation<Board> Evaluation>
class Minimax : public SearchTree<Minimax<Board, Evaluation>, Board, Evaluation> {
    using Tree = SearchTree<Minimax, Board, Evaluation>;
    friend Tree;

  public:
    using Tree::Tree;

  private:
    int best_of(const typename Tree::Node& node, const std::vector<typename Tree::Move>& moves,
                int /*alpha*/, int /*beta*/) {
        int best = -kInfinity;
        for (std::size_t i = 0; i < moves.size() && this->goes_on(node, best, i, moves.size());
             ++i) {
            const int value = this->value_of(node, i, moves[i], -kInfinity, kInfinity);
            if (this->gave_up() || value <= best) continue;
            best = value;
            this->extend_line(node.depth, moves[i]);
        }
        return best;
    }
};

}  // namespace emilia::classic
