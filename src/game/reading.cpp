#include "game/reading.h"

#include <fmt/format.h>

#include "board/rules.h"
#include "util/text.h"

namespace emilia {

void IssueList::add(std::size_t line, std::string message) {
    constexpr std::size_t kMost = 1000;
    ++count_;
    if (kept_.size() < kMost) kept_.push_back({line, std::move(message)});
}

std::optional<Move> parse_move(std::string_view text) {
    if (const auto square = parse_square(text)) return Move(*square);
    if (text.size() > 4) return std::nullopt;
    const std::string word = lower_case(text);
    for (const std::string_view pass : {"pass", "pa", "ps", "p", "--", "@@"}) {
        if (word == pass) return Move::pass();
    }
    return std::nullopt;
}

Result<Done> add_from_file(GameBuilder& builder, PlayedMove move, std::optional<Color> color) {
    if (move.move.is_pass() && is_over(builder.diagram().position)) return Done{};
    return color ? builder.add(std::move(move), *color) : builder.add(std::move(move));
}

void conclude(GamesRead& read, GameBuilder& builder, std::size_t line) {
    read.games.push_back(builder.finish());
    const GameRecord& game = read.games.back();
    const auto on_board = black_result(builder.diagram());
    if (on_board && game.ending == Ending::finished && game.result != on_board) {
        read.notes.add(line, fmt::format("the result is said to be {:+d}, on the board it is {:+d}",
                                         game.result->value(), on_board->value()));
    }
}

std::string variations_note(std::size_t variations) {
    return fmt::format(
        "{} left out, only the main line is kept",
        variations == 1 ? "a variation is" : fmt::format("{} variations are", variations));
}

void append_comment(std::string& comment, std::string_view line) {
    if (line.empty()) return;
    if (!comment.empty()) comment += '\n';
    comment += line;
}

std::string unix_lines(std::string_view text) {
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r') {
            lines += text[i];
        } else if (i + 1 == text.size() || text[i + 1] != '\n') {
            lines += '\n';
        }
    }
    return lines;
}

std::string tidy_lines(std::string_view text) {
    const std::string with_breaks = unix_lines(text);
    std::string tidy;
    LineReader lines(with_breaks);
    for (std::string_view line; lines.next(line);) append_comment(tidy, trimmed(line));
    return tidy;
}

bool LineReader::next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
}

}  // namespace emilia
