#include "protocol/gtp_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "board/rules.h"
#include "game/files.h"
#include "game/sgf.h"
#include "util/elapsed.h"
#include "util/text.h"

namespace emilia {

namespace {

using Now = std::chrono::steady_clock;

constexpr std::size_t kMaxId = 20;       // digits
constexpr double kMaxSeconds = 1e9;      // of any clock
constexpr long long kMaxMoves = 10'000;  // in a period of overtime
constexpr int kAnalysedMoves = 5;        // by players that value several
constexpr const char* kResigns = "resign";

Error syntax_error() {
    return Error{"syntax error"};
}

std::optional<Color> parse_color(std::string_view text) {
    const std::string word = lower_case(text);
    if (word == "b" || word == "black") return Color::black;
    if (word == "w" || word == "white") return Color::white;
    return std::nullopt;
}

std::optional<Move> parse_vertex(std::string_view text) {
    if (const auto square = parse_square(text)) return Move(*square);
    if (lower_case(text) == "pass") return Move::pass();
    return std::nullopt;
}

bool is_id(std::string_view word) {
    return !word.empty() && word.size() <= kMaxId &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A line without its comment and control characters, with blanks for tabs.
std::string cleaned(std::string_view line) {
    std::string text;
    for (const char c : line.substr(0, line.find('#'))) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\t') {
            text += ' ';
        } else if (code >= 32 && code != 127) {
            text += c;
        }
    }
    return text;
}

// The same without empty lines, which would end an answer.
std::string without_empty_lines(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!trimmed(line).empty()) {
            if (!out.empty()) out += '\n';
            out += line;
        }
        begin = end + 1;
    }
    return out;
}

char symbol_of(const Diagram& diagram, Square square) {
    if ((diagram.black() & bit(square)) != 0) return 'X';
    return (diagram.white() & bit(square)) != 0 ? 'O' : '.';
}

std::string row_text(const Diagram& diagram, int row) {
    std::string text;
    for (int column = 0; column < 8; ++column) {
        if (column > 0) text += ' ';
        text += symbol_of(diagram, square_at(column, row));
    }
    return text;
}

// "B+12", "W+4" or "0".
std::optional<std::string> score_text(const Diagram& diagram) {
    const auto result = black_result(diagram);
    if (!result) return std::nullopt;
    const int discs = result->value();
    if (discs == 0) return "0";
    return fmt::format("{}+{}", discs > 0 ? 'B' : 'W', std::abs(discs));
}

// Seconds that a client may give.
std::optional<double> parse_seconds(std::string_view text) {
    const auto number = parse_decimal(text);
    if (!number || *number < 0 || *number > kMaxSeconds) return std::nullopt;
    return number;
}

std::optional<int> parse_moves(std::string_view text) {
    const auto number = parse_integer(text);
    if (!number || *number < 0 || *number > kMaxMoves) return std::nullopt;
    return static_cast<int>(*number);
}

// "info move f5 visits 1200 depth 8 score 2.00 order 0 pv f5 d6".
std::string info_text(Move move, std::uint64_t nodes, int depth, const std::optional<Value>& value,
                      const std::vector<Move>& line, std::size_t order) {
    std::string text =
        fmt::format("info move {} visits {} depth {}", to_string(move), nodes, depth);
    if (value) {
        const bool is_final = value->unit == Value::Unit::final_score;
        const bool is_points = value->unit == Value::Unit::points;
        // Only of a finished game it is known how likely a win is.
        if (is_final) {
            text += fmt::format(" winrate {}", value->amount > 0   ? 10000
                                               : value->amount < 0 ? 0
                                                                   : 5000);
        }
        text += fmt::format(" {} {:.2f}", is_points ? "points" : "score", value->amount);
    }
    text += fmt::format(" order {} pv", order);
    if (line.empty()) text += " " + to_string(move);
    for (const Move each : line) text += " " + to_string(each);
    return text;
}

}  // namespace

