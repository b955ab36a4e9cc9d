#include "cli/play/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "board/rules.h"
#include "cli/play/sentences.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

constexpr Color kColors[] = {Color::black, Color::white};

enum class Argument { none, file, player, number };

struct Command {
    std::string name;
    std::string argument;  // as it is shown; empty if it takes none
    std::string summary;   // one line, no full stop
    Argument kind;
    std::function<void(PlaySession&, const std::string&)> run;
};

// The one who plays against the person, or against the person to move.
std::optional<Color> opponent_color(const PlaySession& session) {
    if (session.count_programs() == 2) return std::nullopt;
    if (session.count_programs() == 0) return opposite(session.diagram().to_move);
    return session.program(Color::black) ? Color::black : Color::white;
}

void seat(PlaySession& session, Color color, const std::string& text) {
    if (text == "human" || text == "me" || text == "person") {
        session.seat_player(color, std::nullopt);
        return;
    }
    const auto spec = session.registry().parse(text);
    if (spec) {
        session.seat_player(color, *spec);
    } else {
        session.complain(as_sentence(spec.error()));
    }
}

void say_players(PlaySession& session) {
    for (const Color color : kColors) {
        session.say(
            fmt::format("{} is {}.", capitalized(name_of(color)), session.name_of_player(color)));
    }
    session.say(fmt::format("The programs: {}.", fmt::join(session.registry().names(), ", ")));
}

void run_seat(PlaySession& session, Color color, const std::string& argument) {
    if (argument.empty()) {
        say_players(session);
    } else {
        seat(session, color, argument);
    }
}

void run_opponent(PlaySession& session, const std::string& argument) {
    const std::optional<Color> color = opponent_color(session);
    if (argument.empty()) {
        say_players(session);
    } else if (color) {
        seat(session, *color, argument);
    } else {
        session.complain("Two programs play: 'black' and 'white' change them.");
    }
}

void run_level(PlaySession& session, const std::string& argument) {
    if (argument.empty()) {
        session.complain("Which level? 'level 4' looks four plies ahead.");
    } else {
        session.set_level(argument);
    }
}

void run_moves(PlaySession& session) {
    const Position position = session.diagram().position;
    if (session.over()) {
        session.say("The game is over: there are no moves.");
        return;
    }
    std::string text;
    for (const Square square : squares_of(legal_moves(position))) {
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", to_string(square),
                            popcount(flips(position, square)));
    }
    session.say(fmt::format("Legal moves, with the discs they turn over: {}.", text));
}

void run_file(PlaySession& session, const std::string& command, const std::string& path,
              void (PlaySession::*run)(const std::string&)) {
    if (path.empty()) {
        session.complain(fmt::format("Which file? '{0} FILE', such as '{0} game.sgf'.", command));
    } else {
        (session.*run)(path);
    }
}

void run_help(PlaySession& session) {
    for (const CommandHelp& line : command_help()) {
        session.list(fmt::format("{:<16}{}", line.usage, line.summary));
    }
}

// In the order in which `help` lists them.
const std::vector<Command>& commands() {
    using S = PlaySession;
    using Text = const std::string&;
    static const std::vector<Command> all = {
        {"undo", "", "take back to your turn", Argument::none, [](S& s, Text) { s.undo(); }},
        {"redo", "", "play what was taken back", Argument::none, [](S& s, Text) { s.redo(); }},
        {"hint", "", "a suggestion", Argument::none, [](S& s, Text) { s.ask_hint(); }},
        {"moves", "", "the legal moves", Argument::none, [](S& s, Text) { run_moves(s); }},
        {"save", "FILE", ".sgf .ggf .pgn or .txt", Argument::file,
         [](S& s, Text t) { run_file(s, "save", t, &S::save); }},
        {"load", "FILE", "go on with a saved game", Argument::file,
         [](S& s, Text t) { run_file(s, "load", t, &S::load); }},
        {"new", "", "begin another game", Argument::none, [](S& s, Text) { s.new_game(); }},
        {"swap", "", "change sides", Argument::none, [](S& s, Text) { s.swap(); }},
        {"level", "N", "plies it looks ahead", Argument::number, run_level},
        {"opponent", "PLAYER", "another player", Argument::player, run_opponent},
        {"black", "PLAYER", "who is black ('human')", Argument::player,
         [](S& s, Text t) { run_seat(s, Color::black, t); }},
        {"white", "PLAYER", "who is white ('human')", Argument::player,
         [](S& s, Text t) { run_seat(s, Color::white, t); }},
        {"go", "", "after Ctrl-C: play on", Argument::none, [](S& s, Text) { s.resume(); }},
        {"resign", "", "give up", Argument::none, [](S& s, Text) { s.resign(); }},
        {"help", "", "this list", Argument::none, [](S& s, Text) { run_help(s); }},
        {"quit", "", "leave (Ctrl-D too)", Argument::none, [](S& s, Text) { s.quit(); }},
    };
    return all;
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.push_back(command.name);
    return names;
}

