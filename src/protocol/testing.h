#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "board/rules.h"
#include "player/budget.h"
#include "player/registry.h"
#include "protocol/session.h"

namespace emilia {

// For tests: players that do one thing each, and what they were asked last.
struct TestPlayers {
    Limits limits;                      // of the last choice
    std::atomic<bool> thinking{false};  // the endless one is at it
    int begun_waiting = 0;              // how often the valuing one did
    bool waiting = false;               // it does
    std::size_t plies_waited_at = 0;    // in the game that it was given last

    PlayerRegistry registry();
};

// The first legal move from a1 to h8. It says it looks `depth` plies ahead, tells so at each, and
// values a move by the discs there are after it.
class FirstMovePlayer : public Player {
  public:
    enum class Says { nothing, points, discs };

    FirstMovePlayer(TestPlayers& shared, Says says, int depth)
        : shared_(shared), says_(says), depth_(depth) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        shared_.limits = limits;
        const Position position = game.final_diagram().position;
        const Bitboard legal = legal_moves(position);
        if (legal == 0) return Choice{.move = Move::pass()};
        Choice choice{.move = *squares_of(legal).begin()};
        if (says_ == Says::nothing) return choice;
        const double amount = -disc_balance(play(position, choice.move)).value();
        choice.value =
            Value{amount, says_ == Says::points ? Value::Unit::points : Value::Unit::discs};
        choice.line = {choice.move};
        const Budget budget(limits, position.empties());
        for (int depth = 1; depth <= budget.depth(depth_); ++depth) {
            choice.depth = depth;
            choice.nodes = static_cast<std::uint64_t>(depth) * 10;
            if (limits.progress) limits.progress(choice);
        }
        return choice;
    }

  private:
    TestPlayers& shared_;
    Says says_;
    int depth_;
};

// Values moves by their number on the board, two plies ahead and then three, and minds when it has
// to wait.
class ValuingPlayer : public FirstMovePlayer {
  public:
    explicit ValuingPlayer(TestPlayers& shared)
        : FirstMovePlayer(shared, Says::discs, 1), shared_(shared) {}

    bool values_moves() const override { return true; }
    Result<ValuedMoves> value_moves(const GameRecord& game, const Limits& limits, int most,
                                    const TellMoves& found) override {
        shared_.limits = limits;
        ValuedMoves valued;
        for (const int depth : {2, 3}) {
            valued.moves.clear();
            for (const Square square : squares_of(legal_moves(game.final_diagram().position))) {
                if (std::ssize(valued.moves) == most) break;
                const double amount = 64 - index_of(square);
                valued.moves.push_back({{square}, {amount, Value::Unit::discs}, depth});
                valued.nodes += 7;
                if (found) found(valued, valued.moves.size() - 1);
            }
        }
        return valued;
    }

    void begin_waiting(const GameRecord& game) override {
        ++shared_.begun_waiting;
        shared_.waiting = true;
        shared_.plies_waited_at = game.moves.size();
    }
    void end_waiting() override { shared_.waiting = false; }

  private:
    TestPlayers& shared_;
};

// Thinks until it is told to stop.
class EndlessPlayer : public Player {
  public:
    explicit EndlessPlayer(TestPlayers& shared) : shared_(shared) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override {
        shared_.thinking = true;
        while (!limits.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        shared_.thinking = false;
        return Choice{.move = *squares_of(legal_moves(game.final_diagram().position)).begin()};
    }

  private:
    TestPlayers& shared_;
};

class CheatingPlayer : public Player {
    Result<Choice> choose(const GameRecord&, const Limits&) override {
        return Choice{.move = Square::e4};
    }
};

class BrokenPlayer : public Player {
    Result<Choice> choose(const GameRecord&, const Limits&) override {
        return Error{"the program is gone\n\nfor good"};
    }
};

class ResigningPlayer : public BrokenPlayer {
  public:
    Fault fault() const override { return Fault::resignation; }
};

inline PlayerRegistry TestPlayers::registry() {
    PlayerRegistry registry;
    const std::vector<PlayerOption> options = {{"depth", "plies to look ahead", 1, 9, 2}};
    const auto first = [&](const std::string& name, FirstMovePlayer::Says says) {
        registry.add({name, "the first legal move", options, [this, says](const PlayerSpec& spec) {
                          return std::make_unique<FirstMovePlayer>(
                              *this, says, static_cast<int>(spec.given.at("depth")));
                      }});
    };
    first("first", FirstMovePlayer::Says::discs);
    first("points", FirstMovePlayer::Says::points);
    first("silent", FirstMovePlayer::Says::nothing);
    registry.add({"valuing",
                  "values all moves",
                  {{"level", "how well", 0, 60, 0}},
                  [this](const PlayerSpec&) { return std::make_unique<ValuingPlayer>(*this); }});
    registry.add({"endless", "thinks for ever", {}, [this](const PlayerSpec&) {
                      return std::make_unique<EndlessPlayer>(*this);
                  }});
    registry.add({"cheat", "always the same move", {}, [](const PlayerSpec&) {
                      return std::make_unique<CheatingPlayer>();
                  }});
    registry.add({"broken", "never a move", {}, [](const PlayerSpec&) {
                      return std::make_unique<BrokenPlayer>();
                  }});
    registry.add({"resigning", "gives up", {}, [](const PlayerSpec&) {
                      return std::make_unique<ResigningPlayer>();
                  }});
    return registry;
}

// A line at a time, as if each came only when the one before it had been handled.
inline bool feed(Session& session, std::string_view line) {
    session.announce(line);
    return session.handle(line);
}

// After these moves black has to pass, and white can play c5, e7 and f8.
inline constexpr std::string_view kBeforePass = "f5 f6 d3 g5 h5 h4 g7 h6";
// The shortest game: black takes all.
inline constexpr std::string_view kShortestGame = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

}  // namespace emilia