GtpSession::GtpSession(const PlayerRegistry& registry, const PlayerSpec& spec, Settings settings,
                       Output output)
    : registry_(registry),
      spec_(spec),
      player_(registry.make(spec)),
      settings_(std::move(settings)),
      output_(std::move(output)) {}

const std::vector<GtpSession::Command>& GtpSession::commands() {
    static const std::vector<Command> all = {
        {"analyze", &GtpSession::analyze},
        {"boardsize", &GtpSession::boardsize},
        {"clear_board", &GtpSession::clear_board},
        {"cputime", &GtpSession::cputime},
        {"final_score", &GtpSession::final_score},
        {"genmove", &GtpSession::genmove},
        {"gogui-play_sequence", &GtpSession::play_sequence},
        {"gogui-rules_board", &GtpSession::rules_board},
        {"gogui-rules_board_size", &GtpSession::rules_board_size},
        {"gogui-rules_final_result", &GtpSession::rules_final_result},
        {"gogui-rules_game_id", &GtpSession::list_games},
        {"gogui-rules_legal_moves", &GtpSession::rules_legal_moves},
        {"gogui-rules_side_to_move", &GtpSession::rules_side_to_move},
        {"known_command", &GtpSession::known_command},
        {"komi", &GtpSession::komi},
        {"list_commands", &GtpSession::list_commands},
        {"list_games", &GtpSession::list_games},
        {"loadsgf", &GtpSession::loadsgf},
        {"name", &GtpSession::name},
        {"play", &GtpSession::play},
        {"printsgf", &GtpSession::printsgf},
        {"protocol_version", &GtpSession::protocol_version},
        {"quit", &GtpSession::quit},
        {"reg_genmove", &GtpSession::reg_genmove},
        {"set_game", &GtpSession::set_game},
        {"showboard", &GtpSession::showboard},
        {"stop", &GtpSession::stop},
        {"time_left", &GtpSession::time_left},
        {"time_settings", &GtpSession::time_settings},
        {"undo", &GtpSession::undo},
        {"version", &GtpSession::version},
    };
    return all;
}

