#include "history/iago/iago_search.h"

#include <algorithm>

#include "util/elapsed.h"

namespace emilia::iago {

namespace {

using classic::StandardBoard;
using classic::Window;

constexpr int kSavedPlies = 3;
// A search to the end costs about as much as another iteration when the end is so many plies away.
constexpr int kExactPlies = 5;
constexpr int kOutcomePlies = 7;
// A search is given up where another first move would take it beyond this part of its time.
constexpr double kMostOfAllocation = 1.3;
constexpr std::size_t kFirstMovesWorthBeginning = 3;

}  // namespace

// One choice of a move.
class IagoSearch::Choice {
  public:
    Choice(IagoSearch& iago, const Diagram& diagram, Move last, const Effort& effort)
        : effort_(effort),
          board_{diagram.position},
          search_(Evaluation(iago.edges_, iago.reading_),
                  [this](std::uint64_t nodes) {
                      return effort_.stopped && effort_.stopped(found_.counts.nodes + nodes);
                  },
                  {&iago.killers_, nullptr, kSavedPlies}),
          first_moves_(static_cast<std::size_t>(popcount(legal_moves(diagram.position)))) {
        search_.evaluator().set_root(diagram.position);
        search_.set_root({static_cast<int>(diagram.to_move), move_number(diagram.position), last});
        // Something to answer with, whatever happens.
        found_.move = *squares_of(legal_moves(diagram.position)).begin();
        found_.line = {found_.move};
    }

    Found run() {
        const int empties = board_.position.empties();
        for (int n = 0; n == 0 || enough_for(1, n); ++n) {
            if (empties <= n + kExactPlies) {
                iterate(Found::Kind::exact, 2 * empties);
                break;
            }
            if (n > 0 && empties <= n + kOutcomePlies && !enough_for(3, n)) {
                iterate(Found::Kind::outcome, 2 * empties);
                break;
            }
            if (!iterate(Found::Kind::estimate, n + 1)) break;
        }
        return found_;
    }

    Found run_to_end(Found::Kind kind) {
        const int empties = board_.position.empties();
        const int before = empties - (kind == Found::Kind::exact ? kExactPlies : kOutcomePlies);
        run_to(before);
        iterate(kind, 2 * empties);
        return found_;
    }

    Found run_to(int depth) {
        for (int n = 1; n <= depth && iterate(Found::Kind::estimate, n); ++n) {
        }
        return found_;
    }

  private:
    // Whether so many more iterations can be done after n; of the last of them it is enough to
    // search three first moves.
    bool enough_for(int iterations, int n) const {
        if (n + iterations > effort_.depth) return false;
        if (!effort_.seconds) return true;
        const auto worth = static_cast<double>(std::min(kFirstMovesWorthBeginning, first_moves_));
        double expected = 0;
        double one = seconds_.back();
        for (int i = 1; i <= iterations; ++i) {
            one *= growth(n + i);
            expected += i < iterations ? one : one * worth / static_cast<double>(first_moves_);
        }
        return seconds_since(start_) + expected <= *effort_.seconds;
    }

    // By how much the search to this depth takes longer than the one before: as much as the last
    // ply of the same player did.
    double growth(int depth) const {
        for (int known = depth; known >= 2; known -= 2) {
            const auto at = static_cast<std::size_t>(known - 1);
            if (at < leaves_.size()) {
                return std::max(
                    1.0, static_cast<double>(leaves_[at]) / static_cast<double>(leaves_[at - 1]));
            }
        }
        return std::max(1.0, found_.counts.raw_branching());
    }

    // False if it was not finished.
    bool iterate(Found::Kind kind, int depth) {
        const auto begin = std::chrono::steady_clock::now();
        bool complete = true;
        search_.set_between([&](const Search::Result& best, std::size_t done, std::size_t all) {
            partial_ = best;
            if (!effort_.seconds || seconds_.empty()) return true;
            const double one = seconds_since(begin) / static_cast<double>(done);
            complete =
                seconds_since(start_) + one <= kMostOfAllocation * *effort_.seconds || done == all;
            return complete;
        });
        partial_.reset();
        const Window window = kind == Found::Kind::outcome ? Window{-1, 1} : Window{};
        const auto result = search_.search(board_, depth, {}, window);
        if (!result) {
            // Stopped within a first move: those before it are known, the best of the last
            // iteration among them.
            found_.counts += search_.counts();
            if (partial_) take(*partial_, kind, found_.depth);
            return false;
        }
        found_.counts += result->counts;
        seconds_.push_back(seconds_since(begin));
        leaves_.push_back(std::max<std::uint64_t>(1, result->counts.leaves));
        found_.last = result->counts;
        take(*result, kind,
             !complete                       ? found_.depth
             : kind == Found::Kind::estimate ? depth
                                             : board_.position.empties());
        if (effort_.progress) effort_.progress(found_);
        return complete;
    }

    void take(const Search::Result& result, Found::Kind kind, int depth) {
        if (result.line.empty()) return;
        found_.move = result.line.front();
        found_.line = result.line;
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
    std::size_t first_moves_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::vector<double> seconds_;        // of each iteration
    std::vector<std::uint64_t> leaves_;  // and its leaves
    std::optional<Search::Result> partial_;
};

IagoSearch::IagoSearch(std::shared_ptr<const EdgeTable> edges, const Reading& reading)
    : edges_(std::move(edges)), reading_(reading), killers_(kSquares) {}

Found IagoSearch::choose(const Diagram& diagram, Move last, const Effort& effort) {
    return Choice(*this, diagram, last, effort).run();
}

Found IagoSearch::search(const Diagram& diagram, Move last, int depth) {
    const Effort effort{.depth = depth};
    return Choice(*this, diagram, last, effort).run_to(depth);
}

Found IagoSearch::solve(const Diagram& diagram, Move last, Found::Kind kind,
                        std::function<bool(std::uint64_t)> stopped) {
    const Effort effort{.stopped = std::move(stopped)};
    return Choice(*this, diagram, last, effort).run_to_end(kind);
}

}  // namespace emilia::iago
