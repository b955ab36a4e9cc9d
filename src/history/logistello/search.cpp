#include "history/logistello/search.h"

#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "classic/last_moves.h"

namespace emilia::logistello {

namespace {

using classic::finished_value;
using classic::kFinished;
using classic::kInfinity;

constexpr std::uint64_t kNodesBetweenAsking = 1024;
// Below, killers put the moves in order; from here on shallow searches do.
constexpr int kLeastSorted = 3;
// Below this shallow searches cost more than they save in the end of the game.
constexpr int kLeastEndSorted = 11;
// Check searches of the selective end.
constexpr int kLeastSelective = 10;
// Stages up to this one are the opening to Multi-ProbCut: at most 36 discs.
constexpr int kLastOpeningStage = 5;

// How deep to look to put the moves of a node in order.
constexpr int sorting_depth(int depth) {
    return depth < 5 ? 0 : depth < 8 ? 1 : depth < 11 ? 2 : 3;
}

struct Ranked {
    Move move;
    int rank;
};

// The moves with the highest rank first.
void sort_by_rank(std::vector<Ranked>& ranked, std::vector<Move>& moves) {
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank > b.rank; });
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = ranked[i].move;
}

bool is_estimate(int value) {
    return value > -kFinished / 2 && value < kFinished / 2;
}

}  // namespace

Search::Search(std::shared_ptr<const Evaluation> evaluation, std::shared_ptr<const CutTable> cuts,
               const Technique& technique)
    : evaluation_(std::move(evaluation)),
      cuts_(std::move(cuts)),
      technique_(technique),
      killers_(kSquares),
      moves_(kMostPlies) {}

void Search::forget() {
    killers_ = Killers(kSquares);
    memory_.clear();
    end_memory_.clear();
}

void Search::begin(int player, std::function<bool(std::uint64_t)> stopped) {
    player_ = player;
    stopped_ = std::move(stopped);
    gave_up_ = false;
    counts_ = {};
    check_cuts_ = 0;
}

bool Search::asked_to_stop() {
    ++counts_.nodes;
    if (counts_.nodes % kNodesBetweenAsking == 0 && stopped_ && stopped_(counts_.nodes)) {
        gave_up_ = true;
    }
    return gave_up_;
}

classic::Place<Move> Search::place(Position position, int ply, Move last) const {
    return {(player_ + ply) % 2, 61 - position.empties(), last};
}

double Search::threshold(int stage) const {
    if (technique_.selection == Technique::Selection::probcut) return technique_.probcut_threshold;
    return stage <= kLastOpeningStage ? technique_.opening_threshold : technique_.middle_threshold;
}