// Words that people try, and what is meant by them.
std::string without_synonyms(const std::string& word) {
    if (word == "exit" || word == "bye") return "quit";
    if (word == "?") return "help";
    if (word == "back" || word == "takeback") return "undo";
    if (word == "restart") return "new";
    return word;
}

// All the commands that begin with the word; the one that is it, if there is one.
std::vector<const Command*> find_commands(const std::string& word) {
    std::vector<const Command*> found;
    for (const Command& command : commands()) {
        if (command.name == word) return {&command};
        if (command.name.starts_with(word)) found.push_back(&command);
    }
    return found;
}

void complain_of_pass(PlaySession& session) {
    session.complain(
        session.over()
            ? "The game is over."
            : fmt::format("A pass is made for you when it is the only move; legal moves: {}.",
                          list_squares(legal_moves(session.diagram().position))));
}

void complain_of_word(PlaySession& session, const std::string& word) {
    if (const auto near = closest(word, command_names())) {
        session.complain(
            fmt::format("There is no command {}. Did you mean '{}'?", in_quotes(word), *near));
    } else {
        session.complain(
            fmt::format("{} is neither a square (a1 to h8) nor a command; 'help' lists them.",
                        in_quotes(word)));
    }
}

std::vector<std::string> file_names(const std::string& prefix) {
    namespace fs = std::filesystem;
    const std::size_t slash = prefix.rfind('/');
    const std::string folder = slash == prefix.npos ? "" : prefix.substr(0, slash + 1);
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
         !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        std::string name = folder + entry->path().filename().string();
        if (entry->is_directory(ignored)) name += '/';
        const bool hidden = entry->path().filename().string().starts_with('.');
        if (name.starts_with(prefix) && (!hidden || prefix.size() > folder.size())) {
            names.push_back(std::move(name));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string common_prefix(const std::vector<std::string>& words) {
    if (words.empty()) return {};
    std::string common = words.front();
    for (const std::string& word : words) {
        const auto [end, ignored] =
            std::mismatch(common.begin(), common.end(), word.begin(), word.end());
        common.erase(end, common.end());
    }
    return common;
}

}  // namespace

void run_line(PlaySession& session, std::string_view line) {
    session.clear_messages();
    line = trimmed(line);
    if (line.empty()) return;
    const std::size_t blank = line.find_first_of(" \t");
    const std::string word = without_synonyms(lower_case(line.substr(0, blank)));
    const std::string argument(blank == line.npos ? "" : trimmed(line.substr(blank)));
    if (const auto square = parse_square(word)) {
        session.play_square(*square);
        return;
    }
    if (word == "pass") {
        complain_of_pass(session);
        return;
    }
    const std::vector<const Command*> found = find_commands(word);
    if (found.empty()) {
        complain_of_word(session, word);
    } else if (found.size() > 1) {
        std::vector<std::string> names;
        for (const Command* command : found) names.push_back(command->name);
        session.complain(fmt::format("'{}' could be {}.", word, fmt::join(names, " or ")));
    } else if (found.front()->kind == Argument::none && !argument.empty()) {
        session.complain(fmt::format("'{}' takes nothing behind it.", found.front()->name));
    } else {
        found.front()->run(session, argument);
    }
}

std::vector<CommandHelp> command_help() {
    std::vector<CommandHelp> help = {{"f5", "put a disc on f5"}};
    for (const Command& command : commands()) {
        help.push_back(
            {command.argument.empty() ? command.name : command.name + " " + command.argument,
             command.summary});
    }
    return help;
}

Completion complete(const PlaySession& session, std::string_view line) {
    Completion result;
    const std::size_t word_at = line.find_first_not_of(" \t");
    const std::size_t word_end =
        word_at == line.npos ? line.npos : line.find_first_of(" \t", word_at);
    std::vector<std::string> words;
    if (word_end == line.npos) {
        result.start = word_at == line.npos ? line.size() : word_at;
        words = command_names();
        if (!session.over()) {
            for (const Square square : squares_of(legal_moves(session.diagram().position))) {
                words.push_back(to_string(square));
            }
        }
    } else {
        const std::size_t argument_at = line.find_first_not_of(" \t", word_end);
        result.start = argument_at == line.npos ? line.size() : argument_at;
        const auto found = find_commands(lower_case(line.substr(word_at, word_end - word_at)));
        const Argument kind = found.size() == 1 ? found.front()->kind : Argument::none;
        if (kind == Argument::player) words = session.registry().names();
        if (kind == Argument::file) words = file_names(std::string(line.substr(result.start)));
    }
    const std::string_view typed = line.substr(result.start);
    for (std::string& word : words) {
        if (word.starts_with(typed)) result.candidates.push_back(std::move(word));
    }
    result.common = common_prefix(result.candidates);
    return result;
}

}  // namespace emilia::cli
