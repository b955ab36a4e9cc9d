#include "protocol/nboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "board/rules.h"
#include "game/files.h"
#include "game/ggf.h"
#include "util/elapsed.h"
#include "util/text.h"

namespace emilia {

namespace {

using Now = std::chrono::steady_clock;

constexpr int kMaxDepth = 60;
constexpr std::size_t kMaxPing = 20;  // digits

// The first word, and what stands behind it.
std::pair<std::string_view, std::string_view> first_word(std::string_view text) {
    text = trimmed(text);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    return {text.substr(0, end), trimmed(text.substr(end))};
}

// "F5", or "PA".
std::string move_text(Move move) {
    if (move.is_pass()) return "PA";
    std::string text = to_string(move);
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

// No exponent, and no minus before a zero.
std::string number_text(double amount) {
    const double rounded = std::round(std::clamp(amount, -1e9, 1e9) * 100) / 100;
    return fmt::format("{:.2f}", rounded == 0 ? 0.0 : rounded);
}

// Other characters are '?', each of them once.
std::string ascii(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) plain += c;
        if (byte >= 0xc0) plain += '?';
    }
    return plain;
}

// What NBoard shows as the depth: 100% is an exact score.
std::string depth_text(const Value& value, int depth) {
    return value.unit == Value::Unit::final_score ? "100%" : fmt::to_string(depth);
}

Valued valued(const Choice& choice) {
    Valued result{choice.line, choice.value.value_or(Value{}), choice.depth};
    if (result.line.empty()) result.line.push_back(choice.move);
    return result;
}

// What is left of a player's time, of a clock such as "05:00/00:05/02:00": minutes for the game,
// added for each move, of grace. Nothing where the game has no clock.
std::optional<Clock> clock_of(const GameRecord& game, Color color) {
    const std::string& text = game.player(color).clock;
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto main = parse_duration(trimmed(std::string_view(text).substr(0, slash)));
    if (!main) return std::nullopt;
    std::string_view rest = std::string_view(text).substr(std::min(slash + 1, text.size()));
    const auto added = parse_duration(trimmed(rest.substr(0, rest.find('/'))));
    const double increment = added.value_or(0);
    Clock clock{*main, increment};
    Color mover = game.start.to_move;
    for (const PlayedMove& played : game.moves) {
        if (mover == color) clock.left += increment - played.seconds.value_or(0);
        mover = opposite(mover);
    }
    clock.left = std::max(0.0, clock.left);
    return clock;
}

}  // namespace

NBoardSession::NBoardSession(const PlayerRegistry& registry, const PlayerSpec& spec, Output output,
                             int solved_empties)
    : registry_(registry),
      spec_(spec),
      own_depth_(spec.given.contains("depth") || spec.given.contains("level")),
      output_(std::move(output)),
      solved_empties_(solved_empties) {
    make_player();
}

void NBoardSession::make_player() {
    values_.reset();
    player_ = registry_.make(spec_);
    values_ = std::make_unique<MoveValues>(*player_, solved_empties_);
}

void NBoardSession::arrived(std::string_view line) {
    const std::string_view command = first_word(line).first;
    if (command == "ping") ++pings_;
    if (command == "quit") ++quits_;
}

bool NBoardSession::obey(std::string_view line) {
    player_->end_waiting();
    const bool goes_on = do_as_told(line);
    // The client has made the move it was told: others are to move.
    if (after_go_ && after_go_->moves.size() == game_.plies()) {
        const bool made = after_go_->moves.back().move == game_.record().moves.back().move;
        after_go_.reset();
        if (made && goes_on && !is_over(game_.diagram().position)) {
            player_->begin_waiting(game_.record());
        }
    }
    return goes_on;
}

bool NBoardSession::do_as_told(std::string_view line) {
    const auto [command, rest] = first_word(line);
    if (command == "quit") return false;
    if (command == "nboard") {
        say_name();
    } else if (command == "set") {
        set(rest);
    } else if (command == "move") {
        move(rest);
    } else if (command == "hint") {
        hint(rest);
    } else if (command == "go") {
        go();
    } else if (command == "ping") {
        if (pings_ > 0) --pings_;
        const auto [number, behind] = first_word(rest);
        if (number.size() <= kMaxPing && parse_integer(number) && behind.empty()) {
            say(fmt::format("pong {}", number));
        }
    } else if (command == "learn") {
        say("learned");
        // NBoard clears its status when it reads that, and shows the one that comes behind it.
        complain("The game is not kept: Emilia has no book");
    } else if (command == "analyze") {
        analyze();
    }
    return true;
}

