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
// The end is searched for who wins once an iteration came within so many plies of it, and then for
// the score.
constexpr int kPliesBeyond = 6;
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
                  {.ordering = &bill.killers_, .table = &bill.table_, .table_depth = kTableDepth}) {
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
        for (int n = 1;; ++n) {
            if (n - 1 + kPliesBeyond >= empties) {
                if (iterate(Found::Kind::outcome, 2 * empties)) {
                    iterate(Found::Kind::exact, 2 * empties);
                }
                break;
            }
            if (n > effort_.depth || !iterate(Found::Kind::estimate, n)) break;
            if (effort_.seconds && seconds_since(start_) > kWorthBeginning * *effort_.seconds) {
                break;
            }
            // Nothing to choose: what it thinks of the position is enough.
            if (order_.size() == 1 && effort_.seconds) break;
        }
        return found_;
    }

    Found run_to(int depth) {
        for (int n = 1; n <= depth && iterate(Found::Kind::estimate, n); ++n) {
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
    bool iterate(Found::Kind kind, int depth) {
        std::optional<Search::Result> partial;
        search_.set_between([&](const Search::Result& best, std::size_t, std::size_t) {
            partial = best;
            return true;
        });
        const Window window = kind == Found::Kind::outcome ? Window{-1, 1} : Window{};
        const auto result = search_.search(board_, depth, order_, window);
        found_.counts += search_.counts();
        if (!result) {
            // The first move was the best of the search before, so that another one that is best so
            // far is better. Who wins is not known before all moves are searched.
            if (partial && kind != Found::Kind::outcome) take(*partial, kind, found_.depth);
            return false;
        }
        take(*result, kind, kind == Found::Kind::estimate ? depth : board_.position.empties());
        const auto best = std::find(order_.begin(), order_.end(), found_.move);
        std::rotate(order_.begin(), best, best + 1);
        if (effort_.progress) effort_.progress(found_);
        return true;
    }

    void take(const Search::Result& result, Found::Kind kind, int depth) {
        if (result.line.empty()) return;
        // Where every move loses, the one that looked best makes it hardest.
        if (kind != Found::Kind::outcome || result.value >= 0) {
            found_.move = result.line.front();
            found_.line = result.line;
        }
        found_.depth = depth;
        found_.kind = kind;
        found_.value = result.value;
        if (kind == Found::Kind::exact) {
            found_.value = classic::score_of_finished(result.value).value_or(0);
        } else if (kind == Found::Kind::outcome) {
            found_.value = (result.value > 0) - (result.value < 0);
        }
    }

    const Effort& effort_;
    StandardBoard board_;
    Found found_;
    Search search_;
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
    killers_ = classic::ResponseKillers<StandardBoard>(kSquares);
    table_.clear();
}

}  // namespace emilia::bill
