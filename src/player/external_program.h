#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "player/player.h"
#include "util/process.h"
#include "util/result.h"

namespace emilia {

// Another program on behalf of a player. Whatever goes wrong with it ends it, and comes back as a
// sentence that begins with its command line; it can be started again.
class ExternalProgram {
  public:
    explicit ExternalProgram(std::string command) : command_(std::move(command)) {}
    ~ExternalProgram();

    bool is_running() const { return process_ != nullptr; }
    Result<Done> start();
    // Lets it end by itself where it does so at once.
    void finish();

    Result<Done> send(std::string_view line, const LineProcess::Patience& patience);
    // `waiting_for` is said where it does not come.
    Result<std::string> read_line(std::string_view waiting_for,
                                  const LineProcess::Patience& patience);

    // "the program 'edax' " and what it did; ends it.
    Error failure(std::string_view what);
    // The same for something wrong with the request alone: the program goes on.
    Error refusal(std::string_view what);
    // The same of an answer that is against the rules of the game; ends it.
    Error foul(std::string_view what);
    // That was the last thing that went wrong.
    bool fouled() const { return fouled_; }

  private:
    Error failure(LineProcess::Event event, std::string_view waiting_for);

    std::string command_;
    std::unique_ptr<LineProcess> process_;
    bool fouled_ = false;
};

// For an answer that needs no thought.
LineProcess::Patience patience_to_answer(const Limits& limits);
// For a move. Who gives the limits sees to it that they are kept; this ends the wait for a program
// that does not answer at all.
LineProcess::Patience patience_to_think(const Limits& limits);

// The answer of a program that was asked for a move, if it is one that can be made there.
Result<Move> legal_answer(ExternalProgram& program, std::string_view answer,
                          const GameRecord& game);

}  // namespace emilia
