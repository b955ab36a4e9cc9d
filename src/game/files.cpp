#include "game/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/position_text.h"
#include "game/ggf.h"
#include "game/obf.h"
#include "game/pgn.h"
#include "game/positions.h"
#include "game/sgf.h"
#include "game/transcript.h"
#include "game/wthor.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia {

namespace {

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
    return text;
}

// The first 64 characters that are not blank, if there are so many, are squares.
bool begins_with_board(std::string_view text) {
    std::string squares;
    for (const char c : text) {
        if (trimmed({&c, 1}).empty()) continue;
        squares += c;
        if (squares.size() == kSquares) break;
    }
    return parse_position(squares + "X").ok();
}

GamesRead read_obf_games(std::string_view text) {
    ObfRead problems = read_obf(text);
    GamesRead read;
    read.games.reserve(problems.problems.size());
    for (const ObfProblem& problem : problems.problems) read.games.push_back(to_record(problem));
    read.bad = std::move(problems.bad);
    read.notes = std::move(problems.notes);
    return read;
}

// WTHOR names the file in each sentence; here whoever prints them does that.
std::string without_name(std::string_view sentence, std::string_view name) {
    if (sentence.starts_with(fmt::format("{}: ", name))) sentence.remove_prefix(name.size() + 2);
    return std::string(sentence);
}

Result<GamesRead> read_wthor_games(std::string_view content, const WthorNames& names) {
    constexpr std::string_view kName = "WTHOR";
    auto parsed = parse_wthor(content, names, kName);
    if (!parsed) return Error{without_name(parsed.error().message, kName)};
    GamesRead read;
    read.games = std::move(parsed->games);
    for (const std::string& problem : parsed->problems) {
        read.bad.add(0, without_name(problem, kName));
    }
    for (const std::string& note : parsed->notes) read.notes.add(0, without_name(note, kName));
    return read;
}

// Every format but WTHOR.
GamesRead read_as(Format format, std::string_view text) {
    switch (format) {
        case Format::transcript:
            return read_transcripts(text);
        case Format::position:
            return read_positions(text);
        case Format::obf:
            return read_obf_games(text);
        case Format::ggf:
            return read_ggf(text);
        case Format::sgf:
            return read_sgf(text);
        case Format::pgn:
            return read_pgn(text);
        case Format::wthor:
            break;
    }
    return {};
}

Result<std::string> write_as(Format format, const std::vector<GameRecord>& games) {
    switch (format) {
        case Format::transcript:
            return write_transcripts(games);
        case Format::position:
            return write_positions(games);
        case Format::obf: {
            std::vector<ObfProblem> problems;
            for (const GameRecord& game : games) problems.push_back(to_obf(game));
            return write_obf(problems);
        }
        case Format::ggf:
            return write_ggf(games);
        case Format::sgf:
            return write_sgf(games);
        case Format::pgn:
            return write_pgn(games);
        case Format::wthor:
            break;
    }
    return Error{"this format is not a text"};
}

// The content of the .wtb, and the games as they are read from it again.
struct WthorCopy {
    std::string content;
    std::vector<GameRecord> games;
};
Result<WthorCopy> write_wthor_games(const std::vector<GameRecord>& games) {
    auto files = write_wthor(games, wthor_header_for(games));
    if (!files) return files.error();
    WthorNames names;
    if (const auto read = parse_wthor_players(files->players, names, "players"); !read) {
        return read.error();
    }
    if (const auto read = parse_wthor_tournaments(files->tournaments, names, "tournaments");
        !read) {
        return read.error();
    }
    auto again = read_wthor_games(files->games, names);
    if (!again) return again.error();
    return WthorCopy{std::move(files->games), std::move(again->games)};
}

Result<GameFile> read_content(std::string_view text, Format format, const WthorNames& names) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 28;
    if (text.size() > kMostBytes) {
        return Error{fmt::format("it has {} bytes; at most {} can be read at once",
                                 with_commas(text.size()), with_commas(kMostBytes))};
    }
    GameFile file;
    file.format = format;
    GamesRead& read = file;
    if (format == Format::wthor) {
        auto games = read_wthor_games(text, names);
        if (!games) return games.error();
        read = std::move(*games);
        return file;
    }
    text = without_byte_order_mark(text);
    if (trimmed(text).empty()) return Error{"there is nothing in it"};
    if (looks_like_wthor_names(text)) {
        return Error{"a list of names of WTHOR; the games are in the .wtb files beside it"};
    }
    const bool latin1 = !is_utf8(text);
    read = latin1 ? read_as(format, utf8_from_latin1(text)) : read_as(format, text);
    if (latin1) read.notes.add(1, "the text is not UTF-8 and is taken for Latin-1");
    if (read.games.empty() && read.bad.empty()) {
        return Error{fmt::format("there is no game in it (read as {})", name_of(format))};
    }
    return file;
}

// The places where something can be lost.
struct Part {
    std::string_view name;
    bool (*same)(const GameRecord&, const GameRecord&);
};

