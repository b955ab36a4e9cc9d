#include "history/mcabee/searches.h"

#include "classic/alpha_beta.h"
#include "classic/branch_and_bound.h"
#include "classic/minimax.h"

namespace emilia::mcabee {

namespace {

using classic::StandardBoard;

template <typename Search>
std::optional<classic::SearchResult<Move>> run(const Leaf& leaf, Position position, int depth,
                                               const SearchSettings& settings) {
    std::optional<classic::MoveNumberSquareOrder<StandardBoard>> order;
    if (settings.order != nullptr) order.emplace(*settings.order);
    Search search(leaf, settings.stopped, {order ? &*order : nullptr, nullptr, 0});
    search.set_root({0, kMoves - position.empties() + 1, Move::pass()});
    return search.search(StandardBoard{position}, depth);
}

}  // namespace

std::string_view name_of(Method method) {
    switch (method) {
        case Method::minimax:
            return "minimax";
        case Method::branch_and_bound:
            return "branch-and-bound";
        case Method::alpha_beta:
            return "alpha-beta";
    }
    return "";
}

std::optional<classic::SearchResult<Move>> search(const Polynomial& polynomial, Position position,
                                                  int depth, const SearchSettings& settings) {
    const Leaf leaf{&polynomial, settings.leaf_coefficients ? 0 : kMoves - position.empties() + 1};
    switch (settings.method) {
        case Method::minimax:
            return run<classic::Minimax<StandardBoard, Leaf>>(leaf, position, depth, settings);
        case Method::branch_and_bound:
            return run<classic::BranchAndBound<StandardBoard, Leaf>>(leaf, position, depth,
                                                                     settings);
        case Method::alpha_beta:
            break;
    }
    return run<classic::AlphaBeta<StandardBoard, Leaf>>(leaf, position, depth, settings);
}

}  // namespace emilia::mcabee
