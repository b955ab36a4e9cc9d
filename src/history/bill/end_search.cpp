#include "history/bill/end_search.h"

#include <algorithm>
#include <array>

#include "board/rules.h"
#include "classic/last_moves.h"
#include "history/bill/features.h"

namespace emilia::bill {

namespace {

using classic::kInfinity;
using classic::StandardBoard;
using classic::Window;

constexpr std::uint64_t kNodesBetweenAsking = 1024;
// A game has at most sixty moves and a pass behind each.
constexpr std::size_t kMostPlies = 128;

// Moves that leave the opponent fewer moves make smaller trees; of those alike the killers' order
// stays.
void put_few_replies_first(Position position, std::vector<Move>& moves) {
    std::array<int, kSquares> replies{};
    const auto of = [&](Move move) -> int& {
        return replies[static_cast<std::size_t>(move.square())];
    };
    for (const Move move : moves) {
        const Square square = move.square();
        of(move) = popcount(legal_moves(position.after(square, flips(position, square))));
    }
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return of(a) < of(b); });
}

}  // namespace

bool EndSearch::gives_up() {
    ++counts_.nodes;
    if (counts_.nodes % kNodesBetweenAsking == 0 && stopped_ && stopped_(counts_.nodes)) {
        gave_up_ = true;
    }
    return gave_up_;
}

EndSearch::Best EndSearch::best_of(Position position, const std::vector<Move>& moves,
                                   Window window) {
    moves_.resize(kMostPlies);
    gave_up_ = false;
    counts_ = {};
    Best best{.move = {}, .value = -kInfinity};
    for (std::size_t i = 0; i < moves.size() && best.value < window.beta; ++i) {
        const int bound = std::max(window.alpha, best.value);
        const int value = value_of(position, moves[i], i == 0, bound, window.beta, 0);
        if (gave_up_) return best;
        if (value > bound) best.move = moves[i];
        best.value = std::max(best.value, value);
    }
    best.complete = true;
    return best;
}

int EndSearch::value_of(Position position, Move move, bool first, int bound, int beta, int ply) {
    const Position next = position.after(move.square(), flips(position, move.square()));
    if (first || bound + 1 >= beta) return -visit(next, -beta, -bound, ply + 1, move);
    const int value = -visit(next, -bound - 1, -bound, ply + 1, move);
    if (value <= bound || value >= beta || gave_up_) return value;
    return -visit(next, -beta, -bound, ply + 1, move);
}

// The final score, exact if it lies between alpha and beta, else a bound on its side.
int EndSearch::visit(Position position, int alpha, int beta, int ply, Move last) {
    if (position.empties() <= classic::kLastSquares) {
        return classic::solve_last_moves(position, alpha, beta, [this] { return gives_up(); });
    }
    if (gives_up()) return 0;
    const Bitboard legal = legal_moves(position);
    if (legal == 0) {
        if (!must_pass(position)) return final_score(position).value();
        return -visit(position.passed(), -beta, -alpha, ply + 1, Move::pass());
    }
    const StandardBoard board{position};
    Move remembered = Move::pass();
    if (const auto* const entry = table_.find(board)) {
        remembered = entry->best;
        if (entry->depth == kDepth) {
            const Window& bounds = entry->bounds;
            if (bounds.alpha >= beta || bounds.alpha == bounds.beta) return bounds.alpha;
            if (bounds.beta <= alpha) return bounds.beta;
        }
    }
    auto& moves = moves_[static_cast<std::size_t>(ply)];
    moves.clear();
    for (const Square square : squares_of(legal)) moves.push_back(square);
    const classic::Place<Move> place{(player_ + ply) % 2, move_number(position), last};
    killers_.order(place, moves);
    put_few_replies_first(position, moves);
    const auto found = std::find(moves.begin(), moves.end(), remembered);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);

    int best = -kInfinity;
    Move best_move = Move::pass();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const int value = value_of(position, moves[i], i == 0, std::max(alpha, best), beta, ply);
        if (gave_up_) return 0;
        if (value <= best) continue;
        best = value;
        best_move = moves[i];
        if (best >= beta) {
            ++counts_.cutoffs;
            break;
        }
    }
    if (best > alpha) killers_.learn(place, moves, best_move);
    table_.store({board, kDepth,
                  Window{best > alpha ? best : -kInfinity, best < beta ? best : kInfinity},
                  best > alpha ? best_move : remembered});
    return best;
}

std::vector<Move> EndSearch::line(Position position, Move move) const {
    std::vector<Move> moves = {move};
    position = play(position, move);
    while (!is_over(position)) {
        Move next = Move::pass();
        if (!must_pass(position)) {
            const auto* const entry = table_.find(StandardBoard{position});
            if (entry == nullptr || entry->best.is_pass()) break;
            next = entry->best;
        }
        moves.push_back(next);
        position = play(position, next);
    }
    return moves;
}

}  // namespace emilia::bill
