#include "cli/board_view.h"

#include <fmt/format.h>

#include "util/terminal.h"

namespace emilia::cli {

namespace {

// Of the 256 colours: a green about as far from black as from white, a darker one for the empty
// squares, and a yellow for what should catch the eye.
constexpr int kGreen = 28;
constexpr int kDarkGreen = 22;
constexpr int kBlack = 16;
constexpr int kWhite = 231;
constexpr int kYellow = 220;

enum class Content { black, white, marked, empty };

Content content_of(const Diagram& diagram, Square square, const BoardStyle& style) {
    if (diagram.black() & bit(square)) return Content::black;
    if (diagram.white() & bit(square)) return Content::white;
    return style.marked & bit(square) ? Content::marked : Content::empty;
}

std::string plain_cell(Content content, bool last) {
    constexpr char kLetters[] = {'X', 'O', '+', '.'};
    const char letter = kLetters[static_cast<int>(content)];
    return last ? fmt::format("[{}]", letter) : fmt::format(" {} ", letter);
}

std::string colored_cell(Content content, bool last, bool unicode) {
    const auto in = [](int foreground, std::string_view text) {
        return styled(true, fmt::format("38;5;{};48;5;{}", foreground, kGreen), text);
    };
    std::string middle;
    switch (content) {
        case Content::black:
            middle = in(kBlack, unicode ? "●" : "X");
            break;
        case Content::white:
            middle = in(kWhite, unicode ? "●" : "O");
            break;
        case Content::marked:
            middle = in(kYellow, unicode ? "•" : "+");
            break;
        case Content::empty:
            middle = in(kDarkGreen, unicode ? "·" : ".");
            break;
    }
    return in(kYellow, last ? "[" : " ") + middle + in(kYellow, last ? "]" : " ");
}

}  // namespace

std::vector<std::string> draw_board(const Diagram& diagram, const BoardStyle& style) {
    std::string letters = "  ";
    for (char c = 'a'; c <= 'h'; ++c) letters += fmt::format(" {} ", c);
    letters += "  ";
    std::vector<std::string> lines{styled(style.color, "1", letters)};
    for (int row = 0; row < 8; ++row) {
        std::string line = styled(style.color, "1", fmt::format("{} ", row + 1));
        for (int column = 0; column < 8; ++column) {
            const Square square = square_at(column, row);
            const Content content = content_of(diagram, square, style);
            const bool last = style.last == square;
            line += style.color ? colored_cell(content, last, style.unicode)
                                : plain_cell(content, last);
        }
        lines.push_back(line + styled(style.color, "1", fmt::format(" {}", row + 1)));
    }
    lines.push_back(lines.front());
    return lines;
}

}  // namespace emilia::cli
