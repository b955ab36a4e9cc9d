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
    // The same where it is not that something went wrong; ends it.
    Error fault(Fault kind, std::string_view what);
    // Of the last error.
    Fault fault() const { return fault_; }

  private:
    Error failure(LineProcess::Event event, std::string_view waiting_for);

    std::string command_;
    std::unique_ptr<LineProcess> process_;
    Fault fault_ = Fault::failure;
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
