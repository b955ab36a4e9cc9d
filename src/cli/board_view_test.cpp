#include "cli/board_view.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace emilia::cli