// The value of a position, exact if it lies between alpha and beta, else a bound on its side.
int Search::visit(const Board& board, int depth, int alpha, int beta, int ply, Move last) {
    if (asked_to_stop()) return 0;
    const Bitboard legal = legal_moves(board.position);
    if (legal == 0) {
        if (!must_pass(board.position)) {
            ++counts_.leaves;
            ++counts_.finished;
            return finished_value(final_score(board.position).value());
        }
        if (depth > 0) {
            return -visit(board.passed(), depth - 1, -beta, -alpha, ply + 1, Move::pass());
        }
    }
    if (depth == 0) {
        ++counts_.leaves;
        return (*evaluation_)(board);
    }

    Move remembered = Move::pass();
    if (depth > 1) {
        if (const auto* const entry = memory_.find(board.position)) {
            remembered = entry->best;
            // Only of the same depth, so that the value stays that of the tree.
            if (entry->depth == depth) {
                if (entry->lower >= beta || entry->lower == entry->upper) {
                    ++counts_.table_hits;
                    return entry->lower;
                }
                if (entry->upper <= alpha) {
                    ++counts_.table_hits;
                    return entry->upper;
                }
            }
        }
        if (const auto cut = check(board, depth, alpha, beta, ply, last)) return *cut;
        if (gave_up_) return 0;
    }

    auto& moves = moves_[static_cast<std::size_t>(ply)];
    moves.clear();
    for (const Square square : squares_of(legal)) moves.push_back(square);
    const auto player = static_cast<std::size_t>(ply % 2);
    ++counts_.inner[player];
    counts_.moves[player] += moves.size();
    // The rest is put in order only if the remembered move does not settle it.
    bool ordered = false;
    const auto found = std::find(moves.begin(), moves.end(), remembered);
    if (found != moves.end()) {
        std::rotate(moves.begin(), found, found + 1);
    } else {
        put_in_order(board, depth, ply, last, moves);
        ordered = true;
    }
    int best = -kInfinity;
    Move best_move = Move::pass();
    for (std::size_t i = 0; i < moves.size() && !gave_up_; ++i) {
        if (i == 1 && !ordered) {
            std::vector<Move> rest(moves.begin() + 1, moves.end());
            put_in_order(board, depth, ply, last, rest);
            std::copy(rest.begin(), rest.end(), moves.begin() + 1);
        }
        const Square square = moves[i].square();
        const Board next = board.after(square, flips(board.position, square));
        const int bound = std::max(alpha, best);
        int value = 0;
        if (i == 0 || bound + 1 >= beta) {
            value = -visit(next, depth - 1, -beta, -bound, ply + 1, square);
        } else {
            value = -visit(next, depth - 1, -bound - 1, -bound, ply + 1, square);
            if (value > bound && value < beta && !gave_up_) {
                value = -visit(next, depth - 1, -beta, -bound, ply + 1, square);
            }
        }
        if (gave_up_ || value <= best) continue;
        best = value;
        best_move = square;
        if (best >= beta) {
            ++counts_.cutoffs;
            break;
        }
    }
    if (gave_up_) return 0;
    if (best > alpha) killers_.learn(place(board.position, ply, last), moves, best_move);
    if (depth > 1) {
        memory_.store({board.position, best > alpha ? best : -kInfinity,
                       best < beta ? best : kInfinity, static_cast<std::int8_t>(depth),
                       best > alpha ? best_move : remembered});
    }
    return best;
}