const GtpSession::Command* GtpSession::find(std::string_view name) {
    for (const Command& command : commands()) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

void GtpSession::arrived(std::string_view line) {
    const std::string text = cleaned(line);
    std::vector<std::string_view> words = split_words(text);
    if (!words.empty() && is_id(words.front())) words.erase(words.begin());
    if (!words.empty() && (words.front() == "quit" || words.front() == "stop")) ++urgent_;
}

bool GtpSession::obey(std::string_view line) {
    const std::string text = cleaned(line);
    Words words = split_words(text);
    if (words.empty()) return true;
    id_.clear();
    streamed_ = false;
    has_moved_ = false;
    player_->end_waiting();
    if (is_id(words.front())) {
        id_ = words.front();
        words.erase(words.begin());
    }
    const Command* const command = words.empty() ? nullptr : find(words.front());
    Result<std::string> answer = Error{"unknown command"};
    if (command != nullptr) {
        words.erase(words.begin());
        answer = (this->*command->handler)(words);
    }
    if (streamed_) {
        output_("\n");
    } else {
        const std::string said = answer ? *answer : without_empty_lines(answer.error().message);
        const bool alone = said.empty() || said.front() == '\n';
        output_(fmt::format("{}{}{}{}\n\n", answer ? '=' : '?', id_, alone ? "" : " ", said));
    }
    if (has_moved_ && !is_over(game_.diagram().position)) player_->begin_waiting(game_.record());
    return !over_;
}

Result<std::string> GtpSession::protocol_version(const Words&) {
    return std::string("2");
}

Result<std::string> GtpSession::name(const Words&) {
    return std::string("Emilia");
}

Result<std::string> GtpSession::version(const Words&) {
    return fmt::format("{} {}", settings_.version, registry_.to_string(spec_));
}

Result<std::string> GtpSession::known_command(const Words& words) {
    if (words.size() != 1) return syntax_error();
    return std::string(find(words[0]) != nullptr ? "true" : "false");
}

Result<std::string> GtpSession::list_commands(const Words&) {
    std::string list;
    for (const Command& command : commands()) {
        if (!list.empty()) list += '\n';
        list += command.name;
    }
    return list;
}

Result<std::string> GtpSession::quit(const Words&) {
    over_ = true;
    return std::string();
}

// It has done its work when it was announced.
Result<std::string> GtpSession::stop(const Words&) {
    return std::string();
}

Result<std::string> GtpSession::boardsize(const Words& words) {
    const auto size = words.size() == 1 ? parse_integer(words[0]) : std::nullopt;
    if (!size) return syntax_error();
    if (*size != 8) return Error{"unacceptable size"};
    return clear_board({});
}

Result<std::string> GtpSession::clear_board(const Words&) {
    game_.clear();
    clock_.reset();
    return std::string();
}

Result<std::string> GtpSession::komi(const Words& words) {
    if (words.size() != 1 || !parse_decimal(words[0])) return syntax_error();
    return std::string();
}

Result<std::string> GtpSession::play(const Words& words) {
    if (words.size() != 2) return syntax_error();
    const auto color = parse_color(words[0]);
    const auto move = parse_vertex(words[1]);
    if (!color || !move) return syntax_error();
    if (!game_.play(*color, *move)) return Error{"illegal move"};
    return std::string();
}

Result<std::string> GtpSession::play_sequence(const Words& words) {
    if (words.size() % 2 != 0) return syntax_error();
    GtpGame before = game_;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const auto played = play({words[i], words[i + 1]});
        if (played) continue;
        game_ = std::move(before);
        return Error{fmt::format("{} {} {}", played.error().message, words[i], words[i + 1])};
    }
    return std::string();
}

Result<std::optional<Move>> GtpSession::choose(const GameRecord& game, Color color) {
    const Position position = game.final_diagram().position;
    if (must_pass(position)) return std::optional(Move::pass());
    Limits limits;
    const std::uint64_t urgent = urgent_;
    limits.stopped = [this, urgent] { return urgent_ != urgent; };
    clock_.limit(color, limits);
    const auto choice = player_->choose(game, limits);
    if (!choice && player_->fault() == Fault::resignation) return std::optional<Move>();
    if (!choice) return choice.error();
    if (choice->move.is_pass() || flips(position, choice->move.square()) == 0) {
        return Error{
            fmt::format("the player's move {} is not legal here", to_string(choice->move))};
    }
    return std::optional(choice->move);
}

Result<std::string> GtpSession::genmove(const Words& words) {
    const auto color = words.size() == 1 ? parse_color(words[0]) : std::nullopt;
    if (!color) return syntax_error();
    const auto game = game_.with_turn_of(*color);
    if (!game) {
        game_.pass_out_of_turn();
        return std::string("pass");
    }
    const auto start = Now::now();
    const auto move = choose(*game, *color);
    if (!move) return move.error();
    clock_.spend(*color, seconds_since(start));
    if (!*move) return std::string(kResigns);
    const auto played = game_.play(*color, **move);
    if (!played) return played.error();
    has_moved_ = true;
    return to_string(**move);
}

Result<std::string> GtpSession::reg_genmove(const Words& words) {
    const auto color = words.size() == 1 ? parse_color(words[0]) : std::nullopt;
    if (!color) return syntax_error();
    const auto game = game_.with_turn_of(*color);
    if (!game) return std::string("pass");
    const auto move = choose(*game, *color);
    if (!move) return move.error();
    return *move ? to_string(**move) : kResigns;
}

Result<std::string> GtpSession::undo(const Words&) {
    if (!game_.undo()) return Error{"cannot undo"};
    return std::string();
}

