#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include "board/rules.h"
#include "match/runner.h"
#include "player/registry.h"
#include "util/random.h"

namespace emilia::match {

// For tests: a player made of a function.
class FunctionPlayer : public Player {
  public:
    using Function = std::function<Result<Choice>(const GameRecord&, const Limits&)>;
    explicit FunctionPlayer(Function function) : function_(std::move(function)) {}
    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        return function_(game, limits);
    }

  private:
    Function function_;
};

inline Choice first_move(const GameRecord& game) {
    const Bitboard moves = legal_moves(game.final_diagram().position);
    return Choice{.move = *squares_of(moves).begin(), .depth = 1, .nodes = 3};
}

// "first" plays the first legal move from a1, "random" any (option seed), and "faulty" fails in the
// way that its option says: 0 returns an error, 1 moves to a square that is taken, 2 passes, 3
// thinks until it is stopped, 4 sleeps for 100 ms without asking.
inline PlayerRegistry test_players() {
    PlayerRegistry registry;
    registry.add({"first", "the first move", {}, [](const PlayerSpec&) {
                      return std::make_unique<FunctionPlayer>(
                          [](const GameRecord& game, const Limits&) -> Result<Choice> {
                              return first_move(game);
                          });
                  }});
    registry.add(
        {"random", "any move", {{"seed", "which", 0, 1000, 0}}, [](const PlayerSpec& spec) {
             const auto seed = static_cast<std::uint64_t>(spec.given.at("seed"));
             return std::make_unique<FunctionPlayer>(
                 [seed](const GameRecord& game, const Limits&) -> Result<Choice> {
                     const Position position = game.final_diagram().position;
                     std::vector<Move> moves;
                     for (const Square square : squares_of(legal_moves(position))) {
                         moves.emplace_back(square);
                     }
                     Random random(seed ^ hash_of(position));
                     return Choice{.move = moves[random.below(moves.size())]};
                 });
         }});
    registry.add({"faulty",
                  "does wrong after ten discs",
                  {{"how", "which fault", 0, 4, 0}},
                  [](const PlayerSpec& spec) {
                      const long long how = spec.given.at("how");
                      return std::make_unique<FunctionPlayer>(
                          [how](const GameRecord& game, const Limits& limits) -> Result<Choice> {
                              if (game.final_diagram().position.empties() > 50)
                                  return first_move(game);
                              if (how == 0) return Error{"the program has ended"};
                              if (how == 1) return Choice{.move = Square::e4};
                              if (how == 2) return Choice{.move = Move::pass()};
                              if (how == 3) {
                                  while (!limits.stopped()) {
                                      std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                  }
                                  return Error{"no answer came"};
                              }
                              std::this_thread::sleep_for(std::chrono::milliseconds(100));
                              return first_move(game);
                          });
                  }});
    return registry;
}

// A game as it would be recorded, with nothing but a score.
inline Outcome outcome_of(Task task, int score, Reason reason = Reason::finished) {
    Outcome outcome;
    outcome.task = task;
    outcome.played.score = DiscDifference(score);
    outcome.played.reason = reason;
    return outcome;
}

}  // namespace emilia::match
