#pragma once

#include <utility>

#include "classic/alpha_beta.h"

namespace emilia::classic {

// MTD(f) (Plaat 1996): closes in on the value from a guess, by alpha-beta searches with windows
// that hold no value. Each starts at the root anew, so that it lives by its table.
template <SearchBoard Board, SearchEvaluation<Board> Evaluation>
class Mtdf {
  public:
    using Move = typename Board::Move;
    using Result = SearchResult<Move>;

    explicit Mtdf(Evaluation evaluation, std::function<bool(std::uint64_t)> stopped = {},
                  Helpers<Board> helpers = {})
        : search_(
              std::move(evaluation),
              [this, stopped = std::move(stopped)](std::uint64_t nodes) {
                  return stopped && stopped(counts_.nodes + nodes);
              },
              helpers) {}
    Mtdf(const Mtdf&) = delete;
    Mtdf& operator=(const Mtdf&) = delete;

    // Nothing if it was stopped. The last value is the guess for the next search.
    std::optional<Result> search(const Board& board, int depth) {
        counts_ = {};
        passes_ = 0;
        int lower = -kInfinity;
        int upper = kInfinity;
        int value = guess_;
        std::vector<Move> line;
        while (lower < upper) {
            const int beta = value == lower ? value + 1 : value;
            const auto found = search_.search(board, depth, {}, {beta - 1, beta});
            if (!found) return std::nullopt;
            counts_ += found->counts;
            ++passes_;
            value = found->value;
            if (value < beta) {
                upper = value;
            } else {
                lower = value;
                line = found->line;  // the move that proves it; the last such one has the value
            }
        }
        guess_ = value;
        return Result{value, line, counts_};
    }

    // Searches that the last value took.
    int passes() const { return passes_; }
    void set_guess(int guess) { guess_ = guess; }

  private:
    AlphaBeta<Board, Evaluation> search_;
    SearchCounts counts_;
    int guess_ = 0;
    int passes_ = 0;
};

}  // namespace emilia::classic
