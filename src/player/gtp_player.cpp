#include "player/gtp_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/position_text.h"
#include "board/rules.h"
#include "util/text.h"

namespace emilia {

namespace {

// Programs may want whole seconds; none must read that there is no time, or no limit.
long long whole_seconds(double seconds) {
    return static_cast<long long>(std::clamp(std::floor(seconds), 1.0, 1e7));
}

}  // namespace

Result<GtpPlayer::Reply> GtpPlayer::ask(std::string_view command,
                                        const LineProcess::Patience& patience) {
    const auto sent = program_.send(command, patience);
    if (!sent) return sent.error();
    const std::string waiting_for = fmt::format("answer to {}", in_quotes(command));
    Reply reply;
    bool begun = false;
    for (;;) {
        const auto line = program_.read_line(waiting_for, patience);
        if (!line) return line.error();
        if (!begun) {
            // Anything else is not for us: a greeting, or what was left behind the last answer.
            if (!line->starts_with('=') && !line->starts_with('?')) continue;
            begun = true;
            reply.accepted = line->front() == '=';
            reply.text = trimmed(std::string_view(*line).substr(1));
        } else if (trimmed(*line).empty()) {
            return reply;
        } else {
            reply.text += '\n';
            reply.text += *line;
        }
    }
}

Result<std::string> GtpPlayer::demand(std::string_view command,
                                      const LineProcess::Patience& patience) {
    auto reply = ask(command, patience);
    if (!reply) return reply.error();
    if (!reply->accepted) {
        return program_.failure(
            fmt::format("refuses {}: {}", in_quotes(command), in_quotes(reply->text)));
    }
    return std::move(reply->text);
}

Result<Done> GtpPlayer::start(const Limits& limits) {
    start_.reset();
    time_settings_.clear();
    commands_.clear();
    const auto started = program_.start();
    if (!started) return started.error();
    const auto commands = ask("list_commands", patience_to_answer(limits));
    if (!commands) return commands.error();
    if (commands->accepted) {
        for (const std::string_view word : split_words(commands->text)) commands_.emplace(word);
    }
    const auto chosen = choose_game(limits);
    if (!chosen) return chosen.error();
    const auto size = demand("boardsize 8", patience_to_answer(limits));
    if (!size) return size.error();
    return Done{};
}

Result<Done> GtpPlayer::choose_game(const Limits& limits) {
    if (!knows("set_game")) return Done{};
    std::string name = "Othello";
    if (knows("list_games")) {
        const auto games = ask("list_games", patience_to_answer(limits));
        if (!games) return games.error();
        for (const std::string_view game : split_words(games->text)) {
            if (lower_case(game) == "othello") name = game;
        }
    }
    const auto set = demand("set_game " + name, patience_to_answer(limits));
    if (!set) return set.error();
    return Done{};
}

Result<Done> GtpPlayer::set_up(const Diagram& start, const Limits& limits) {
    const auto cleared = demand("clear_board", patience_to_answer(limits));
    if (!cleared) return cleared.error();
    moves_.clear();
    time_settings_.clear();
    start_ = Diagram{};
    if (start == Diagram{}) return Done{};
    // There is no standard command for a position. Not 'loadsgf': programs are known to take the
    // moves out of a file and leave its position unread.
    const auto command = std::find_if(commands_.begin(), commands_.end(), [](const auto& name) {
        return name.ends_with("setup_board");
    });
    if (command == commands_.end()) {
        return program_.refusal(
            "can play only from the start of a game: it lists no command ...setup_board");
    }
    const auto placed =
        demand(fmt::format("{} {}", *command, to_string(start)), patience_to_answer(limits));
    if (!placed) return placed.error();
    start_ = start;
    return Done{};
}

Result<Done> GtpPlayer::bring_over(const GameRecord& game, const Limits& limits) {
    const bool goes_on =
        start_ == game.start && moves_.size() <= game.moves.size() &&
        std::equal(moves_.begin(), moves_.end(), game.moves.begin(),
                   [](Move move, const PlayedMove& played) { return move == played.move; });
    if (!goes_on) {
        const auto set = set_up(game.start, limits);
        if (!set) return set.error();
    }
    while (moves_.size() < game.moves.size()) {
        const std::size_t done = moves_.size();
        const Move move = game.moves[done].move;
        const Color color = done % 2 == 0 ? game.start.to_move : opposite(game.start.to_move);
        if (!move.is_pass() || !passes_by_itself_) {
            const auto reply = ask(fmt::format("play {} {}", name_of(color), to_string(move)),
                                   patience_to_answer(limits));
            if (!reply) return reply.error();
            if (!reply->accepted && !move.is_pass()) {
                return program_.failure(fmt::format("refuses {} at ply {}: {}", to_string(move),
                                                    done + 1, in_quotes(reply->text)));
            }
            // A program may know itself that a player has to pass, and want to hear nothing of it.
            if (!reply->accepted) passes_by_itself_ = true;
        }
        moves_.push_back(move);
    }
    return Done{};
}

Result<Done> GtpPlayer::tell_time(Color color, const Limits& limits) {
    const bool per_move = limits.seconds && (!limits.clock || *limits.seconds < limits.clock->left);
    if (!per_move && !limits.clock) return Done{};
    const long long seconds = whole_seconds(per_move ? *limits.seconds : limits.clock->left);
    // The clock is main time, and nothing behind it. So much for each move is main time as well:
    // by the protocol that is nought, but Edax takes the main time for that of a move, and
    // time_left tells the others that it is over.
    std::string settings = per_move ? fmt::format("time_settings {0} {0} 1", seconds)
                                    : fmt::format("time_settings {} 0 0", seconds);
    const bool as_before = per_move ? settings == time_settings_ : time_settings_.ends_with(" 0 0");
    if (!as_before) {
        if (knows("time_settings")) {
            const auto reply = ask(settings, patience_to_answer(limits));
            if (!reply) return reply.error();
        }
        time_settings_ = std::move(settings);
    }
    if (knows("time_left")) {
        const auto reply =
            ask(fmt::format("time_left {} {} {}", name_of(color), seconds, per_move ? 1 : 0),
                patience_to_answer(limits));
        if (!reply) return reply.error();
    }
    return Done{};
}

Result<Choice> GtpPlayer::choose(const GameRecord& game, const Limits& limits) {
    if (limits.depth || limits.nodes) {
        return program_.refusal(
            fmt::format("cannot be given a number of {} by this protocol; its command line may "
                        "have an option for it",
                        limits.depth ? "plies" : "nodes"));
    }
    const Diagram diagram = game.final_diagram();
    if (must_pass(diagram.position)) return Choice{Move::pass()};

    // What it was told of time cannot be taken back.
    if (!limits.clock && !limits.seconds && !time_settings_.empty()) program_.finish();
    if (!program_.is_running()) {
        const auto started = start(limits);
        if (!started) return started.error();
    }
    const auto brought = bring_over(game, limits);
    if (!brought) return brought.error();
    const auto told = tell_time(diagram.to_move, limits);
    if (!told) return told.error();
    const auto answer =
        demand(fmt::format("genmove {}", name_of(diagram.to_move)), patience_to_think(limits));
    if (!answer) return answer.error();
    const std::string word = lower_case(*answer);
    if (word == "resign") {
        return program_.fault(Fault::resignation,
                              fmt::format("resigns at ply {}", game.moves.size() + 1));
    }
    const auto move = legal_answer(program_, *answer, game);
    if (!move) return move.error();
    moves_.push_back(*move);
    return Choice{*move};
}

}  // namespace emilia