void NBoardSession::say(std::string_view line) {
    // NBoard gives up an engine that says anything but Latin letters.
    output_(fmt::format("{}\n", ascii(line)));
}

void NBoardSession::say_name() {
    // A name is one word.
    const std::string player = registry_.to_string(spec_);
    constexpr std::string_view kItself = "emilia";
    std::string name =
        "Emilia" + (spec_.name == kItself ? player.substr(kItself.size()) : ":" + player);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '\t'; }, '_');
    say("set myname " + name);
}

void NBoardSession::say_nodes(std::uint64_t nodes, double seconds) {
    say(fmt::format("nodestats {} {}", nodes, number_text(seconds)));
}

void NBoardSession::say_search(const Valued& valued) {
    std::string line;
    for (const Move each : valued.line) line += move_text(each);
    // The last field is free: points are the player's own measure, not discs.
    say(fmt::format("search {} {} 0 {}{}", line, number_text(valued.value.amount),
                    depth_text(valued.value, valued.depth),
                    valued.value.unit == Value::Unit::points ? " points" : ""));
}

void NBoardSession::complain(std::string_view sentence) {
    std::string text(sentence);
    std::replace(text.begin(), text.end(), '\n', ' ');
    say("status " + printable(text));
}

Limits NBoardSession::limits() const {
    Limits limits;
    const bool black = game_.diagram().to_move == Color::black;
    limits.draw = black ? draw_to_black_ : -draw_to_black_;
    limits.depth = depth_;
    limits.stopped = stop_from_now();
    return limits;
}

std::function<bool()> NBoardSession::stop_from_now() const {
    return [this, quits = quits_.load()] { return pings_ > 0 || quits_ != quits; };
}

void NBoardSession::set(std::string_view rest) {
    const auto [what, value] = first_word(rest);
    if (what == "depth") set_depth(value);
    if (what == "game") set_game(value);
    if (what == "contempt") set_contempt(value);
}

void NBoardSession::set_contempt(std::string_view text) {
    // NBoard sends 100, 0 and -100: more than any game is won by.
    constexpr double kMost = 100;
    const auto discs = parse_decimal(text);
    if (!discs || !std::isfinite(*discs)) return;
    draw_to_black_ = static_cast<int>(std::lround(std::clamp(*discs, -kMost, kMost)));
}

void NBoardSession::set_depth(std::string_view text) {
    const auto depth = parse_integer(text);
    if (!depth || *depth < 1) return;
    const long long most = std::min<long long>(*depth, kMaxDepth);
    const PlayerOption* const option = registry_.find(spec_.name)->reach();
    const bool is_level = option != nullptr && option->name == "level" && !own_depth_;
    // A level is more than a depth: it says from where on the end is solved, too.
    depth_ = is_level ? std::nullopt : std::optional(static_cast<int>(most));
    if (option != nullptr && !own_depth_) {
        spec_.given[option->name] = std::clamp(most, option->minimum, option->maximum);
        make_player();
    }
    say_name();
}

void NBoardSession::set_game(std::string_view ggf) {
    const GamesRead read = read_ggf(ggf);
    if (read.games.empty()) {
        const auto issues = sentences(read.bad);
        complain("The game cannot be read: " +
                 (issues.empty() ? std::string("there is none") : issues.front()));
        return;
    }
    const GameRecord& game = read.games.front();
    game_ = GameBuilder(game.start);
    for (const PlayedMove& played : game.moves) {
        // Moves of a record are legal.
        (void)game_.add(played);
    }
    game_.record().players = game.players;
}

void NBoardSession::move(std::string_view text) {
    const std::size_t first = std::min(text.find('/'), text.size());
    const auto chosen = parse_move(trimmed(text.substr(0, first)));
    if (!chosen) {
        complain(fmt::format("{} is no move", in_quotes(text)));
        return;
    }
    PlayedMove played{*chosen};
    std::string_view rest = text.substr(std::min(first + 1, text.size()));
    const std::size_t second = std::min(rest.find('/'), rest.size());
    played.evaluation = parse_decimal(trimmed(rest.substr(0, second)));
    rest.remove_prefix(std::min(second + 1, rest.size()));
    played.seconds = parse_decimal(trimmed(rest));
    const auto added = game_.add(std::move(played));
    if (!added) complain(added.error().message);
}

