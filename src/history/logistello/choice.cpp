#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "history/logistello/search.h"
#include "util/elapsed.h"

namespace emilia::logistello {

namespace {

using classic::kInfinity;
using Kind = Found::Kind;

// Iterations before the end is searched for: they put its moves in order.
constexpr int kIterationsBeforeEnd = 4;
constexpr int kMostEmptiesToEnd = 30;
constexpr double kUsualNodesASecond = 2e6;

// What a search of the end takes, rather more than what was measured on a few positions: nodes with
// ten empty squares, and how many times more for each further one.
struct Cost {
    double nodes;
    double growth;
    int plies;  // it costs about as much as an iteration that is so many plies short of the end
};
constexpr Cost cost_of(Kind kind) {
    switch (kind) {
        case Kind::selective:
            return {1'500, 1.8, 8};
        case Kind::outcome:
            return {3'000, 2.35, 6};
        default:
            return {10'000, 2.4, 4};
    }
}

}  // namespace

// One choice of a move.
class Search::Choice {
  public:
    Choice(Search& search, Position position, int player, const Effort& effort)
        : Choice(search, position, legal_moves(position), player, effort) {}
    Choice(Search& search, Position position, Bitboard moves, int player, const Effort& effort)
        : search_(search), effort_(effort), board_(Board::of(position)) {
        search_.begin(player, effort.stopped);
        for (const Square square : squares_of(moves)) moves_.push_back(square);
        // Something to answer with, whatever happens.
        found_.move = moves_.front();
        found_.line = {found_.move};
    }

    Found run() {
        const int empties = board_.position.empties();
        const bool guesses = search_.technique_.selective_end;
        const Kind first = guesses ? Kind::selective : Kind::outcome;
        int done = 0;
        while (done < std::min(effort_.depth, empties) &&
               !(done >= kIterationsBeforeEnd && can_afford(first, done))) {
            if (!iterate(done + 1)) return finish();
            ++done;
        }
        for (const Kind kind : {Kind::selective, Kind::outcome, Kind::exact}) {
            if (kind == Kind::selective && !guesses) continue;
            if (!can_afford(kind, done) || !end(kind)) break;
        }
        return finish();
    }

    Found run_to(int depth) {
        for (int n = 1; n <= depth && iterate(n); ++n) {
        }
        return finish();
    }

    Found run_to_end(Kind kind) {
        for (int n = 1; n <= kIterationsBeforeEnd && iterate(n); ++n) {
        }
        end(kind);
        return finish();
    }

  private:
    bool can_afford(Kind kind, int iterations) const {
        const int empties = board_.position.empties();
        if (empties > kMostEmptiesToEnd) return false;
        const Cost cost = cost_of(kind);
        const double nodes = cost.nodes * std::pow(cost.growth, empties - 10);
        const auto used = static_cast<double>(search_.counts_.nodes);
        if (effort_.nodes) return used + nodes <= static_cast<double>(*effort_.nodes);
        if (effort_.seconds) {
            const double seconds = seconds_since(start_);
            const double speed = used > 20'000 && seconds > 0 ? used / seconds : kUsualNodesASecond;
            return seconds + nodes / speed <= *effort_.seconds;
        }
        return empties <= iterations + cost.plies;
    }

    // The best value of the moves at the root, asked for with value_of(board after a move, move,
    // alpha, beta) for the opponent. Moves that were searched when it is stopped count.
    template <typename ValueOf>
    int best_of(int alpha, int beta, const ValueOf& value_of) {
        int best = -kInfinity;
        std::size_t best_index = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Square square = moves_[i].square();
            const Board next = board_.after(square, flips(board_.position, square));
            const int bound = std::max(alpha, best);
            int value = 0;
            if (i == 0 || bound + 1 >= beta) {
                value = -value_of(next, square, -beta, -bound);
            } else {
                value = -value_of(next, square, -bound - 1, -bound);
                if (value > bound && value < beta && !search_.gave_up_) {
                    value = -value_of(next, square, -beta, -bound);
                }
            }
            if (search_.gave_up_) break;
            if (value <= best) continue;
            best = value;
            best_index = i;
            if (best >= beta) break;
        }
        if (best > alpha) {
            const auto at = moves_.begin() + static_cast<std::ptrdiff_t>(best_index);
            std::rotate(moves_.begin(), at, at + 1);
        }
        return best;
    }

    // False if it was not finished.
    bool iterate(int depth) {
        const int value =
            best_of(-kInfinity, kInfinity, [&](const Board& next, Move move, int alpha, int beta) {
                return search_.visit(next, depth - 1, alpha, beta, 1, move);
            });
        if (value > -kInfinity) {
            found_.move = moves_.front();
            found_.value = value;
            found_.kind = Kind::estimate;
            if (!search_.gave_up_) found_.depth = depth;
            take_line(search_.memory_, depth);
        }
        tell();
        return !search_.gave_up_;
    }

    bool end(Kind kind) {
        int alpha = -1;
        int beta = 1;
        if (kind == Kind::exact) {
            const bool known = found_.kind == Kind::outcome;
            if (known && found_.value == 0) {
                found_.kind = Kind::exact;
                return true;
            }
            alpha = known && found_.value > 0 ? 0 : -kSquares - 1;
            beta = known && found_.value < 0 ? 0 : kSquares + 1;
        }
        const bool selective = kind == Kind::selective;
        const int value =
            best_of(alpha, beta, [&](const Board& next, Move move, int low, int high) {
                return search_.solve(next, low, high, 1, move, selective);
            });
        // A move that holds what was asked for is good, also where not all were looked at; of
        // lost ones the evaluation's choice stays.
        const bool complete = !search_.gave_up_;
        if (value > alpha && (complete || value >= beta)) {
            found_.move = moves_.front();
            take_line(search_.end_memory_, kSquares);
        }
        if (complete) {
            found_.kind = kind;
            found_.value = kind == Kind::exact ? value : (value > 0) - (value < 0);
            found_.depth = board_.position.empties();
        }
        tell();
        return complete;
    }

    // What the table says follows.
    void take_line(const PositionMemory& memory, int most) {
        found_.line = {found_.move};
        Position position = play(board_.position, found_.move);
        while (static_cast<int>(found_.line.size()) < most) {
            Move next = Move::pass();
            if (!must_pass(position)) {
                const auto* const entry = memory.find(position);
                if (entry == nullptr || entry->best.is_pass()) break;
                next = entry->best;
            }
            found_.line.push_back(next);
            position = play(position, next);
        }
    }

    void tell() {
        count();
        if (effort_.progress) effort_.progress(found_);
    }
    void count() {
        found_.counts = search_.counts_;
        found_.cuts = search_.check_cuts_;
    }
    Found finish() {
        count();
        return found_;
    }

    Search& search_;
    const Effort& effort_;
    Board board_;
    std::vector<Move> moves_;  // of the root, the best of the last iteration first
    Found found_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Found Search::choose(const Diagram& diagram, const Effort& effort) {
    return Choice(*this, diagram.position, static_cast<int>(diagram.to_move), effort).run();
}

Found Search::search(Position position, int depth) {
    const Effort effort;
    return Choice(*this, position, 0, effort).run_to(depth);
}

std::optional<Found> Search::search_among(Position position, Bitboard moves, int depth,
                                          const std::function<bool()>& stopped) {
    Effort effort;
    if (stopped) effort.stopped = [&](std::uint64_t) { return stopped(); };
    Found found = Choice(*this, position, moves, 0, effort).run_to(depth);
    if (gave_up_) return std::nullopt;
    return found;
}

std::optional<std::vector<int>> Search::values(Position position, int depth,
                                               const std::function<bool()>& stopped) {
    std::vector<int> found;
    Effort effort;
    if (stopped) effort.stopped = [&](std::uint64_t) { return stopped(); };
    effort.progress = [&](const Found& one) { found.push_back(one.value); };
    Choice(*this, position, 0, effort).run_to(depth);
    if (gave_up_ || (stopped && stopped())) return std::nullopt;
    return found;
}

Found Search::solve(Position position, Found::Kind kind) {
    const Effort effort;
    return Choice(*this, position, 0, effort).run_to_end(kind);
}

}  // namespace emilia::logistello
