#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "classic/boards.h"

namespace emilia::classic {

// Values are whole numbers in the unit of the evaluation, for the player to move. A finished game
// outranks every estimate: its value is the final score beyond kFinished, 0 for a draw. Evaluations
// stay below kFinished.
inline constexpr int kFinished = 1'000'000;

constexpr int finished_value(int score) {
    return score > 0 ? kFinished + score : score < 0 ? score - kFinished : 0;
}
// The final score that finished_value() was made from, if `value` is one of a won or lost game.
constexpr std::optional<int> score_of_finished(int value) {
    if (value > kFinished) return value - kFinished;
    if (value < -kFinished) return value + kFinished;
    return std::nullopt;
}

// What a search did.
struct SearchCounts {
    std::uint64_t nodes = 0;     // positions entered, the first one among them
    std::uint64_t leaves = 0;    // nodes with no search below them
    std::uint64_t finished = 0;  // leaves where the game is over
    std::uint64_t cutoffs = 0;   // nodes where a move reached beta, so that the rest was left out
};

template <typename Move>
struct SearchResult {
    int value = 0;
    std::vector<Move> line;  // best play for both sides, passes included
    SearchCounts counts;
};

// Alpha-beta as the textbooks have it (Knuth and Moore 1975), in the form where both players
// maximise: full width to a fixed depth, moves in generation order, nothing remembered. A pass is a
// ply, as in perft. Of moves of equal value the first wins.
template <SearchBoard Board, std::invocable<const Board&> Evaluation>
class AlphaBeta {
  public:
    using Move = typename Board::Move;
    using Result = SearchResult<Move>;

    // `stopped` is asked now and then, from the thread that searches, and told the nodes of the
    // search so far; true gives up.
    explicit AlphaBeta(Evaluation evaluation, std::function<bool(std::uint64_t)> stopped = {})
        : evaluation_(std::move(evaluation)), stopped_(std::move(stopped)) {}

    // Nothing if it was stopped. `first_moves`, if there are any, are the legal moves of `board` in
    // the order in which to try them; the depth is then at least 1.
    std::optional<Result> search(const Board& board, int depth,
                                 const std::vector<Move>& first_moves = {}) {
        counts_ = {};
        gave_up_ = false;
        lines_.assign(static_cast<std::size_t>(depth) + 1, {});
        int value = 0;
        if (first_moves.empty()) {
            value = visit(board, depth, -kInfinity, kInfinity);
        } else {
            ++counts_.nodes;
            value = best_of(board, first_moves, depth, -kInfinity, kInfinity);
        }
        if (gave_up_) return std::nullopt;
        return Result{value, lines_[static_cast<std::size_t>(depth)], counts_};
    }

  private:
    static constexpr int kInfinity = 2 * kFinished;
    static constexpr std::uint64_t kNodesBetweenAsking = 1024;

    // The value of `board`, exact if it lies between alpha and beta. Otherwise a bound: at most
    // alpha if it is that low, at least beta if it is that high.
    int visit(const Board& board, int depth, int alpha, int beta) {
        ++counts_.nodes;
        if (counts_.nodes % kNodesBetweenAsking == 0 && stopped_ && stopped_(counts_.nodes)) {
            gave_up_ = true;
        }
        line(depth).clear();

        const auto moves = board.moves();
        if (!(moves.begin() != moves.end())) {
            if (!board.must_pass()) {
                ++counts_.leaves;
                ++counts_.finished;
                return finished_value(board.final_score());
            }
            if (depth > 0) {
                const int value = -visit(board.passed(), depth - 1, -beta, -alpha);
                extend_line(depth, Board::pass());
                return value;
            }
        }
        if (depth == 0) {
            ++counts_.leaves;
            return evaluation_(board);
        }
        return best_of(board, moves, depth, alpha, beta);
    }

    int best_of(const Board& board, const auto& moves, int depth, int alpha, int beta) {
        int best = -kInfinity;
        for (const Move move : moves) {
            const int value = -visit(board.after(move), depth - 1, -beta, -std::max(alpha, best));
            if (gave_up_) break;
            if (value <= best) continue;
            best = value;
            extend_line(depth, move);
            if (best >= beta) {
                ++counts_.cutoffs;
                break;
            }
        }
        return best;
    }

    // The best line found from the node being visited with this many plies to go.
    std::vector<Move>& line(int depth) { return lines_[static_cast<std::size_t>(depth)]; }

    void extend_line(int depth, Move move) {
        line(depth).assign(1, move);
        line(depth).insert(line(depth).end(), line(depth - 1).begin(), line(depth - 1).end());
    }

    Evaluation evaluation_;
    std::function<bool(std::uint64_t)> stopped_;
    SearchCounts counts_;
    bool gave_up_ = false;
    std::vector<std::vector<Move>> lines_;
};

}  // namespace emilia::classic
