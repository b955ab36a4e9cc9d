#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "classic/boards.h"
#include "classic/ordering.h"
#include "classic/position_table.h"
#include "classic/saved_tree.h"
#include "classic/search.h"

namespace emilia::classic {

// What estimates a position, for the player to move: a function of the board; or, for evaluations
// that keep what they know from the node above, of the board, the one a ply before (the same at the
// root) and the window. The latter may answer with a bound where the value lies outside the window.
template <typename Evaluation, typename Board>
concept SearchEvaluation = std::invocable<Evaluation&, const Board&> ||
    std::invocable<Evaluation&, const Board&, const Board&, Window>;

// Some old programs knew neither passes nor ends: a position without moves was a leaf for them,
// with a value as any other. Their evaluation says so by having a function for it.
template <typename Evaluation, typename Board>
concept EvaluatesWithoutMoves = requires(Evaluation& evaluation, const Board& board) {
    { evaluation.without_moves(board) } -> std::convertible_to<int>;
};

// What a search may be given besides. All of it outlives the search and learns from it.
template <SearchBoard Board>
struct Helpers {
    Ordering<Board>* ordering = nullptr;    // null: moves in generation order
    PositionTable<Board>* table = nullptr;  // not for evaluations that look at the board before
    int saved_plies = 0;                    // how much of the tree deepening searches keep
    // What the table is used for: values that need no search, and the best move to try first.
    bool table_values = true;
    bool table_moves = true;
    int table_depth = 1;  // nodes with fewer plies to go are cheaper to search than to remember
};

// How the root of a search is reached; only orderings look at it.
template <typename Move>
struct Root {
    int player = 0;
    int move_number = 1;
    Move last;
};

// What all searches of this floor share: the walk through the tree, in the form where both players
// maximise. `Algorithm` is derived from this and decides in best_of() which moves are searched and
// with which windows. A pass is a ply, as in perft. Of moves of equal value the first wins.
template <typename Algorithm, SearchBoard BoardType, SearchEvaluation<BoardType> Evaluation>
class SearchTree {
  public:
    using Board = BoardType;
    using Move = typename Board::Move;
    using Result = SearchResult<Move>;

    // `stopped` is asked now and then, from the thread that searches, and told the nodes of the
    // search so far; true gives up.
    explicit SearchTree(Evaluation evaluation, std::function<bool(std::uint64_t)> stopped = {},
                        Helpers<Board> helpers = {})
        : evaluation_(std::move(evaluation)), stopped_(std::move(stopped)), helpers_(helpers) {}

    // Nothing if it was stopped. `first_moves`, if there are any, are the legal moves of `board` in
    // the order in which to try them; the depth is then at least 1. The line is complete where
    // nothing was answered by a table; its first move always has the value.
    std::optional<Result> search(const Board& board, int depth,
                                 const std::vector<Move>& first_moves = {}, Window window = {}) {
        counts_ = {};
        gave_up_ = false;
        content_ = false;
        const auto plies = static_cast<std::size_t>(depth) + 1;
        lines_.assign(plies, {});
        moves_.resize(std::max(moves_.size(), plies));
        first_moves_ = &first_moves;
        const int value = visit(
            {board, board, depth, 0, root_.last, helpers_.saved_plies > 0 ? &saved_ : nullptr},
            window.alpha, window.beta);
        if (gave_up_) return std::nullopt;
        return Result{value, lines_[static_cast<std::size_t>(depth)], counts_};
    }

    void set_root(const Root<Move>& root) { root_ = root; }
    // Asked after each move at the root with moves left, told the best value and line so far and
    // how many of all were searched; false is content with these. May be empty.
    void set_between(
        std::function<bool(const Result&, std::size_t done, std::size_t all)> between) {
        between_ = std::move(between);
    }
    // A new position to search: the saved tree is of another one.
    void forget_tree() { saved_.children.clear(); }
    const SavedNode<Move>& saved_tree() const { return saved_; }
    const SearchCounts& counts() const { return counts_; }
    Evaluation& evaluator() { return evaluation_; }

  protected:
    struct Node {
        const Board& board;
        const Board& before;
        int depth;  // plies to go
        int ply;    // from the root
        Move last;  // that led here
        SavedNode<Move>* saved;
    };

