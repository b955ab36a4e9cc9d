#include "player/nboard_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "game/ggf.h"
#include "game/reading.h"
#include "util/text.h"

namespace emilia {

namespace {

// For a program that insists on being told one; what NBoard starts with.
constexpr int kUsualDepth = 12;

// The clock that fits the limits best, as the protocol has it: minutes and whole seconds.
std::string clock_text(const Limits& limits, int empties) {
    double seconds = 0;
    if (limits.clock) {
        // Increments are left out: programs add one for every move of the game so far.
        seconds = limits.clock->left;
    }
    if (limits.seconds) {
        // There is no time for a move; it becomes an even share of the clock.
        const double share = *limits.seconds * std::max(1, (empties + 1) / 2);
        seconds = limits.clock ? std::min(seconds, share) : share;
    }
    const auto whole = static_cast<long long>(std::clamp(std::floor(seconds), 1.0, 1e6));
    return fmt::format("{:02}:{:02}", whole / 60, whole % 60);
}

// The number at the front of a text, and what follows it.
std::optional<int> leading_number(std::string_view& text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = parse_integer(text.substr(0, digits));
    if (!number || *number > 1000) return std::nullopt;
    text.remove_prefix(digits);
    return static_cast<int>(*number);
}

// The moves of "F5D6" or "F5-D6", as far as they are legal.
std::vector<Move> legal_line(std::string_view text, Position position) {
    std::vector<Move> line;
    while (text.size() >= 2) {
        const auto move = parse_move(text.substr(0, 2));
        const bool legal =
            move && (move->is_pass() ? must_pass(position) : flips(position, move->square()) != 0);
        if (!legal) break;
        line.push_back(*move);
        position = play(position, *move);
        text.remove_prefix(2);
        if (text.starts_with('-')) text.remove_prefix(1);
    }
    return line;
}

}  // namespace

std::optional<Choice> read_nboard_search(std::string_view line, const Position& position) {
    const auto words = split_words(line);
    if (words.size() < 5 || words[0] != "search") return std::nullopt;
    std::vector<Move> moves = legal_line(words[1], position);
    const auto value = parse_decimal(words[2]);
    std::string_view rest = words[4];
    const auto depth = leading_number(rest);
    if (moves.empty() || !value || !depth) return std::nullopt;
    // A percentage, of certainty, stands for a search to the end of the game.
    const bool to_the_end = rest.starts_with('%');
    const bool exact = to_the_end && *depth == 100 && rest == "%";
    Choice choice{moves.front()};
    choice.value = Value{*value, exact ? Value::Unit::final_score : Value::Unit::discs};
    choice.depth = to_the_end ? position.empties() : *depth;
    choice.line = std::move(moves);
    return choice;
}

Result<Done> NBoardPlayer::start(const Limits& limits) {
    depth_.reset();
    is_limited_ = false;
    const auto started = program_.start();
    if (!started) return started.error();
    for (const std::string_view line : {"nboard 2", "set contempt 0"}) {
        const auto sent = program_.send(line, patience_to_answer(limits));
        if (!sent) return sent.error();
    }
    return Done{};
}

Result<Done> NBoardPlayer::set_depth(int depth, const Limits& limits) {
    if (depth_ == depth) return Done{};
    depth_ = depth;
    return program_.send(fmt::format("set depth {}", depth), patience_to_answer(limits));
}

Result<Done> NBoardPlayer::bring_over(const GameRecord& game, const Limits& limits) {
    // The times of the moves stay out: the clock is as it is now.
    GameRecord plain;
    plain.start = game.start;
    for (const PlayedMove& played : game.moves) plain.moves.push_back({played.move});
    if (limits.clock || limits.seconds) {
        const std::string clock = clock_text(limits, game.final_diagram().position.empties());
        for (PlayerInfo& player : plain.players) player.clock = clock;
    }
    const auto patience = patience_to_answer(limits);
    const auto set = program_.send("set game " + to_ggf(plain), patience);
    if (!set) return set.error();
    // What comes before the pong still belongs to what was asked before.
    const std::string number = fmt::to_string(++pings_);
    const auto pinged = program_.send("ping " + number, patience);
    if (!pinged) return pinged.error();
    for (;;) {
        const auto line = program_.read_line(fmt::format("pong {}", number), patience);
        if (!line) return line.error();
        const auto words = split_words(*line);
        if (words.size() == 2 && words[0] == "pong" && words[1] == number) return Done{};
    }
}

Result<Choice> NBoardPlayer::go(const GameRecord& game, const Limits& limits) {
    const Position position = game.final_diagram().position;
    const auto patience = patience_to_think(limits);
    auto sent = program_.send("go", patience);
    if (!sent) return sent.error();
    std::optional<Choice> known;
    std::uint64_t nodes = 0;
    for (;;) {
        const auto line = program_.read_line("move", patience);
        if (!line) return line.error();
        std::string fields = *line;
        // Both "F5/1.20/0.5" and "f5 1.20 0.5" are in use; an empty field is a nought.
        const bool is_move = line->starts_with("===");
        if (is_move) std::replace(fields.begin(), fields.end(), '/', ' ');
        const auto words = split_words(fields);
        if (is_move) {
            const auto move = legal_answer(program_, words.size() > 1 ? words[1] : "", game);
            if (!move) return move.error();
            Choice choice{*move};
            if (known && known->move == *move) choice = *known;
            const bool has_value = line->find("//") == line->npos && words.size() > 2;
            const auto value = has_value ? parse_decimal(words[2]) : std::nullopt;
            if (value && !choice.value) choice.value = Value{*value, Value::Unit::discs};
            choice.nodes = nodes;
            return choice;
        }
        if (words.size() >= 2 && words[0] == "nodestats") {
            const auto count = parse_integer(words[1]);
            if (count && *count > 0) nodes = static_cast<std::uint64_t>(*count);
        } else if (auto found = read_nboard_search(*line, position)) {
            known = std::move(found);
            known->nodes = nodes;
            if (limits.progress) limits.progress(*known);
        } else if (!words.empty() && words[0] == "warning" && !depth_ &&
                   line->find("set depth") != line->npos) {
            sent = set_depth(kUsualDepth, limits);
            if (sent) sent = program_.send("go", patience);
            if (!sent) return sent.error();
        }
    }
}

Result<Choice> NBoardPlayer::choose(const GameRecord& game, const Limits& limits) {
    if (limits.nodes) {
        return program_.refusal(
            "cannot be given a number of nodes by this protocol; its command line may have an "
            "option for it");
    }
    if (must_pass(game.final_diagram().position)) return Choice{Move::pass()};

    // A depth cannot be taken back.
    if (!limits.depth && is_limited_) program_.finish();
    if (!program_.is_running()) {
        const auto started = start(limits);
        if (!started) return started.error();
    }
    if (limits.depth) {
        is_limited_ = true;
        const auto set = set_depth(*limits.depth, limits);
        if (!set) return set.error();
    }
    const auto brought = bring_over(game, limits);
    if (!brought) return brought.error();
    return go(game, limits);
}

}  // namespace emilia