// A bound that shallow searches speak for, if they do.
std::optional<int> Search::check(const Board& board, int depth, int alpha, int beta, int ply,
                                 Move last) {
    using Selection = Technique::Selection;
    if (technique_.selection == Selection::none || ply == 0) return std::nullopt;
    const int stage = stage_of(board.position);
    int first = kProbCutShallow;
    int deepest = kProbCutShallow;
    if (technique_.selection == Selection::probcut) {
        if (depth != kProbCutDeep) return std::nullopt;
    } else {
        deepest = check_depth(depth);
        if (deepest == 0) return std::nullopt;
        first = deepest % 2 == 0 ? 2 : 1;
    }
    for (int shallow = first; shallow <= deepest; shallow += 2) {
        const Relation* const relation = cuts_->find(stage, shallow, depth);
        if (relation == nullptr) continue;
        if (const auto cut =
                check_pair(board, *relation, shallow, threshold(stage), alpha, beta, ply, last)) {
            return cut;
        }
        if (gave_up_) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<int> Search::check_pair(const Board& board, const Relation& relation, int shallow,
                                      double threshold, int alpha, int beta, int ply, Move last) {
    const double reach = threshold * relation.sigma;
    const bool below_possible = is_estimate(alpha);
    const int low = static_cast<int>(std::floor((alpha - reach - relation.b) / relation.a));
    if (is_estimate(beta)) {
        const int high = static_cast<int>(std::ceil((beta + reach - relation.b) / relation.a));
        const int value = visit(board, shallow, high - 1, high, ply, last);
        if (gave_up_) return std::nullopt;
        if (value >= high) {
            ++check_cuts_;
            return beta;
        }
        // What is known to be at most this need not be asked about again.
        if (below_possible && value <= low) {
            ++check_cuts_;
            return alpha;
        }
    }
    if (below_possible) {
        const int value = visit(board, shallow, low, low + 1, ply, last);
        if (gave_up_) return std::nullopt;
        if (value <= low) {
            ++check_cuts_;
            return alpha;
        }
    }
    return std::nullopt;
}

void Search::put_in_order(const Board& board, int depth, int ply, Move last,
                          std::vector<Move>& moves) {
    if (depth < kLeastSorted) {
        if (moves.size() > 1) killers_.order(place(board.position, ply, last), moves);
        return;
    }
    std::vector<Ranked> ranks;
    ranks.reserve(moves.size());
    for (const Move move : moves) {
        const Square square = move.square();
        const Board next = board.after(square, flips(board.position, square));
        const int value =
            -visit(next, sorting_depth(depth), -kInfinity, kInfinity, ply + 1, square);
        if (gave_up_) return;
        ranks.push_back({move, value});
    }
    sort_by_rank(ranks, moves);
}

// The final score, exact if it lies between alpha and beta, else a bound; a guess if selective.
int Search::solve(const Board& board, int alpha, int beta, int ply, Move last, bool selective) {
    const int empties = board.position.empties();
    if (empties <= classic::kLastSquares) {
        return classic::solve_last_moves(board.position, alpha, beta,
                                         [this] { return asked_to_stop(); });
    }
    if (asked_to_stop()) return 0;
    const Bitboard legal = legal_moves(board.position);
    if (legal == 0) {
        if (!must_pass(board.position)) return final_score(board.position).value();
        return -solve(board.passed(), -beta, -alpha, ply + 1, Move::pass(), selective);
    }
    // Guesses and proofs are told apart by the depth.
    const auto depth = static_cast<std::int8_t>(selective ? kToTheEnd - 1 : kToTheEnd);
    Move remembered = Move::pass();
    if (const auto* const entry = end_memory_.find(board.position)) {
        remembered = entry->best;
        if (entry->depth == depth) {
            if (entry->lower >= beta || entry->lower == entry->upper) return entry->lower;
            if (entry->upper <= alpha) return entry->upper;
        }
    }
    if (selective && ply > 0 && empties >= kLeastSelective) {
        const int stage = stage_of(board.position);
        for (int shallow = 2; shallow <= 4; shallow += 2) {
            const Relation* const relation = cuts_->find(stage, shallow, kToTheEnd);
            if (relation == nullptr) continue;
            const auto cut = check_pair(board, *relation, shallow, technique_.end_threshold, alpha,
                                        beta, ply, last);
            if (gave_up_) return 0;
            if (cut) return *cut;
        }
    }
    auto& moves = moves_[static_cast<std::size_t>(ply)];
    moves.clear();
    for (const Square square : squares_of(legal)) moves.push_back(square);
    put_end_in_order(board, ply, moves);
    const auto found = std::find(moves.begin(), moves.end(), remembered);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
    int best = -kInfinity;
    Move best_move = Move::pass();
    for (std::size_t i = 0; i < moves.size() && !gave_up_; ++i) {
        const Square square = moves[i].square();
        const Board next = board.after(square, flips(board.position, square));
        const int bound = std::max(alpha, best);
        int value = 0;
        if (i == 0 || bound + 1 >= beta) {
            value = -solve(next, -beta, -bound, ply + 1, square, selective);
        } else {
            value = -solve(next, -bound - 1, -bound, ply + 1, square, selective);
            if (value > bound && value < beta && !gave_up_) {
                value = -solve(next, -beta, -bound, ply + 1, square, selective);
            }
        }
        if (gave_up_ || value <= best) continue;
        best = value;
        best_move = square;
        if (best >= beta) break;
    }
    if (gave_up_) return 0;
    end_memory_.store({board.position, best > alpha ? best : -kInfinity,
                       best < beta ? best : kInfinity, depth,
                       best > alpha ? best_move : remembered});
    return best;
}

// Few replies make a small tree; above that the evaluation knows better which moves are good.
void Search::put_end_in_order(const Board& board, int ply, std::vector<Move>& moves) {
    const int empties = board.position.empties();
    const int of_a_reply =
        evaluation_->generation() == Generation::of_1997 ? kUnitsOfADisc : kUnitsOfLogOdds / 8;
    std::vector<Ranked> ranks;
    ranks.reserve(moves.size());
    for (const Move move : moves) {
        const Square square = move.square();
        const Board next = board.after(square, flips(board.position, square));
        int rank = -of_a_reply * popcount(legal_moves(next.position));
        if (empties >= kLeastEndSorted) {
            const int deep = empties >= 18 ? 2 : empties >= 15 ? 1 : 0;
            rank -= visit(next, deep, -kInfinity, kInfinity, ply + 1, square);
        }
        if (gave_up_) return;
        ranks.push_back({move, rank});
    }
    sort_by_rank(ranks, moves);
}

}  // namespace emilia::logistello
