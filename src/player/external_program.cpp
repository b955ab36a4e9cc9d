#include "player/external_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "board/rules.h"
#include "game/reading.h"
#include "util/text.h"

namespace emilia {

namespace {

// Some read books and weights before they answer anything.
constexpr double kSecondsToAnswer = 30;
// What a program may be late. Most can be told whole seconds only.
constexpr double kSecondsLate = 2;

std::chrono::steady_clock::time_point from_now(double seconds) {
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds));
}

}  // namespace

LineProcess::Patience patience_to_answer(const Limits& limits) {
    return {from_now(kSecondsToAnswer), limits.stopped};
}

LineProcess::Patience patience_to_think(const Limits& limits) {
    LineProcess::Patience patience;
    patience.stopped = limits.stopped;
    // As a time point, anything longer may not fit.
    constexpr double kYear = 365.0 * 24 * 3600;
    for (const std::optional<double> seconds :
         {limits.seconds, limits.clock ? std::optional(limits.clock->left) : std::nullopt}) {
        if (seconds) {
            patience.deadline = std::min(patience.deadline,
                                         from_now(std::clamp(*seconds, 0.0, kYear) + kSecondsLate));
        }
    }
    return patience;
}

ExternalProgram::~ExternalProgram() {
    finish();
}

Result<Done> ExternalProgram::start() {
    fault_ = Fault::failure;
    auto process = LineProcess::start(command_);
    if (!process) return process.error();
    process_ = std::move(*process);
    return Done{};
}

void ExternalProgram::finish() {
    if (process_ == nullptr) return;
    // Both protocols have this word; who does not read it now will find his input closed.
    process_->send("quit", {std::chrono::steady_clock::now()});
    process_.reset();
}

Error ExternalProgram::refusal(std::string_view what) {
    fault_ = Fault::failure;
    return Error{fmt::format("the program {} {}", in_quotes(command_), what)};
}

Error ExternalProgram::failure(std::string_view what) {
    if (process_ != nullptr) process_->hurry();
    process_.reset();
    return refusal(what);
}

Error ExternalProgram::fault(Fault kind, std::string_view what) {
    Error error = failure(what);
    fault_ = kind;
    return error;
}

Error ExternalProgram::failure(LineProcess::Event event, std::string_view waiting_for) {
    switch (event) {
        case LineProcess::Event::closed:
            return failure(process_->how_it_ended());
        case LineProcess::Event::flooded:
            return failure(fmt::format("floods us with output instead of {}", waiting_for));
        default:
            return failure(fmt::format("did not answer in time: no {}", waiting_for));
    }
}

Result<Done> ExternalProgram::send(std::string_view line, const LineProcess::Patience& patience) {
    const LineProcess::Event event = process_->send(line, patience);
    if (event == LineProcess::Event::done) return Done{};
    return failure(event, fmt::format("reader for {}", in_quotes(line)));
}

Result<std::string> ExternalProgram::read_line(std::string_view waiting_for,
                                               const LineProcess::Patience& patience) {
    std::string line;
    const LineProcess::Event event = process_->read_line(line, patience);
    if (event == LineProcess::Event::done) return line;
    return failure(event, waiting_for);
}

Result<Move> legal_answer(ExternalProgram& program, std::string_view answer,
                          const GameRecord& game) {
    const std::size_t ply = game.moves.size() + 1;
    const auto move = parse_move(answer);
    if (!move) {
        return program.failure(
            fmt::format("answered {} at ply {}, which is no move", in_quotes(answer), ply));
    }
    const Bitboard legal = legal_moves(game.final_diagram().position);
    if (move->is_pass() ? legal != 0 : (legal & bit(move->square())) == 0) {
        return program.fault(
            Fault::illegal,
            fmt::format("answered {} at ply {}, which is illegal: the legal moves are {}",
                        to_string(*move), ply, list_squares(legal)));
    }
    return *move;
}

}  // namespace emilia
