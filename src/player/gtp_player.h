#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "player/external_program.h"
#include "player/player.h"

namespace emilia {

// A program that speaks the Go Text Protocol, version 2. It is started when it is first asked for
// a move, and afresh after anything went wrong.
class GtpPlayer : public Player {
  public:
    explicit GtpPlayer(std::string command) : program_(std::move(command)) {}

    Result<Choice> choose(const GameRecord& game, const Limits& limits) override;
    Fault fault() const override { return program_.fault(); }

  private:
    struct Reply {
        bool accepted = false;
        std::string text;  // lines, without what the protocol puts around them
    };

    Result<Reply> ask(std::string_view command, const LineProcess::Patience& patience);
    // The same where a refusal is an error.
    Result<std::string> demand(std::string_view command, const LineProcess::Patience& patience);

    Result<Done> start(const Limits& limits);
    Result<Done> choose_game(const Limits& limits);
    Result<Done> bring_over(const GameRecord& game, const Limits& limits);
    Result<Done> set_up(const Diagram& start, const Limits& limits);
    Result<Done> tell_time(Color color, const Limits& limits);
    bool knows(std::string_view command) const { return commands_.contains(command); }

    ExternalProgram program_;
    std::set<std::string, std::less<>> commands_;
    // The game that the program has on its board; none after it was started.
    std::optional<Diagram> start_;
    std::vector<Move> moves_;
    bool passes_by_itself_ = false;
    std::string time_settings_;  // the last it was told in this game
};

}  // namespace emilia
