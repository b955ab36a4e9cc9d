#include "player/engine_player.h"

#include "engine/engine.h"

namespace emilia {

namespace {

constexpr int kMostThreads = 256;
constexpr long long kMostTableMegabytes = 65536;

class EnginePlayer : public Player {
  public:
    EnginePlayer(int level, const EngineOptions& options) : level_(level), engine_(options) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        const Position position = game.final_diagram().position;
        EngineLimits engine_limits;
        engine_limits.depth = limits.depth;
        engine_limits.nodes = limits.nodes;
        engine_limits.seconds = limits.seconds;
        if (limits.clock) {
            engine_limits.clock = EngineClock{limits.clock->left, limits.clock->increment};
        }
        engine_limits.stopped = limits.stopped;
        const bool limited = limits.depth || limits.nodes || limits.seconds || limits.clock;
        if (level_ != 0) {
            engine_limits.level = level_;
        } else if (!limited) {
            engine_limits.level = EngineLimits::kUsualLevel;
        }
        // A new game is begun with an empty mind, so that it does not depend on the one before.
        if (game.moves.size() < 2) engine_.forget();
        const EngineReport report =
            engine_.analyse(position, engine_limits, [&](const EngineReport& so_far) {
                if (limits.progress) limits.progress(choice_of(so_far));
            });
        if (report.moves.empty()) return Choice{.move = Move::pass()};
        return choice_of(report);
    }

  private:
    static Choice choice_of(const EngineReport& report) {
        const ValuedMove& best = report.moves.front();
        return Choice{.move = Move(best.move),
                      .value = Value{static_cast<double>(best.value),
                                     best.proved() ? Value::Unit::final_score : Value::Unit::discs},
                      .depth = best.draft.depth,
                      .nodes = report.nodes,
                      .line = best.line};
    }

    int level_;
    Engine engine_;
};

}  // namespace

void add_engine_player(PlayerRegistry& registry) {
    registry.add({"emilia",
                  "the modern engine: learned patterns, selective search, solved endings",
                  {{"level", "1 to 60, see docs/engine.md; 0: as the limits of the game allow", 0,
                    kMostLevel, 0},
                   {"threads", "how many threads search", 1, kMostThreads, 1},
                   {"hash", "megabytes of memory for positions", 1, kMostTableMegabytes, 64}},
                  [](const PlayerSpec& spec) {
                      EngineOptions options;
                      options.threads = static_cast<int>(spec.given.at("threads"));
                      options.table_bytes = static_cast<std::size_t>(spec.given.at("hash")) << 20;
                      return std::make_unique<EnginePlayer>(
                          static_cast<int>(spec.given.at("level")), options);
                  }});
}

}  // namespace emilia
