#include "player/engine_player.h"

#include <atomic>
#include <thread>

#include "board/rules.h"
#include "engine/engine.h"
#include "eval/breakdown.h"

namespace emilia {

namespace {

constexpr int kMostThreads = 256;
constexpr long long kMostTableMegabytes = 65536;

class EnginePlayer : public Player {
  public:
    EnginePlayer(int level, bool ponders, const EngineOptions& options)
        : level_(level), ponders_(ponders), weights_(options.weights), engine_(options) {}
    ~EnginePlayer() override { end_waiting(); }

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        const EngineReport report = analyse(game, limits, 1, [&](const EngineReport& so_far) {
            if (limits.progress) limits.progress(choice_of(so_far));
        });
        if (report.moves.empty()) return Choice{.move = Move::pass()};
        return choice_of(report);
    }

    // In discs: the shapes, each with what it is worth in its places, and the mobility.
    std::optional<Explanation> explain(const Diagram& diagram) const override {
        const Breakdown sums = break_down(diagram.position, *weights_);
        const auto in_discs = [](int units) { return static_cast<double>(units) / kUnitsOfADisc; };
        Explanation explanation;
        for (const Shape& shape : kShapes) explanation.parts.push_back({std::string(shape.name)});
        for (std::size_t place = 0; place < kPlaced.count; ++place) {
            Explanation::Part& part = explanation.parts[kPlaced.list[place].shape];
            const double value = in_discs(sums.places[place]);
            part.value += value;
            part.areas.push_back({squares_of_place(kPlaced.list[place], kShapes), value});
        }
        explanation.parts.push_back({"mobility", in_discs(sums.mobility)});
        if (sums.stage_itself != 0) {
            explanation.parts.push_back({"stage", in_discs(sums.stage_itself)});
        }
        return explanation;
    }

    bool values_moves() const override { return true; }

    Result<ValuedMoves> value_moves(const GameRecord& game, const Limits& limits, int most,
                                    const TellMoves& found) override {
        return valued_moves_of(analyse(game, limits, most, [&](const EngineReport& so_far) {
            if (found) found(valued_moves_of(so_far), so_far.newest);
        }));
    }

    // Looks at what the others may do: the best of it is what it will have to answer.
    void begin_waiting(const GameRecord& game) override {
        end_waiting();
        if (!ponders_) return;
        Position position = game.final_diagram().position;
        if (must_pass(position)) position = position.passed();
        enough_ = false;
        pondering_ = std::thread([this, position] {
            EngineLimits limits;
            limits.depth = kMostLevel;
            limits.stopped = [this] { return enough_.load(std::memory_order_relaxed); };
            engine_.analyse(position, limits);
        });
    }
    void end_waiting() override {
        if (!pondering_.joinable()) return;
        enough_ = true;
        pondering_.join();
    }

  private:
    EngineReport analyse(const GameRecord& game, const Limits& limits, int moves,
                         const Engine::Progress& progress) {
        end_waiting();
        EngineLimits engine_limits;
        engine_limits.depth = limits.depth;
        engine_limits.nodes = limits.nodes;
        engine_limits.seconds = limits.seconds;
        if (limits.clock) {
            engine_limits.clock = EngineClock{limits.clock->left, limits.clock->increment};
        }
        engine_limits.stopped = limits.stopped;
        engine_limits.moves = moves;
        engine_limits.draw = limits.draw;
        if (level_ != 0) engine_limits.level = level_;
        // A new game is begun with an empty mind, so that it does not depend on the one before.
        if (game.moves.size() < 2) engine_.forget();
        return engine_.analyse(game.final_diagram().position, engine_limits, progress);
    }

    static Value value_of(const ValuedMove& move) {
        return {static_cast<double>(move.value),
                move.proved() ? Value::Unit::final_score : Value::Unit::discs};
    }

    static Choice choice_of(const EngineReport& report) {
        const ValuedMove& best = report.moves.front();
        Choice choice{.move = Move(best.move),
                      .depth = best.draft.depth,
                      .nodes = report.nodes,
                      .line = best.line};
        // Stopped before it looked at anything.
        if (best.draft.depth > 0) choice.value = value_of(best);
        return choice;
    }

    static ValuedMoves valued_moves_of(const EngineReport& report) {
        ValuedMoves valued{{}, report.nodes};
        for (const ValuedMove& move : report.moves) {
            if (move.draft.depth == 0) continue;
            valued.moves.push_back({move.line, value_of(move), move.draft.depth});
        }
        return valued;
    }

    int level_;
    bool ponders_;
    std::shared_ptr<const Weights> weights_;
    Engine engine_;
    std::atomic<bool> enough_{false};
    std::thread pondering_;
};

}  // namespace

void add_engine_player(PlayerRegistry& registry, std::shared_ptr<const Weights> weights) {
    registry.add({"emilia",
                  "the modern engine: learned patterns, selective search, solved endings",
                  {{"level", "1 to 60, see docs/engine.md; 0: as the limits of the game allow", 0,
                    kMostLevel, 0},
                   {"threads", "how many threads search", 1, kMostThreads, 1},
                   {"hash", "megabytes of memory for positions", 1, kMostTableMegabytes, 64},
                   {"ponder", "1: thinks while others are to move", 0, 1, 0}},
                  [weights = std::move(weights)](const PlayerSpec& spec) {
                      EngineOptions options;
                      if (weights) options.weights = weights;
                      options.threads = static_cast<int>(spec.given.at("threads"));
                      options.table_bytes = static_cast<std::size_t>(spec.given.at("hash")) << 20;
                      return std::make_unique<EnginePlayer>(
                          static_cast<int>(spec.given.at("level")), spec.given.at("ponder") != 0,
                          options);
                  }});
}

}  // namespace emilia
