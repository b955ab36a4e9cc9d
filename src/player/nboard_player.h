#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "player/external_program.h"
#include "player/player.h"

namespace emilia {

// A program that speaks the protocol of NBoard, version 2. It is started when it is first asked
// for a move, and afresh after anything went wrong. It is handed the whole game every time.
class NBoardPlayer : public Player {
  public:
    explicit NBoardPlayer(std::string command) : program_(std::move(command)) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override;
    Fault fault() const override { return program_.fault(); }

  private:
    Result<Done> start(const Limits& limits);
    Result<Done> set_depth(int depth, const Limits& limits);
    Result<Done> bring_over(const GameRecord& game, const Limits& limits);
    Result<Choice> go(const GameRecord& game, const Limits& limits);

    ExternalProgram program_;
    std::optional<int> depth_;  // it was told
    bool is_limited_ = false;   // by the limits of a choice, not by our own idea
    long long pings_ = 0;
};

// A line about a search as the protocol has it, "search F5D6 +1.20 0 12": where the best line
// begins with a legal move, what it says. Exact are those with a depth of 100%.
std::optional<Choice> read_nboard_search(std::string_view line, const Position& position);

}  // namespace emilia
