#include "cli/board_view.h"

#include <fmt/format.h>

#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

// Of the 256 colours: a green about as far from black as from white, a paler one below discs that
// were just turned over, a brown below the disc that did it, and a yellow for what should catch the
// eye. The dots on empty squares are of a darker green.
constexpr int kGreen = 29;
constexpr int kDarkGreen = 22;
constexpr int kPaleGreen = 72;
constexpr int kBrown = 136;
constexpr int kBlack = 16;
constexpr int kWhite = 231;
constexpr int kYellow = 220;

enum class Content { black, white, marked, empty };

Content content_of(const Diagram& diagram, Square square, const BoardStyle& style) {
    if (diagram.black() & bit(square)) return Content::black;
    if (diagram.white() & bit(square)) return Content::white;
    return style.marked & bit(square) ? Content::marked : Content::empty;
}

// A square and all that decides how it looks.
struct Cell {
    Square square;
    Content content;
    bool last;
    bool flipped;

    int background() const { return last ? kBrown : flipped ? kPaleGreen : kGreen; }
    std::string paint(int foreground, std::string_view text) const {
        return styled(true, fmt::format("38;5;{};48;5;{}", foreground, background()), text);
    }
    std::string paint_inverse(int foreground, std::string_view text) const {
        return styled(true, fmt::format("38;5;{};48;5;{}", background(), foreground), text);
    }
};

Cell cell_at(const Diagram& diagram, const BoardStyle& style, int column, int row) {
    const Square square = square_at(column, row);
    return {square, content_of(diagram, square, style), style.last == square,
            (style.flipped & bit(square)) != 0};
}

std::string plain_cell(const Cell& cell) {
    constexpr char kLetters[] = {'X', 'O', '+', '.'};
    const char letter = kLetters[static_cast<int>(cell.content)];
    if (cell.last) return fmt::format("[{}]", letter);
    return cell.flipped ? fmt::format("({})", letter) : fmt::format(" {} ", letter);
}

std::string colored_cell(const Cell& cell, bool unicode) {
    std::string middle;
    switch (cell.content) {
        case Content::black:
            middle = cell.paint(kBlack, unicode ? "●" : "X");
            break;
        case Content::white:
            middle = cell.paint(kWhite, unicode ? "●" : "O");
            break;
        case Content::marked:
            middle = cell.paint(kYellow, unicode ? "•" : "+");
            break;
        case Content::empty:
            middle = cell.paint(kDarkGreen, unicode ? "·" : ".");
            break;
    }
    return cell.paint(kBlack, cell.last ? "[" : " ") + middle +
           cell.paint(kBlack, cell.last ? "]" : " ");
}

// Three columns.
std::string large_plain_cell(const Cell& cell) {
    if (cell.content == Content::empty) return "   ";
    if (cell.content == Content::marked) return to_string(cell.square) + " ";
    return plain_cell(cell);
}

// Four columns, two lines high; `half` is 0 for the upper.
std::string large_colored_cell(const Cell& cell, bool unicode, int half) {
    if (cell.content == Content::empty) return cell.paint(kYellow, "    ");
    if (cell.content == Content::marked) {
        return cell.paint(kYellow,
                          half == 0 ? fmt::format(" {} ", to_string(cell.square)) : "    ");
    }
    const int disc = cell.content == Content::black ? kBlack : kWhite;
    if (unicode && half == 0) return cell.paint(disc, "▗▆▆▖");
    // There is a block for the lower quarter and none for the upper three.
    if (unicode)
        return cell.paint(disc, "▝") + cell.paint_inverse(disc, "▂▂") + cell.paint(disc, "▘");
    const std::string_view letters = cell.content == Content::black ? " XX " : " OO ";
    return cell.paint(disc, letters);
}

std::vector<std::string> draw_large_plain_board(const Diagram& diagram, const BoardStyle& style) {
    std::string letters = "  ";
    std::string rule = "  ";
    for (char c = 'a'; c <= 'h'; ++c) {
        letters += fmt::format("  {} ", c);
        rule += "+---";
    }
    letters += "  ";
    rule += "+ ";
    std::vector<std::string> lines{letters, rule};
    for (int row = 0; row < 8; ++row) {
        std::string line = fmt::format("{} ", row + 1);
        for (int column = 0; column < 8; ++column) {
            line += '|';
            line += large_plain_cell(cell_at(diagram, style, column, row));
        }
        lines.push_back(line + "| ");
        lines.push_back(rule);
    }
    return lines;
}

std::vector<std::string> draw_large_colored_board(const Diagram& diagram, const BoardStyle& style) {
    std::string letters = "  ";
    for (char c = 'a'; c <= 'h'; ++c) letters += fmt::format(" {}  ", c);
    letters += "  ";
    std::vector<std::string> lines{styled(true, "1", letters)};
    for (int row = 0; row < 8; ++row) {
        for (int half = 0; half < 2; ++half) {
            const std::string number = half == 0 ? fmt::format("{}", row + 1) : " ";
            std::string line = styled(true, "1", number + " ");
            for (int column = 0; column < 8; ++column) {
                line +=
                    large_colored_cell(cell_at(diagram, style, column, row), style.unicode, half);
            }
            lines.push_back(line + styled(true, "1", " " + number));
        }
    }
    lines.push_back(lines.front());
    return lines;
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
            const Cell cell = cell_at(diagram, style, column, row);
            line += style.color ? colored_cell(cell, style.unicode) : plain_cell(cell);
        }
        lines.push_back(line + styled(style.color, "1", fmt::format(" {}", row + 1)));
    }
    lines.push_back(lines.front());
    return lines;
}

std::string draw_disc(Color disc, const BoardStyle& style) {
    const Cell cell{Square::a1, disc == Color::black ? Content::black : Content::white, false,
                    false};
    return style.color ? colored_cell(cell, style.unicode) : std::string(trimmed(plain_cell(cell)));
}

std::vector<std::string> draw_large_board(const Diagram& diagram, const BoardStyle& style) {
    return style.color ? draw_large_colored_board(diagram, style)
                       : draw_large_plain_board(diagram, style);
}

}  // namespace emilia::cli