template <typename Get>
bool same_of_moves(const GameRecord& a, const GameRecord& b, Get get) {
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
        const PlayedMove empty{a.moves[i].move};
        if (get(a.moves[i]) != get(i < b.moves.size() ? b.moves[i] : empty)) return false;
    }
    return true;
}

template <typename Get>
bool same_of_players(const GameRecord& a, const GameRecord& b, Get get) {
    return get(a.players[0]) == get(b.players[0]) && get(a.players[1]) == get(b.players[1]);
}

constexpr Part kParts[] = {
    {"the moves",
     [](const GameRecord& a, const GameRecord& b) {
         if (a.start != b.start || a.moves.size() != b.moves.size()) return false;
         return same_of_moves(a, b, [](const PlayedMove& move) { return move.move; });
     }},
    {"players' names",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_players(a, b, [](const PlayerInfo& player) { return player.name; });
     }},
    {"ratings",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_players(a, b, [](const PlayerInfo& player) { return player.rating; });
     }},
    {"clocks",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_players(a, b, [](const PlayerInfo& player) { return player.clock; });
     }},
    {"the event", [](const GameRecord& a, const GameRecord& b) { return a.event == b.event; }},
    {"the place", [](const GameRecord& a, const GameRecord& b) { return a.place == b.place; }},
    {"the round", [](const GameRecord& a, const GameRecord& b) { return a.round == b.round; }},
    {"the date", [](const GameRecord& a, const GameRecord& b) { return a.date == b.date; }},
    {"the result",
     [](const GameRecord& a, const GameRecord& b) {
         return a.result == b.result && a.winner == b.winner;
     }},
    {"how the game ended",
     [](const GameRecord& a, const GameRecord& b) { return a.ending == b.ending; }},
    {"the comment of the game",
     [](const GameRecord& a, const GameRecord& b) { return a.comment == b.comment; }},
    {"comments of moves",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_moves(a, b, [](const PlayedMove& move) { return move.comment; });
     }},
    {"evaluations of moves",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_moves(a, b, [](const PlayedMove& move) { return move.evaluation; });
     }},
    {"times of moves",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_moves(a, b, [](const PlayedMove& move) { return move.seconds; });
     }},
    {"marks of moves",
     [](const GameRecord& a, const GameRecord& b) {
         return same_of_moves(a, b, [](const PlayedMove& move) { return move.extra; });
     }},
};

// Names of the extras that the copy lacks.
std::vector<std::string> lost_extras(const GameRecord& original, const GameRecord& copy) {
    std::vector<std::string> lost;
    if (original.extra == copy.extra) return lost;
    Extra had = original.extra;
    Extra has = copy.extra;
    std::sort(had.begin(), had.end());
    std::sort(has.begin(), has.end());
    for (const auto& entry : had) {
        if (std::binary_search(has.begin(), has.end(), entry)) continue;
        std::string name = entry.first.starts_with("obf:") ? "scores of the problem's moves"
                                                           : in_quotes(entry.first);
        if (lost.empty() || lost.back() != name) lost.push_back(std::move(name));
    }
    return lost;
}

std::vector<std::string> list_losses(const std::vector<GameRecord>& games,
                                     const std::vector<GameRecord>& copies) {
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (std::size_t i = 0; i < games.size(); ++i) {
        for (const std::string& name : differences(games[i], copies[i])) {
            const auto found = std::find_if(counts.begin(), counts.end(),
                                            [&](const auto& entry) { return entry.first == name; });
            // A file can make up names without end; a list of losses need not.
            constexpr std::size_t kMostNames = 100;
            if (found != counts.end()) {
                ++found->second;
            } else if (counts.size() < kMostNames) {
                counts.emplace_back(name, 1);
            }
        }
    }
    // Those lost in most games first, and those lost equally often together.
    std::stable_sort(counts.begin(), counts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> losses;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i > 0 && counts[i].second == counts[i - 1].second) {
            losses.back() += ", " + counts[i].first;
        } else {
            losses.push_back(counts[i].first);
        }
        const bool last = i + 1 == counts.size() || counts[i + 1].second != counts[i].second;
        if (last && games.size() > 1) {
            losses.back() += fmt::format(" (in {} of {} games)", counts[i].second, games.size());
        }
    }
    return losses;
}

}  // namespace

const std::vector<FormatInfo>& all_formats() {
    static const std::vector<FormatInfo> kFormats = {
        {Format::transcript, "transcript", "", "moves, a game a line: f5d6c3d3c4"},
        {Format::position, "position", "", "64 squares and the player to move, a position a line"},
        {Format::obf, "obf", ".obf", "problems: positions with the scores of their moves"},
        {Format::ggf, "ggf", ".ggf", "Generic Game Format, of GGS and NBoard"},
        {Format::sgf, "sgf", ".sgf", "Smart Game Format"},
        {Format::pgn, "pgn", ".pgn", "Portable Game Notation, as Othello programs write it"},
        {Format::wthor, "wthor", ".wtb", "the database of tournament games, with .JOU and .TRN"},
    };
    return kFormats;
}

