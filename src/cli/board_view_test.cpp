#include "cli/board_view.h"

#include <gtest/gtest.h>

#include <regex>

#include "board/random_positions.h"
#include "board/rules.h"
#include "util/terminal.h"

namespace emilia::cli {
namespace {

TEST(BoardView, EveryLineHasTheStatedWidth) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Position position = random_position_from_play(random, i % 60);
        const Diagram diagram{position, i % 2 == 0 ? Color::black : Color::white};
        for (int flags = 0; flags < 4; ++flags) {
            BoardStyle style;
            style.color = (flags & 1) != 0;
            style.unicode = (flags & 2) != 0;
            style.last = square_at(static_cast<int>(random.below(64)));
            style.flipped = random.next();
            style.marked = legal_moves(position);
            const auto lines = draw_board(diagram, style);
            EXPECT_EQ(lines.size(), static_cast<std::size_t>(kBoardHeight));
            for (const std::string& line : lines) EXPECT_EQ(visible_width(line), kBoardWidth);
            const auto large = draw_large_board(diagram, style);
            EXPECT_EQ(large.size(), static_cast<std::size_t>(kLargeBoardHeight));
            for (const std::string& line : large) EXPECT_EQ(visible_width(line), kLargeBoardWidth);
        }
    }
}

TEST(BoardView, WithoutColorItIsPlainText) {
    BoardStyle style;
    style.unicode = true;
    style.last = Square::e4;
    style.flipped = bit(Square::d4);
    style.marked = bit(Square::f5);
    const auto lines = draw_board({}, style);
    EXPECT_EQ(lines[4], "4  .  .  . (O)[X] .  .  .  4");
    EXPECT_EQ(lines[5], "5  .  .  .  X  O  +  .  .  5");
    const auto large = draw_large_board({}, style);
    EXPECT_EQ(large[8], "4 |   |   |   |(O)|[X]|   |   |   | ");
    EXPECT_EQ(large[10], "5 |   |   |   | X | O |f5 |   |   | ");
}

// Letters in colour are the letters without, and each stands for what is on its square.
TEST(BoardView, ShowsEverySquare) {
    static const std::regex kStyle("\x1b\\[[0-9;]*m");
    Random random(51);
    for (int trial = 0; trial < 200; ++trial) {
        const Diagram diagram{random_position_from_play(random, static_cast<int>(random.below(60))),
                              random.below(2) == 0 ? Color::black : Color::white};
        BoardStyle style;
        style.marked = legal_moves(diagram.position);
        style.last = random_square(random, diagram.position.occupied());
        const auto plain = draw_board(diagram, style);
        EXPECT_EQ(plain.front(), "   a  b  c  d  e  f  g  h   ");
        style.color = true;
        const auto colored = draw_board(diagram, style);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            EXPECT_EQ(std::regex_replace(colored[i], kStyle, ""), plain[i]);
        }
        for (int index = 0; index < kSquares; ++index) {
            const Square square = square_at(index);
            const std::string& line = plain[static_cast<std::size_t>(row_of(square)) + 1];
            const std::string cell =
                line.substr(static_cast<std::size_t>(2 + 3 * column_of(square)), 3);
            const char expected = diagram.black() & bit(square)   ? 'X'
                                  : diagram.white() & bit(square) ? 'O'
                                  : style.marked & bit(square)    ? '+'
                                                                  : '.';
            EXPECT_EQ(cell[1], expected);
            EXPECT_EQ(cell[0] == '[' && cell[2] == ']', square == style.last);
        }
    }
}

}  // namespace
}  // namespace emilia::cli
