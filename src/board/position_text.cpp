#include "board/position_text.h"

#include <fmt/format.h>

#include <optional>

namespace emilia {

namespace {

enum class Cell { black, white, empty };

std::optional<Cell> parse_cell(char c) {
    switch (c) {
        case 'X':
        case 'x':
        case '*':
        case 'B':
        case 'b':
        case '#':
            return Cell::black;
        case 'O':
        case 'o':
        case 'W':
        case 'w':
            return Cell::white;
        case '-':
        case '.':
        case '_':
            return Cell::empty;
        default:
            return std::nullopt;
    }
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string quoted(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte > 0x7e ? fmt::format("the byte 0x{:02x}", byte)
                                      : fmt::format("'{}'", c);
}

}  // namespace

Result<Diagram> parse_position(std::string_view text) {
    constexpr std::string_view kExpected =
        "a position is 64 squares from a1 to h8, each X (black), O (white) or - (empty), and then "
        "the player "
        "to move, X or O";
    Bitboard black = 0;
    Bitboard white = 0;
    std::optional<Color> to_move;
    int squares = 0;
    for (const char c : text) {
        if (is_blank(c)) continue;
        const std::optional<Cell> cell = parse_cell(c);
        if (squares < kSquares) {
            if (!cell) {
                return Error{fmt::format("{} at {} is not a square's content: {}", quoted(c),
                                         to_string(square_at(squares)), kExpected)};
            }
            if (*cell == Cell::black) black |= Bitboard{1} << squares;
            if (*cell == Cell::white) white |= Bitboard{1} << squares;
            ++squares;
        } else if (to_move) {
            return Error{
                fmt::format("there is {} after the player to move: {}", quoted(c), kExpected)};
        } else {
            if (!cell || *cell == Cell::empty) {
                return Error{
                    fmt::format("{} after the 64 squares does not name the player to move: {}",
                                quoted(c), kExpected)};
            }
            to_move = *cell == Cell::black ? Color::black : Color::white;
        }
    }
    if (squares < kSquares) {
        return Error{
            fmt::format("the position ends after {} of 64 squares: {}", squares, kExpected)};
    }
    if (!to_move) {
        return Error{fmt::format("the position does not say who is to move: {}", kExpected)};
    }
    return make_diagram(black, white, *to_move);
}

std::string to_string(const Diagram& diagram) {
    std::string text(kSquares, '-');
    for (const Square square : squares_of(diagram.black()))
        text[static_cast<std::size_t>(square)] = 'X';
    for (const Square square : squares_of(diagram.white()))
        text[static_cast<std::size_t>(square)] = 'O';
    text += diagram.to_move == Color::black ? " X" : " O";
    return text;
}

}  // namespace emilia
