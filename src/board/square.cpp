#include "board/square.h"

namespace emilia {

std::string to_string(Square square) {
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const char file = static_cast<char>(text[0] | 0x20);
    if (file < 'a' || file > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return square_at(file - 'a', text[1] - '1');
}

std::string list_squares(Bitboard squares) {
    std::string text;
    for (const Square square : squares_of(squares)) {
        if (!text.empty()) text += ", ";
        text += to_string(square);
    }
    return text.empty() ? "none" : text;
}

std::string to_string(Move move) {
    return move.is_pass() ? "pass" : to_string(move.square());
}

std::string_view name_of(Color color) {
    return color == Color::black ? "black" : "white";
}

}  // namespace emilia
