#include "server/analyst.h"

#include <algorithm>

#include "protocol/move_values.h"
#include "search/solver.h"

namespace emilia::server {

namespace {

// Up to here the solver needs seconds for all moves, not minutes.
constexpr int kSolvedEmpties = 20;
constexpr std::size_t kTableBytes = std::size_t{8} << 20;
// For a first impression before the solver begins.
constexpr int kImpressionDepth = 4;

void sort_best_first(std::vector<AnalysedMove>& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const AnalysedMove& a, const AnalysedMove& b) {
        return a.value.amount > b.value.amount;
    });
}

class PlayerAnalyst : public Analyst {
  public:
    explicit PlayerAnalyst(std::unique_ptr<Player> player) : player_(std::move(player)) {}

    Result<Done> analyse(const GameRecord& game, const std::function<bool()>& stopped,
                         const std::function<void(const Analysis&)>& report) override {
        const Position position = game.final_diagram().position;
        const bool solved = position.empties() <= kSolvedEmpties && check_solvable(position).ok();
        Analysis known;
        const int deepest = solved ? kImpressionDepth : position.empties();
        // The solver alone says what is exact.
        MoveValues values(*player_, -1);
        for (int depth = 1; depth <= deepest && !stopped(); ++depth) {
            Limits limits;
            limits.stopped = stopped;
            limits.depth = std::max(1, depth - 1);
            const auto all = values.of_moves(game, limits, 64, [](const Valued&) {});
            if (!all) return all.error();
            if (stopped()) break;
            if (all->empty()) break;  // a player that says no values
            known.moves.clear();
            for (const Valued& valued : *all) known.moves.push_back(analysed(valued));
            known.depth = depth;
            known.nodes = values.nodes();
            known.complete = std::all_of(known.moves.begin(), known.moves.end(),
                                         [](const AnalysedMove& move) { return move.exact(); });
            report(known);
            if (known.complete) return Done{};
        }
        if (solved && !stopped()) solve(position, known, stopped, report);
        return Done{};
    }

  private:
    static AnalysedMove analysed(const Valued& valued) {
        return {.move = valued.line.front(),
                .value = valued.value,
                .depth = valued.depth,
                .line = valued.line};
    }

    // Points and discs cannot be compared, so what is not solved yet waits behind.
    void solve(Position position, Analysis& known, const std::function<bool()>& stopped,
               const std::function<void(const Analysis&)>& report) {
        if (!solver_) solver_ = std::make_unique<Solver>(SolverOptions{1, kTableBytes});
        std::vector<AnalysedMove> rough = known.moves;
        std::vector<AnalysedMove> exact;
        SearchLimits limits;
        limits.stopped = stopped;
        solver_->solve_moves(position, {}, limits, [&](const MoveSolution& found) {
            known.nodes += found.solution.nodes;
            if (!found.solution.exact()) return;
            std::erase_if(rough, [&](const auto& other) { return other.move == found.move; });
            exact.push_back({.move = found.move,
                             .value = {static_cast<double>(found.solution.lower.value()),
                                       Value::Unit::final_score},
                             .depth = position.empties(),
                             .line = found.solution.line});
            sort_best_first(exact);
            known.moves = exact;
            known.moves.insert(known.moves.end(), rough.begin(), rough.end());
            known.complete = rough.empty();
            if (known.complete) known.depth = position.empties();
            report(known);
        });
    }

    std::unique_ptr<Player> player_;
    std::unique_ptr<Solver> solver_;
};

}  // namespace

std::unique_ptr<Analyst> make_analyst(const PlayerRegistry& registry, const PlayerSpec& player) {
    return std::make_unique<PlayerAnalyst>(registry.make(player));
}

}  // namespace emilia::server
