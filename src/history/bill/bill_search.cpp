#include "history/bill/bill_search.h"

#include <algorithm>

#include "board/rules.h"
#include "util/elapsed.h"

namespace emilia::bill {

namespace {

using classic::StandardBoard;
using classic::Window;

constexpr std::size_t kTableEntries = std::size_t{1} << 17;
constexpr int kTableDepth = 2;
// The end is searched for who wins, and then for the score, once an iteration came within so many
// plies of it: about where that takes as long as another iteration. Where the depth alone decides
// how much work it may be, nearer.
constexpr int kPliesBeyond = 10;
constexpr int kPliesBeyondDepth = 6;
// Another iteration is begun if this part of the time is not yet used.
constexpr double kWorthBeginning = 0.45;
// A search is left, with the best move so far, when it took so much longer than it should.
constexpr double kMostOfAllocation = 1.8;

}  // namespace

// One choice of a move.
class BillSearch::Choice {
  public:
    Choice(BillSearch& bill, const Diagram& diagram, Move last, const Effort& effort)
        : effort_(effort),
          board_{diagram.position},
          search_(bill.evaluation_, [this](std::uint64_t nodes) { return must_stop(nodes); },
                  {.ordering = &bill.killers_, .table = &bill.table_, .table_depth = kTableDepth}),
          end_(bill.killers_, bill.table_, static_cast<int>(diagram.to_move),
               [this](std::uint64_t nodes) { return must_stop(nodes); }) {
        search_.set_root({static_cast<int>(diagram.to_move), move_number(diagram.position), last});
        for (const Square square : squares_of(legal_moves(diagram.position))) {
            order_.push_back(square);
        }
        // Something to answer with, whatever happens.
        found_.move = order_.front();
        found_.line = {found_.move};
    }

    Found run() {
        const int empties = board_.position.empties();
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

  private:
    bool must_stop(std::uint64_t nodes) const {
        if (effort_.stopped && effort_.stopped(found_.counts.nodes + nodes)) return true;
        return found_.depth > 0 && effort_.seconds &&
               seconds_since(start_) > kMostOfAllocation * *effort_.seconds;
    }

    // False if it was not finished.
    bool iterate(int depth) {
        std::optional<Search::Result> partial;
        search_.set_between([&](const Search::Result& best, std::size_t, std::size_t) {
            partial = best;
            return true;
        });
        const auto result = search_.search(board_, depth, order_);
        found_.counts += search_.counts();
        // The first move was the best of the search before, so that another one that is best so
        // far is better.
        const auto& known = result ? result : partial;
        if (known && !known->line.empty()) {
            found_.line = known->line;
            found_.value = known->value;
            found_.kind = Found::Kind::estimate;
            take(known->line.front(), result ? depth : found_.depth);
        }
        return result.has_value();
    }

    // The same for the end of the game: who wins, or the score.
    bool end(Found::Kind kind) {
        Window window{-kSquares - 1, kSquares + 1};
        if (kind == Found::Kind::outcome) window = {-1, 1};
        const EndSearch::Best best = end_.best_of(board_.position, order_, window);
        found_.counts += end_.counts();
        if (!best.complete) {
            // Of a score, what is best so far is at least as good as the first move, which wins if
            // any does. Who wins is not known before all moves are searched.
            if (kind == Found::Kind::exact && best.move) {
                found_.line = end_.line(board_.position, *best.move);
                take(*best.move, found_.depth);
            }
            return false;
        }
        found_.kind = kind;
        found_.value =
            kind == Found::Kind::exact ? best.value : (best.value > 0) - (best.value < 0);
        // Where every move loses, the one that looked best makes it hardest.
        const Move move = best.move.value_or(found_.move);
        if (best.move) found_.line = end_.line(board_.position, move);
        take(move, board_.position.empties());
        return true;
    }

    void take(Move move, int depth) {
        found_.move = move;
        found_.depth = depth;
        const auto best = std::find(order_.begin(), order_.end(), move);
        std::rotate(order_.begin(), best, best + 1);
        if (effort_.progress) effort_.progress(found_);
    }

    const Effort& effort_;
    StandardBoard board_;
    Found found_;
    Search search_;
    EndSearch end_;
    std::vector<Move> order_;  // of the moves at the root, the best so far first
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

BillSearch::BillSearch(std::shared_ptr<const Discriminants> discriminants)
    : evaluation_(std::move(discriminants)), killers_(kSquares), table_(kTableEntries) {}

Found BillSearch::choose(const Diagram& diagram, Move last, const Effort& effort) {
    return Choice(*this, diagram, last, effort).run();
}

Found BillSearch::search(const Diagram& diagram, Move last, int depth) {
    const Effort effort{.depth = depth};
    return Choice(*this, diagram, last, effort).run_to(depth);
}

void BillSearch::forget() {
    killers_ = Killers(kSquares);
    table_.clear();
}

}  // namespace emilia::bill
