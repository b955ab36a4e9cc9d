#include "history/bill/bill_search.h"

#include <algorithm>

#include "board/rules.h"
#include "util/elapsed.h"

namespace emilia::bill {

namespace {

using classic::HashTable;
using classic::kInfinity;
using classic::QuickNode;

constexpr std::size_t kTablePlaces = std::size_t{1} << 18;
// The end is searched for who wins, and then for the score, once an iteration came within so many
// plies of it: about where that takes as long as another iteration. Where the depth alone decides
// how much work it may be, nearer.
constexpr int kPliesBeyond = 11;
constexpr int kPliesBeyondDepth = 6;
// Another iteration is begun if this part of the time is not yet used.
constexpr double kWorthBeginning = 0.45;
// A search is left, with the best move so far, when it took so much longer than it should.
constexpr double kMostOfAllocation = 1.8;

Move move_of(std::uint8_t square) {
    return square == SearchState::kPass ? Move::pass() : Move(square_at(square));
}

}  // namespace

// One choice of a move.
class BillSearch::Choice {
  public:
    Choice(BillSearch& bill, const Diagram& diagram, Move last, const Effort& effort)
        : bill_(bill), effort_(effort), position_(diagram.position) {
        state_.look_up = &bill.knowledge_->tables.look_up();
        state_.discriminants = bill.knowledge_->discriminants.data();
        state_.table = &bill.table_;
        state_.killers = &bill.killers_;
        state_.stopped = &stopped_;
        root_ = {position_, static_cast<int>(diagram.to_move), 0,
                 last.is_pass() ? classic::Refutations::kNone : static_cast<int>(last.square())};
        for (const Square square : squares_of(legal_moves(position_))) order_.push_back(square);
        if (order_.empty()) return;
        // Something to answer with, whatever happens.
        found_.move = order_.front();
        found_.line = {found_.move};
    }

    Found run() {
        const int empties = position_.empties();
        const int beyond = effort_.seconds ? kPliesBeyond : kPliesBeyondDepth;
        for (int n = 1;; ++n) {
            if (n - 1 + beyond >= empties) {
                if (end(Found::Kind::outcome)) end(Found::Kind::exact);
                break;
            }
            if (n > effort_.depth || !iterate(n)) break;
            if (effort_.seconds && seconds_since(start_) > kWorthBeginning * *effort_.seconds) {
                break;
            }
            // Nothing to choose: what it thinks of the position is enough.
            if (order_.size() == 1 && effort_.seconds) break;
        }
        return found_;
    }

    Found run_to(int depth) {
        for (int n = 1; n <= depth && iterate(n); ++n) {
        }
        return found_;
    }

    int solve() { return bill_.kernel_.solve(state_, root_, -kSquares - 1, kSquares + 1); }

  private:
    struct Best {
        std::optional<Move> move;  // none if all are at most alpha
        int value = -kInfinity;
        std::vector<Move> line;
        bool complete = false;  // not stopped before all moves were searched or one reached beta
    };

    bool must_stop(std::uint64_t nodes) const {
        if (effort_.stopped && effort_.stopped(nodes)) return true;
        return found_.depth > 0 && effort_.seconds &&
               seconds_since(start_) > kMostOfAllocation * *effort_.seconds;
    }

    // The best of the first moves, searched in their order: `search` gives the value of a node for
    // a window.
    template <typename Search>
    Best best_of(int alpha, int beta, const Search& search) {
        Best best;
        ++state_.counts.nodes;
        for (std::size_t i = 0; i < order_.size() && best.value < beta; ++i) {
            const Square square = order_[i].square();
            const QuickNode next{position_.after(square, flips(position_, square)),
                                 1 - root_.player, 1, static_cast<int>(square)};
            const int bound = std::max(alpha, best.value);
            int value = 0;
            if (i == 0 || bound + 1 >= beta) {
                value = -search(next, -beta, -bound);
            } else {
                value = -search(next, -bound - 1, -bound);
                if (value > bound && value < beta && !state_.gave_up) {
                    value = -search(next, -beta, -bound);
                }
            }
            if (state_.gave_up) return best;
            if (value > bound) {
                best.move = order_[i];
                best.line = {order_[i]};
                const SearchState::Line& line = state_.lines[1];
                for (int at = 0; at < line.length; ++at) {
                    best.line.push_back(move_of(line.moves[static_cast<std::size_t>(at)]));
                }
            }
            best.value = std::max(best.value, value);
        }
        best.complete = true;
        return best;
    }