Result<std::string> GtpSession::showboard(const Words&) {
    const Diagram& diagram = game_.diagram();
    constexpr std::string_view kLetters = "  a b c d e f g h";
    std::string text = fmt::format("\n{}\n", kLetters);
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("{0} {1} {0}\n", row + 1, row_text(diagram, row));
    }
    text += fmt::format("{}\nX black {}, O white {}, ", kLetters, popcount(diagram.black()),
                        popcount(diagram.white()));
    const auto score = score_text(diagram);
    return text + (score ? "the game is over: " + *score
                         : fmt::format("{} to move", name_of(diagram.to_move)));
}

Result<std::string> GtpSession::final_score(const Words&) {
    const auto score = score_text(game_.diagram());
    if (!score) return Error{"cannot score"};
    return *score;
}

Result<std::string> GtpSession::time_settings(const Words& words) {
    if (words.size() != 3) return syntax_error();
    const auto main = parse_seconds(words[0]);
    const auto period = parse_seconds(words[1]);
    const auto moves = parse_moves(words[2]);
    if (!main || !period || !moves) return syntax_error();
    clock_.set(*main, *period, *moves);
    return std::string();
}

Result<std::string> GtpSession::time_left(const Words& words) {
    if (words.size() != 3) return syntax_error();
    const auto color = parse_color(words[0]);
    const auto seconds = parse_seconds(words[1]);
    const auto moves = parse_moves(words[2]);
    if (!color || !seconds || !moves) return syntax_error();
    clock_.set_left(*color, *seconds, *moves);
    return std::string();
}

Result<std::string> GtpSession::loadsgf(const Words& words) {
    if (words.empty() || words.size() > 2) return syntax_error();
    const auto number = words.size() == 2 ? parse_integer(words[1]) : std::nullopt;
    if (words.size() == 2 && (!number || *number < 1)) return syntax_error();
    const std::string path(words[0]);
    std::error_code ignored;
    // What never ends, a device or a pipe, must not be read.
    if (!settings_.reads_files || !std::filesystem::is_regular_file(path, ignored)) {
        return Error{fmt::format("cannot load file: {} is not a file", in_quotes(path))};
    }
    const auto read = read_game_file(path, Format::sgf);
    if (!read) return Error{"cannot load file: " + read.error().message};
    if (read->games.empty()) {
        const auto issues = sentences(read->bad);
        return Error{fmt::format("cannot load file: {}: {}", path,
                                 issues.empty() ? "no game in it" : issues.front())};
    }
    const GameRecord& game = read->games.front();
    // With a number: the position before that move.
    const std::size_t plies =
        number ? std::min(static_cast<std::size_t>(*number - 1), game.moves.size())
               : game.moves.size();
    game_.adopt(game, plies);
    clock_.reset();
    return std::string();
}

Result<std::string> GtpSession::printsgf(const Words& words) {
    if (!words.empty()) return syntax_error();
    GameRecord game = game_.record();
    if (const auto result = black_result(game_.diagram())) {
        game.result = result;
        game.ending = Ending::finished;
    }
    return without_empty_lines(write_sgf({game}));
}

Result<std::string> GtpSession::list_games(const Words&) {
    return std::string("Othello");
}

Result<std::string> GtpSession::set_game(const Words& words) {
    if (words.empty()) return syntax_error();
    if (words.size() > 1 || lower_case(words[0]) != "othello") return Error{"unsupported game"};
    return clear_board({});
}