    // The value of a node, exact if it lies between alpha and beta. Otherwise a bound: at most
    // alpha if it is that low, at least beta if it is that high.
    int visit(const Node& node, int alpha, int beta) {
        ++counts_.nodes;
        if (counts_.nodes % kNodesBetweenAsking == 0 && stopped_ && stopped_(counts_.nodes)) {
            gave_up_ = true;
        }
        line(node.depth).clear();

        std::vector<Move>& moves = moves_[static_cast<std::size_t>(node.ply)];
        moves.clear();
        const auto generated = node.board.moves();
        // A leaf need only know that there is a move.
        if (node.depth == 0 && generated.begin() != generated.end()) {
            ++counts_.leaves;
            return evaluate(node, {alpha, beta});
        }
        for (const Move move : generated) moves.push_back(move);
        if (moves.empty()) {
            if constexpr (EvaluatesWithoutMoves<Evaluation, Board>) {
                ++counts_.leaves;
                return evaluation_.without_moves(node.board);
            }
            if (!node.board.must_pass()) {
                ++counts_.leaves;
                ++counts_.finished;
                return finished_value(node.board.final_score());
            }
            if (node.depth > 0) return pass(node, alpha, beta);
        }
        if (node.depth == 0) {
            ++counts_.leaves;
            return evaluate(node, {alpha, beta});
        }
        const auto player = static_cast<std::size_t>(node.ply % 2);
        ++counts_.inner[player];
        counts_.moves[player] += moves.size();

        std::optional<Move> remembered;
        const bool kept = helpers_.table != nullptr && node.depth >= helpers_.table_depth;
        if (kept) {
            if (const auto* const entry = helpers_.table->find(node.board)) {
                if (helpers_.table_moves && !(entry->best == Board::pass())) {
                    remembered = entry->best;
                }
                // Only of the same depth, so that the value stays that of the tree; and not at the
                // root, which is asked for a move that has the value.
                if (helpers_.table_values && node.ply > 0 && entry->depth == node.depth) {
                    const Window& bounds = entry->bounds;
                    if (bounds.alpha >= beta || bounds.alpha == bounds.beta) {
                        ++counts_.table_hits;
                        return bounds.alpha;
                    }
                    if (bounds.beta <= alpha) {
                        ++counts_.table_hits;
                        return bounds.beta;
                    }
                }
            }
        }
        put_in_order(node, moves, remembered);

        const int value = static_cast<Algorithm*>(this)->best_of(node, moves, alpha, beta);
        if (gave_up_ || content_) return value;
        const auto& found = line(node.depth);
        if (value > alpha && !found.empty()) {
            if (helpers_.ordering != nullptr) {
                helpers_.ordering->learn(place_of(node), moves, found.front());
            }
        }
        if (kept) {
            helpers_.table->store(
                {node.board, node.depth,
                 Window{value > alpha ? value : -kInfinity, value < beta ? value : kInfinity},
                 value > alpha && !found.empty() ? found.front() : Board::pass()});
        }
        if (node.saved != nullptr) node.saved->sort();
        return value;
    }

    // The value of a move of this node, for its player; `index` is that of the move in the list.
    int value_of(const Node& node, std::size_t index, Move move, int alpha, int beta) {
        const Board next = node.board.after(move);
        SavedNode<Move>* const below = saved_below(node, index);
        const int value =
            -visit({next, node.board, node.depth - 1, node.ply + 1, move, below}, -beta, -alpha);
        if (node.saved != nullptr && !gave_up_) node.saved->children[index].value = value;
        return value;
    }

    // Whether to search the next move of a node, of which `done` are searched.
    bool goes_on(const Node& node, int best, std::size_t done, std::size_t all) {
        if (gave_up_) return false;
        if (node.ply > 0 || done == 0 || !between_) return true;
        content_ = !between_(Result{best, line(node.depth), counts_}, done, all);
        return !content_;
    }

    void extend_line(int depth, Move move) {
        line(depth).assign(1, move);
        line(depth).insert(line(depth).end(), line(depth - 1).begin(), line(depth - 1).end());
    }

    bool gave_up() const { return gave_up_; }
    void count_cutoff() { ++counts_.cutoffs; }

  private:
    static constexpr std::uint64_t kNodesBetweenAsking = 1024;

    int pass(const Node& node, int alpha, int beta) {
        const Board next = node.board.passed();
        if (node.saved != nullptr && node.saved->children.empty()) {
            node.saved->children.push_back({Board::pass(), 0});
        }
        const int value = -visit(
            {next, node.board, node.depth - 1, node.ply + 1, Board::pass(), saved_below(node, 0)},
            -beta, -alpha);
        extend_line(node.depth, Board::pass());
        return value;
    }

    SavedNode<Move>* saved_below(const Node& node, std::size_t index) {
        if (node.saved == nullptr || node.ply + 1 >= helpers_.saved_plies) return nullptr;
        return &node.saved->below(index);
    }

    void put_in_order(const Node& node, std::vector<Move>& moves,
                      const std::optional<Move>& remembered) {
        const bool given = node.ply == 0 && !first_moves_->empty();
        if (node.saved != nullptr && !node.saved->children.empty()) {
            moves.clear();
            for (const auto& child : node.saved->children) moves.push_back(child.move);
        } else if (given) {
            moves = *first_moves_;
        } else {
            if (helpers_.ordering != nullptr) helpers_.ordering->order(place_of(node), moves);
            if (remembered) {
                const auto found = std::find(moves.begin(), moves.end(), *remembered);
                if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
            }
        }
        if (node.saved != nullptr) {
            if (node.saved->children.empty()) {
                for (const Move move : moves) node.saved->children.push_back({move, 0});
            }
            node.saved->forget_values();
        }
    }

    Place<Move> place_of(const Node& node) const {
        return {(root_.player + node.ply) % 2, root_.move_number + node.ply, node.last};
    }

    int evaluate(const Node& node, Window window) {
        if constexpr (std::invocable<Evaluation&, const Board&, const Board&, Window>) {
            return evaluation_(node.board, node.before, window);
        } else {
            return evaluation_(node.board);
        }
    }

    // The best line found from the node being visited with this many plies to go.
    std::vector<Move>& line(int depth) { return lines_[static_cast<std::size_t>(depth)]; }

    Evaluation evaluation_;
    std::function<bool(std::uint64_t)> stopped_;
    Helpers<Board> helpers_;
    Root<Move> root_{.last = Board::pass()};
    std::function<bool(const Result&, std::size_t, std::size_t)> between_;
    SavedNode<Move> saved_;
    SearchCounts counts_;
    bool gave_up_ = false;
    bool content_ = false;  // not all moves of the root were searched
    std::vector<std::vector<Move>> lines_;
    std::vector<std::vector<Move>> moves_;  // by ply; here so that no node has to allocate
    const std::vector<Move>* first_moves_ = nullptr;
};

}  // namespace emilia::classic
