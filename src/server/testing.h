#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include "board/rules.h"
#include "player/registry.h"
#include "util/elapsed.h"

namespace emilia::server {

// Takes the first legal move from a1 on.
class FirstMovePlayer : public Player {
  public:
    Result<Choice> choose(const GameRecord& game, const Limits&) override {
        const Bitboard moves = legal_moves(game.final_diagram().position);
        return Choice{.move = *squares_of(moves).begin(),
                      .value = Value{static_cast<double>(popcount(moves)), Value::Unit::points},
                      .depth = 1,
                      .nodes = 1,
                      .line = {*squares_of(moves).begin()}};
    }
};

// Thinks until it is stopped.
class EndlessPlayer : public FirstMovePlayer {
  public:
    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        while (!limits.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return FirstMovePlayer::choose(game, limits);
    }
};

class FailingPlayer : public Player {
  public:
    Result<Choice> choose(const GameRecord&, const Limits&) override {
        return Error{"the program has ended"};
    }
};

class ResigningPlayer : public FailingPlayer {
  public:
    Fault fault() const override { return Fault::resignation; }
};

inline PlayerRegistry test_players() {
    PlayerRegistry registry;
    registry.add({"first", "the first move", {}, [](const PlayerSpec&) {
                      return std::make_unique<FirstMovePlayer>();
                  }});
    registry.add({"endless", "thinks for ever", {}, [](const PlayerSpec&) {
                      return std::make_unique<EndlessPlayer>();
                  }});
    registry.add({"failing", "fails", {}, [](const PlayerSpec&) {
                      return std::make_unique<FailingPlayer>();
                  }});
    registry.add({"resigning", "gives up", {}, [](const PlayerSpec&) {
                      return std::make_unique<ResigningPlayer>();
                  }});
    registry.add({"greedy",
                  "takes what it is given",
                  {{"threads", "how many", 1, 8, 1}, {"hash", "megabytes", 1, 4096, 64}},
                  [](const PlayerSpec&) { return std::make_unique<FirstMovePlayer>(); }});
    registry.add({"program",
                  "another program",
                  {},
                  [](const PlayerSpec&) { return std::make_unique<FirstMovePlayer>(); },
                  true});
    return registry;
}

// Whether `holds` before long; a busy machine and a sanitizer have their time.
inline bool soon(const std::function<bool()>& holds) {
    const auto begin = std::chrono::steady_clock::now();
    while (!holds()) {
        if (seconds_since(begin) > 30) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace emilia::server
