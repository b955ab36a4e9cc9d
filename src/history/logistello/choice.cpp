#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "history/logistello/search.h"
#include "util/elapsed.h"

namespace emilia::logistello {

namespace {

using classic::kInfinity;
using Kind = Found::Kind;

// Iterations before the end is searched for: they put its moves in order, and if it takes longer
// than there is time for their move is played. At least so many, and up to so many plies short of
// it.
constexpr int kIterationsBeforeEnd = 4;
constexpr int kPliesBeyond = 11;
constexpr int kMostEmptiesToEnd = 30;
constexpr double kUsualNodesASecond = 1e7;

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
            return {500, 1.95, 8};
        case Kind::outcome:
            return {400, 2.25, 6};
        default:
            return {3'000, 2.3, 4};
    }
}

}  // namespace

// One choice of a move.
class Search::Choice {
  public:
    Choice(Search& search, Position position, int player, const Effort& effort)
        : Choice(search, position, legal_moves(position), player, effort) {}
    Choice(Search& search, Position position, Bitboard moves, int player, const Effort& effort)
        : search_(search), effort_(effort), position_(position), player_(player) {
        state_.table = &search.table_;
        state_.killers = &search.killers_;
        state_.stopped = &effort_.stopped;
        for (int stage = 0; stage < kStages; ++stage) {
            state_.tables[static_cast<std::size_t>(stage)] = search.evaluation_->table(stage);
        }
        state_.checks = &search.checks_;
        state_.of_a_reply = search.evaluation_->generation() == Generation::of_1997
                                ? kUnitsOfADisc
                                : kUnitsOfLogOdds / 8;
        for (const Square square : squares_of(moves)) moves_.push_back(square);
        // Something to answer with, whatever happens.
        found_.move = moves_.front();
        found_.line = {found_.move};
    }

    Found run() {
        const int empties = position_.empties();
        const bool guesses = search_.guesses_;
        const Kind first = guesses ? Kind::selective : Kind::outcome;
        int done = 0;
        const bool limited = effort_.nodes || effort_.seconds;
        const int before =
            limited ? std::max(kIterationsBeforeEnd, empties - kPliesBeyond) : kIterationsBeforeEnd;
        while (done < std::min(effort_.depth, empties) &&
               !(done >= before && can_afford(first, done))) {
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

    bool gave_up() const { return state_.gave_up; }

  private:
    bool can_afford(Kind kind, int iterations) const {
        const int empties = position_.empties();
        if (empties > kMostEmptiesToEnd) return false;
        const Cost cost = cost_of(kind);
        const double nodes = cost.nodes * std::pow(cost.growth, empties - 10);
        const auto used = static_cast<double>(state_.counts.nodes);
        if (effort_.nodes) return used + nodes <= static_cast<double>(*effort_.nodes);
        if (effort_.seconds) {
            const double seconds = seconds_since(start_);
            const double speed = used > 20'000 && seconds > 0 ? used / seconds : kUsualNodesASecond;
            return seconds + nodes / speed <= *effort_.seconds;
        }
        return empties <= iterations + cost.plies;
    }

    // The best value of the moves at the root, asked for with value_of(node after a move, alpha,
    // beta) for the opponent. Moves that were searched when it is stopped count.
    template <typename ValueOf>
    int best_of(int alpha, int beta, const ValueOf& value_of) {
        int best = -kInfinity;
        std::size_t best_index = 0;
        ++state_.counts.nodes;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Square square = moves_[i].square();
            const classic::QuickNode next{position_.after(square, flips(position_, square)),
                                          1 - player_, 1, index_of(square)};
            const int bound = std::max(alpha, best);
            int value = 0;
            if (i == 0 || bound + 1 >= beta) {
                value = -value_of(next, -beta, -bound);
            } else {
                value = -value_of(next, -bound - 1, -bound);
                if (value > bound && value < beta && !state_.gave_up) {
                    value = -value_of(next, -beta, -bound);
                }
            }
            if (state_.gave_up) break;
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
            best_of(-kInfinity, kInfinity, [&](const auto& next, int alpha, int beta) {
                return search_.kernel_.look_ahead(state_, next, depth - 1, alpha, beta);
            });
        if (value > -kInfinity) {
            found_.move = moves_.front();
            found_.value = value;
            found_.kind = Kind::estimate;
            if (!state_.gave_up) found_.depth = depth;
            take_line(depth);
        }
        tell();
        return !state_.gave_up;
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
        state_.guessing = kind == Kind::selective;
        const int value = best_of(alpha, beta, [&](const auto& next, int low, int high) {
            return search_.kernel_.solve(state_, next, low, high);
        });
        // A move that holds what was asked for is good, also where not all were looked at; of
        // lost ones the evaluation's choice stays.
        const bool complete = !state_.gave_up;
        if (value > alpha && (complete || value >= beta)) {
            found_.move = moves_.front();
            take_line(kSquares);
        }
        if (complete) {
            found_.kind = kind;
            found_.value = kind == Kind::exact ? value : (value > 0) - (value < 0);
            found_.depth = position_.empties();
        }
        tell();
        return complete;
    }

    // What the table says follows.
    void take_line(int most) {
        found_.line = {found_.move};
        Position position = play(position_, found_.move);
        while (static_cast<int>(found_.line.size()) < most && !is_over(position)) {
            Move next = Move::pass();
            if (!must_pass(position)) {
                const auto* const entry = search_.table_.find(position.own, position.opponent);
                if (entry == nullptr || entry->move == classic::HashTable::kNoMove) break;
                next = square_at(entry->move);
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
        found_.counts = state_.counts;
        found_.cuts = state_.cuts;
    }
    Found finish() {
        count();
        return found_;
    }

    Search& search_;
    const Effort& effort_;
    Position position_;
    int player_;
    SearchState state_;
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
    Choice choice(*this, position, moves, 0, effort);
    Found found = choice.run_to(depth);
    if (choice.gave_up()) return std::nullopt;
    return found;
}

std::optional<std::vector<int>> Search::values(Position position, int depth,
                                               const std::function<bool()>& stopped) {
    std::vector<int> found;
    Effort effort;
    if (stopped) effort.stopped = [&](std::uint64_t) { return stopped(); };
    effort.progress = [&](const Found& one) { found.push_back(one.value); };
    Choice choice(*this, position, 0, effort);
    choice.run_to(depth);
    if (choice.gave_up() || (stopped && stopped())) return std::nullopt;
    return found;
}

Found Search::solve(Position position, Found::Kind kind) {
    const Effort effort;
    return Choice(*this, position, 0, effort).run_to_end(kind);
}

}  // namespace emilia::logistello