    // False if it was not finished.
    bool iterate(int depth) {
        const Best best =
            best_of(-kInfinity, kInfinity, [&](const QuickNode& node, int alpha, int beta) {
                return bill_.kernel_.look_ahead(state_, node, depth - 1, alpha, beta);
            });
        found_.counts = state_.counts;
        // The first move was the best of the search before, so that another one that is best so
        // far is better.
        if (best.move) {
            found_.line = best.line;
            found_.value = best.value;
            found_.kind = Found::Kind::estimate;
            take(*best.move, best.complete ? depth : found_.depth);
        }
        return best.complete;
    }

    // The same for the end of the game: who wins, or the score.
    bool end(Found::Kind kind) {
        const int most = kind == Found::Kind::outcome ? 1 : kSquares + 1;
        const Best best = best_of(-most, most, [&](const QuickNode& node, int alpha, int beta) {
            return bill_.kernel_.solve(state_, node, alpha, beta);
        });
        found_.counts = state_.counts;
        if (!best.complete) {
            // Of a score, what is best so far is at least as good as the first move, which wins if
            // any does. Who wins is not known before all moves are searched.
            if (kind == Found::Kind::exact && best.move) {
                found_.line = line_from(*best.move);
                take(*best.move, found_.depth);
            }
            return false;
        }
        found_.kind = kind;
        found_.value =
            kind == Found::Kind::exact ? best.value : (best.value > 0) - (best.value < 0);
        // Where every move loses, the one that looked best makes it hardest.
        const Move move = best.move.value_or(found_.move);
        if (best.move) found_.line = line_from(move);
        take(move, position_.empties());
        return true;
    }

    // What the table says is played to the end, `move` first.
    std::vector<Move> line_from(Move move) const {
        std::vector<Move> moves = {move};
        Position position = play(position_, move);
        while (!is_over(position)) {
            Move next = Move::pass();
            if (!must_pass(position)) {
                const auto* const entry = bill_.table_.find(position.own, position.opponent);
                if (entry == nullptr || entry->move == HashTable::kNoMove) break;
                next = move_of(entry->move);
            }
            moves.push_back(next);
            position = play(position, next);
        }
        return moves;
    }

    void take(Move move, int depth) {
        found_.move = move;
        found_.depth = depth;
        const auto best = std::find(order_.begin(), order_.end(), move);
        std::rotate(order_.begin(), best, best + 1);
        if (effort_.progress) effort_.progress(found_);
    }

    BillSearch& bill_;
    const Effort& effort_;
    Position position_;
    QuickNode root_;
    Found found_;
    std::function<bool(std::uint64_t)> stopped_ = [this](std::uint64_t nodes) {
        return must_stop(nodes);
    };
    SearchState state_;
    std::vector<Move> order_;  // of the moves at the root, the best so far first
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

BillSearch::BillSearch(std::shared_ptr<const Knowledge> knowledge, Isa isa)
    : knowledge_(std::move(knowledge)), kernel_(search_kernel(isa)), table_(kTablePlaces) {}

Found BillSearch::choose(const Diagram& diagram, Move last, const Effort& effort) {
    return Choice(*this, diagram, last, effort).run();
}

Found BillSearch::search(const Diagram& diagram, Move last, int depth) {
    const Effort effort{.depth = depth};
    return Choice(*this, diagram, last, effort).run_to(depth);
}

int BillSearch::solve(const Diagram& diagram) {
    return Choice(*this, diagram, Move::pass(), {}).solve();
}

void BillSearch::forget() {
    killers_.clear();
    table_.clear();
}

}  // namespace emilia::bill
