#include "game/transcript.h"

#include <fmt/format.h>

#include "util/text.h"

namespace emilia {

namespace {

constexpr std::string_view kNoMoves = "there are no moves, expected squares such as f5d6c3";

bool is_between(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_row(char c) {
    return c >= '1' && c <= '8';
}

// How much of the text's beginning is a move; 0 if nothing is.
std::size_t move_length(std::string_view text) {
    if (text.size() >= 2 && parse_square(text.substr(0, 2))) return 2;
    for (const std::size_t length : {4U, 2U, 1U}) {
        if (text.size() < length || !parse_move(text.substr(0, length))) continue;
        // "pa4" is a pass and a4.
        if (length == 2 && (text[1] == 'a' || text[1] == 'A') && text.size() > 2 && is_row(text[2]))
            continue;
        return length;
    }
    return 0;
}

// Adds the moves of `text` to a game.
Result<Done> add_moves(GameBuilder& builder, std::string_view text) {
    while (!text.empty()) {
        if (is_between(text[0])) {
            text.remove_prefix(1);
            continue;
        }
        if (is_digit(text[0])) {
            while (!text.empty() && is_digit(text[0])) text.remove_prefix(1);
            while (!text.empty() && (text[0] == '.' || text[0] == ')' || text[0] == ':'))
                text.remove_prefix(1);
            continue;
        }
        const std::size_t length = move_length(text);
        if (length == 0) {
            std::size_t end = 1;
            while (end < text.size() && !is_between(text[end])) ++end;
            return Error{fmt::format("ply {}: {} is not a move, expected a square a1 to h8 or pass",
                                     builder.plies() + 1, in_quotes(text.substr(0, end)))};
        }
        const auto added = add_from_file(builder, {*parse_move(text.substr(0, length))});
        if (!added) return added.error();
        text.remove_prefix(length);
    }
    return Done{};
}

// Whether a line goes on with the game of the line before.
bool is_continuation(std::string_view line) {
    std::size_t digits = 0;
    while (digits < line.size() && is_digit(line[digits])) ++digits;
    return digits > 0 && line.substr(0, digits) != "1";
}

}  // namespace

Result<GameRecord> parse_transcript(std::string_view text) {
    GameBuilder builder;
    const auto added = add_moves(builder, text);
    if (!added) return added.error();
    if (builder.plies() == 0) return Error{std::string(kNoMoves)};
    return builder.finish();
}

GamesRead read_transcripts(std::string_view text) {
    GamesRead read;
    GameBuilder builder;
    std::size_t first_line = 0;  // of the game being read; 0 for none
    bool good = false;
    bool numbered = false;
    const auto end_game = [&] {
        if (first_line != 0 && good) {
            if (builder.plies() == 0) {
                read.bad.add(first_line, std::string(kNoMoves));
            } else {
                conclude(read, builder, first_line);
            }
        }
        first_line = 0;
    };
    LineReader lines(text);
    for (std::string_view line; lines.next(line);) {
        line = trimmed(line);
        if (line.empty()) continue;
        const bool goes_on = first_line != 0 && is_continuation(line);
        if (!goes_on) {
            end_game();
            builder = GameBuilder();
            first_line = lines.number();
            good = true;
        }
        numbered = numbered || goes_on;
        if (!good) continue;
        if (const auto added = add_moves(builder, line); !added) {
            read.bad.add(lines.number(), added.error().message);
            good = false;
        }
    }
    end_game();
    if (!read.bad.empty() && !numbered) {
        if (auto whole = parse_transcript(text)) {
            read = {};
            read.games.push_back(std::move(*whole));
        }
    }
    return read;
}

Result<std::string> to_transcript(const GameRecord& game) {
    if (game.start != Diagram{})
        return Error{"a transcript cannot hold a start position other than the usual one"};
    if (game.moves.empty()) return Error{"a transcript cannot hold a game without moves"};
    std::string text;
    for (const PlayedMove& played : game.moves) {
        if (!played.move.is_pass()) text += to_string(played.move);
    }
    if (game.moves.back().move.is_pass()) text += to_string(Move::pass());
    return text;
}

Result<std::string> write_transcripts(const std::vector<GameRecord>& games) {
    std::string text;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const auto line = to_transcript(games[i]);
        if (!line) return Error{fmt::format("game {}: {}", i + 1, line.error().message)};
        text += *line + '\n';
    }
    return text;
}

}  // namespace emilia
