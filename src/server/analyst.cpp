#include "server/analyst.h"

#include <algorithm>

#include "board/rules.h"
#include "engine/engine.h"
#include "search/solver.h"
#include "util/elapsed.h"

namespace emilia::server {

namespace {

// There may be many analysts at once.
constexpr std::size_t kTableBytes = std::size_t{8} << 20;
// Between two values that take long, nodes show that the search goes on.
constexpr double kSignOfLifeSeconds = 0.2;

AnalysedMove analysed(const ValuedMove& valued) {
    return {.move = valued.move,
            .value = {static_cast<double>(valued.value),
                      valued.to_the_end ? Value::Unit::final_score : Value::Unit::discs},
            .depth = valued.draft.depth,
            .selectivity = percent_of(valued.draft.selectivity),
            .line = valued.line};
}

bool less_thorough(const AnalysedMove& a, const AnalysedMove& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.selectivity < b.selectivity;
}

// In the order of the report: a move that was searched less may have a greater value and still
// stand behind those that were found better than it since.
Analysis analysis_of(const EngineReport& report) {
    Analysis analysis;
    for (const ValuedMove& valued : report.moves) {
        if (valued.draft.depth > 0) analysis.moves.push_back(analysed(valued));
    }
    analysis.nodes = report.nodes;
    if (analysis.moves.empty() || analysis.moves.size() < report.moves.size()) return analysis;
    const AnalysedMove& least =
        *std::min_element(analysis.moves.begin(), analysis.moves.end(), less_thorough);
    analysis.depth = least.depth;
    analysis.selectivity = least.selectivity;
    analysis.complete = std::all_of(analysis.moves.begin(), analysis.moves.end(),
                                    [](const AnalysedMove& move) { return move.exact(); });
    return analysis;
}

class EngineAnalyst : public Analyst {
  public:
    Result<Done> analyse(const GameRecord& game, const std::function<bool()>& stopped,
                         const std::function<void(const Analysis&)>& report) override {
        const Position position = game.final_diagram().position;
        if (const auto solvable = check_solvable(position); !solvable) return solvable.error();
        Analysis known;
        auto told = std::chrono::steady_clock::now();
        const auto tell = [&] {
            told = std::chrono::steady_clock::now();
            report(known);
        };
        EngineLimits limits;
        limits.level = kMostLevel;
        limits.moves = popcount(legal_moves(position));
        limits.stopped = [&] {
            if (stopped()) return true;
            if (!known.moves.empty() && seconds_since(told) > kSignOfLifeSeconds) {
                known.nodes = std::max(known.nodes, engine_.nodes_so_far());
                tell();
            }
            return false;
        };
        engine_.analyse(position, limits, [&](const EngineReport& so_far) {
            known = analysis_of(so_far);
            tell();
        });
        return Done{};
    }

  private:
    Engine engine_{{.threads = 1, .table_bytes = kTableBytes}};
};

}  // namespace

std::unique_ptr<Analyst> make_analyst() {
    return std::make_unique<EngineAnalyst>();
}

}  // namespace emilia::server