std::string_view name_of(Format format) {
    for (const FormatInfo& info : all_formats()) {
        if (info.format == format) return info.name;
    }
    return "";
}

std::optional<Format> parse_format(std::string_view name) {
    for (const FormatInfo& info : all_formats()) {
        if (info.name == lower_case(name)) return info.format;
    }
    return std::nullopt;
}

std::optional<Format> format_of_file_name(std::string_view file_name) {
    const std::string lower = lower_case(file_name);
    for (const FormatInfo& info : all_formats()) {
        if (!info.extension.empty() && lower.ends_with(info.extension)) return info.format;
    }
    return std::nullopt;
}

Format detect_format(std::string_view text, std::string_view file_name) {
    if (looks_like_wthor(text)) return Format::wthor;
    text = trimmed(without_byte_order_mark(text));
    const std::optional<Format> by_name = format_of_file_name(file_name);
    // Games in parentheses, perhaps behind their number.
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (trimmed(text.substr(digits)).starts_with('(')) {
        const std::size_t kind = text.find("GM[");
        if (kind != text.npos) {
            const std::string game = lower_case(trimmed(text.substr(kind + 3, 8)));
            return game.starts_with("othello") ? Format::ggf : Format::sgf;
        }
        if (by_name == Format::ggf || by_name == Format::sgf) return *by_name;
        return text.find("BO[") != text.npos ? Format::ggf : Format::sgf;
    }
    if (text.find_first_of("XOxo*") != text.npos &&
        text.find_first_not_of("XOxo*-._ \t\r\n") == text.npos) {
        return Format::position;
    }
    if (begins_with_board(text)) {
        const std::string_view first_line = text.substr(0, text.find('\n'));
        return first_line.find_first_of(";%") != first_line.npos ? Format::obf : Format::position;
    }
    if (text.starts_with('[') || text.starts_with('{') || text.starts_with(';')) return Format::pgn;
    if (text.starts_with('%')) return by_name.value_or(Format::obf);
    const std::size_t number = std::min(text.find_first_not_of("0123456789.): "), text.size());
    if (by_name != Format::pgn && parse_square(text.substr(number, 2))) return Format::transcript;
    return by_name.value_or(Format::transcript);
}

Result<GameFile> read_games(std::string_view text, std::optional<Format> format,
                            std::string_view file_name) {
    return read_content(text, format.value_or(detect_format(text, file_name)), {});
}

Result<GameFile> read_game_file(const std::string& path, std::optional<Format> format) {
    const auto content = read_file(path);
    if (!content) return content.error();
    const Format kind = format.value_or(detect_format(*content, path));
    WthorNames names;
    if (kind == Format::wthor && path != "-") {
        auto beside = read_wthor_names(path);
        if (!beside) return beside.error();
        names = std::move(*beside);
    }
    auto file = read_content(*content, kind, names);
    if (!file) {
        return Error{
            fmt::format("{}: {}", path == "-" ? "standard input" : path, file.error().message)};
    }
    return file;
}

Result<WrittenGames> write_games(Format format, const std::vector<GameRecord>& games) {
    if (format == Format::wthor) {
        auto copy = write_wthor_games(games);
        if (!copy) return copy.error();
        return WrittenGames{std::move(copy->content), list_losses(games, copy->games)};
    }
    auto text = write_as(format, games);
    if (!text) return text.error();
    const GamesRead again = read_as(format, *text);
    if (again.games.size() != games.size()) {
        return Error{fmt::format("these games cannot be written as {}: {} of {} can be read again",
                                 name_of(format), again.games.size(), games.size())};
    }
    return WrittenGames{std::move(*text), list_losses(games, again.games)};
}

Result<std::vector<std::string>> save_games(const std::string& path, Format format,
                                            const std::vector<GameRecord>& games) {
    if (format == Format::wthor && path == "-") {
        return Error{"WTHOR is three files, a .wtb and two lists of names: name the .wtb"};
    }
    auto written = write_games(format, games);
    if (!written) return written.error();
    if (format == Format::wthor) {
        if (const auto saved = save_wthor(path, games); !saved) return saved.error();
    } else if (const auto saved = write_file(path, written->text); !saved) {
        return saved.error();
    }
    return std::move(written->losses);
}

std::vector<std::string> differences(const GameRecord& original, const GameRecord& copy) {
    std::vector<std::string> names;
    for (const Part& part : kParts) {
        if (!part.same(original, copy)) names.emplace_back(part.name);
    }
    for (std::string& name : lost_extras(original, copy)) names.push_back(std::move(name));
    return names;
}

std::vector<std::string> sentences(const IssueList& issues) {
    std::vector<std::string> lines;
    for (const Issue& issue : issues.kept()) {
        lines.push_back(issue.line == 0 ? issue.message
                                        : fmt::format("line {}: {}", issue.line, issue.message));
    }
    if (issues.count() > issues.kept().size()) {
        lines.push_back(fmt::format("and {} more", issues.count() - issues.kept().size()));
    }
    return lines;
}

}  // namespace emilia