Result<std::string> GtpSession::cputime(const Words&) {
    return fmt::format("{:.3f}", static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}

// GoGui has row 1 at the bottom.
Result<std::string> GtpSession::rules_board(const Words&) {
    std::string text;
    for (int row = 7; row >= 0; --row) {
        text += row_text(game_.diagram(), row);
        if (row > 0) text += '\n';
    }
    return text;
}

Result<std::string> GtpSession::rules_board_size(const Words&) {
    return std::string("8");
}

Result<std::string> GtpSession::rules_legal_moves(const Words&) {
    const Position position = game_.diagram().position;
    if (must_pass(position)) return std::string("pass");
    std::string text;
    for (const Square square : squares_of(legal_moves(position))) {
        text += (text.empty() ? "" : " ") + to_string(square);
    }
    return text;
}

Result<std::string> GtpSession::rules_side_to_move(const Words&) {
    return std::string(name_of(game_.diagram().to_move));
}

Result<std::string> GtpSession::rules_final_result(const Words&) {
    const auto result = black_result(game_.diagram());
    if (!result) return Error{"cannot score"};
    const int discs = result->value();
    if (discs == 0) return std::string("Draw");
    return fmt::format("{} wins by {}", discs > 0 ? "Black" : "White", std::abs(discs));
}

void GtpSession::show(const ValuedMoves& valued) {
    std::string text;
    for (std::size_t order = 0; order < valued.moves.size(); ++order) {
        const Valued& move = valued.moves[order];
        if (!text.empty()) text += ' ';
        text +=
            info_text(move.line.front(), valued.nodes, move.depth, move.value, move.line, order);
    }
    if (!text.empty()) output_(text + "\n");
}

void GtpSession::show(const Choice& choice) {
    output_(info_text(choice.move, choice.nodes, choice.depth, choice.value, choice.line, 0) +
            "\n");
}

Result<std::string> GtpSession::analyze(const Words& words) {
    Color color = game_.diagram().to_move;
    double interval = 0;  // seconds between two lines at least
    std::size_t next = 0;
    const auto word = [&] { return next < words.size() ? words[next] : std::string_view(); };
    if (const auto given = parse_color(word())) {
        color = *given;
        ++next;
    } else if (must_pass(game_.diagram().position)) {
        color = opposite(color);
    }
    if (word() == "interval") ++next;
    if (const auto centiseconds = parse_seconds(word())) {
        interval = *centiseconds / 100;
        ++next;
    }
    if (next != words.size() || (!words.empty() && words.back() == "interval")) {
        return syntax_error();
    }
    const auto game = game_.with_turn_of(color);
    if (!game) {
        return Error{is_over(game_.diagram().position)
                         ? std::string("the game is over")
                         : fmt::format("it is not {}'s turn", name_of(color))};
    }
    if (must_pass(game->final_diagram().position)) {
        return Error{fmt::format("{} has to pass", name_of(color))};
    }
    output_(fmt::format("={}\n", id_));
    streamed_ = true;
    Limits limits;
    limits.stopped = [this] { return something_waits(); };
    auto last = Now::now() - std::chrono::hours(1);
    const auto is_due = [&] {
        if (seconds_since(last) < interval) return false;
        last = Now::now();
        return true;
    };
    std::optional<Error> failure;
    if (player_->values_moves()) {
        // As deep as time allows, unless its own level asks for less.
        limits.depth = kSquares;
        const auto wanted = static_cast<std::size_t>(
            std::min(kAnalysedMoves, popcount(legal_moves(game->final_diagram().position))));
        const auto valued = player_->value_moves(
            *game, limits, kAnalysedMoves, [&](const ValuedMoves& so_far, std::size_t newest) {
                // When all have been looked at again.
                if (newest + 1 == wanted && is_due()) show(so_far);
            });
        if (valued) {
            show(*valued);
        } else {
            failure = valued.error();
        }
    } else {
        limits.progress = [&](const Choice& choice) {
            if (is_due()) show(choice);
        };
        const auto choice = player_->choose(*game, limits);
        if (choice) {
            show(*choice);
        } else {
            failure = choice.error();
        }
    }
    if (failure) output_(fmt::format("error {}\n", without_empty_lines(failure->message)));
    // An analysis goes on until something else is asked, also where there is no more to find out.
    wait_for_something();
    return std::string();
}

}  // namespace emilia
