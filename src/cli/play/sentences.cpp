#include "cli/play/sentences.h"

#include <fmt/format.h>

#include <cmath>

#include "board/rules.h"

namespace emilia::cli {

namespace {

std::string describe_score(const GameRecord& game) {
    const Diagram diagram = game.final_diagram();
    const int black = popcount(diagram.black());
    const int white = popcount(diagram.white());
    const int empties = kSquares - black - white;
    if (black == white) return fmt::format("a draw, {} each", black + empties / 2);
    const std::string_view winner = name_of(black > white ? Color::black : Color::white);
    const int more = std::max(black, white);
    const int less = std::min(black, white);
    if (empties == 0) return fmt::format("{} wins {} to {}", winner, more, less);
    return fmt::format("{} wins {} to {}: {} to {} on the board, and the winner is given the {}",
                       winner, more + empties, less, more, less,
                       empties == 1 ? "empty square" : fmt::format("{} empty squares", empties));
}

}  // namespace

std::string capitalized(std::string_view word) {
    std::string text(word);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

std::string as_sentence(const Error& error) {
    std::string text = capitalized(error.message);
    if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
    return text;
}

std::string counted(int number, std::string_view singular, std::string_view plural) {
    if (number == 1) return fmt::format("1 {}", singular);
    return plural.empty() ? fmt::format("{} {}s", number, singular)
                          : fmt::format("{} {}", number, plural);
}

std::string describe(const Value& value) {
    if (value.unit == Value::Unit::points) return fmt::format("{:+g} points", value.amount);
    if (value.unit == Value::Unit::discs) return fmt::format("about {:+g} discs", value.amount);
    if (value.amount == 0) return "a draw";
    return fmt::format("a {} by {:g}", value.amount > 0 ? "win" : "loss", std::abs(value.amount));
}

std::string describe_end(const GameRecord& game) {
    const Diagram last = game.final_diagram();
    if (is_over(last.position)) {
        const bool full = last.position.empties() == 0;
        return fmt::format("{}: {}.", full ? "Game over" : "Neither player can move",
                           describe_score(game));
    }
    const int margin = game.result ? game.result->value() : 0;
    if (game.result && margin == 0) return "Game over: a draw.";
    const Color winner = game.result ? (margin > 0 ? Color::black : Color::white) : *game.winner;
    if (game.ending == Ending::resigned) {
        return fmt::format("{} resigned: {} wins.", capitalized(name_of(opposite(winner))),
                           name_of(winner));
    }
    const std::string by =
        game.result ? fmt::format(" by {}", counted(std::abs(margin), "disc")) : std::string();
    return fmt::format("Game over: {} wins{}.", name_of(winner), by);
}

std::string why_illegal(const Diagram& diagram, Square square) {
    const Bitboard here = bit(square);
    const std::string name = to_string(square);
    const std::string rest =
        fmt::format("legal moves: {}.", list_squares(legal_moves(diagram.position)));
    for (const Color color : {Color::black, Color::white}) {
        if (diagram.discs(color) & here) {
            return fmt::format("{} is taken by a {} disc; {}", name, name_of(color), rest);
        }
    }
    return fmt::format("{} turns over no {} disc; {}", name, name_of(opposite(diagram.to_move)),
                       rest);
}

}  // namespace emilia::cli