void NBoardSession::hint(std::string_view text) {
    const auto number = text.empty() ? std::optional<long long>(1) : parse_integer(text);
    if (!number || *number < 1) return;
    const Position position = game_.diagram().position;
    if (is_over(position)) {
        complain("The game is over");
        return;
    }
    say("status Thinking");
    const auto wanted = std::min<long long>(*number, kSquares);
    const auto start = Now::now();
    Limits limits = this->limits();
    GameRecord game = game_.record();
    const bool passes = must_pass(position);
    if (passes) {
        game.moves.push_back({Move::pass()});
        limits.draw = -limits.draw;
    }
    const auto turned = [&](Valued valued) {
        if (!passes) return valued;
        valued.line.insert(valued.line.begin(), Move::pass());
        valued.value.amount = -valued.value.amount;
        ++valued.depth;
        return valued;
    };

    const std::uint64_t nodes_before = values_->nodes();
    bool found_any = false;
    std::optional<Error> failure;
    // A pass is the one move there is: its value is that of the best answer.
    const int most = passes ? 1 : static_cast<int>(wanted);
    const auto all = values_->of_moves(game, limits, most, [&](const Valued& valued) {
        found_any = true;
        if (!passes) say_search(valued);
    });
    if (!all) {
        failure = all.error();
    } else if (passes && !all->empty()) {
        say_search(turned(all->front()));
    } else if (all->empty() && !found_any && !limits.stopped()) {
        // It says no values: then at least what it would play.
        const auto choice = player_->choose(game, limits);
        if (choice) {
            say_search(turned(valued(*choice)));
        } else {
            failure = choice.error();
        }
    }
    say_nodes(values_->nodes() - nodes_before, seconds_since(start));
    if (failure) {
        complain(failure->message);
    } else {
        say("status");
    }
}

void NBoardSession::go() {
    const Diagram diagram = game_.diagram();
    if (is_over(diagram.position)) {
        complain("The game is over");
        return;
    }
    if (must_pass(diagram.position)) {
        say("=== PA");
        return;
    }
    say("status Thinking");
    const auto start = Now::now();
    Limits limits = this->limits();
    limits.clock = clock_of(game_.record(), diagram.to_move);
    limits.progress = [&](const Choice& choice) {
        if (!choice.value) return;
        say_search(valued(choice));
        say_nodes(choice.nodes, seconds_since(start));
    };
    const auto choice = player_->choose(game_.record(), limits);
    // Whoever pings does not wait for the move any more.
    if (limits.stopped()) {
        say("status");
        return;
    }
    if (!choice) {
        complain(choice.error().message);
        return;
    }
    if (choice->move.is_pass() || flips(diagram.position, choice->move.square()) == 0) {
        complain(fmt::format("The player's move {} is not legal", to_string(choice->move)));
        return;
    }
    const double seconds = seconds_since(start);
    say_nodes(choice->nodes, seconds);
    after_go_ = game_.record();
    after_go_->moves.push_back({choice->move});
    say(fmt::format("=== {}/{}/{}", move_text(choice->move),
                    choice->value ? number_text(choice->value->amount) : "", number_text(seconds)));
    say("status");
}

void NBoardSession::analyze() {
    say("status Analyzing");
    const auto start = Now::now();
    const Limits limits = this->limits();
    const std::uint64_t nodes_before = values_->nodes();
    GameRecord game = game_.record();
    // From the end, where values are certain.
    for (;;) {
        if (limits.stopped()) break;
        const auto value = values_->of_position(game, limits);
        if (!value) {
            complain(value.error().message);
            return;
        }
        if (*value) {
            // For black, whoever is to move.
            const bool black = game.final_diagram().to_move == Color::black;
            const double amount = (*value)->value.amount;
            say(fmt::format("analysis {} {}", game.moves.size(),
                            number_text(black ? amount : -amount)));
        }
        if (game.moves.empty()) break;
        game.moves.pop_back();
    }
    say_nodes(values_->nodes() - nodes_before, seconds_since(start));
    say("status");
}

}  // namespace emilia
