#include "board/grid.h"

#include <gtest/gtest.h>

#include "util/random.h"

namespace emilia {
namespace {

std::uint64_t perft(const GridPosition& position, int depth) {
    if (depth == 0 || position.is_over()) return 1;
    const std::vector<int> moves = position.legal_moves();
    if (moves.empty()) return perft(position.passed(), depth - 1);
    std::uint64_t leaves = 0;
    for (const int cell : moves) leaves += perft(position.after(cell), depth - 1);
    return leaves;
}

TEST(Grid, PerftOn8x8) {
    const GridShape shape = *GridShape::square_board(8);
    constexpr std::uint64_t leaves[] = {1, 4, 12, 56, 244, 1396, 8200};
    for (int depth = 0; depth <= 6; ++depth) {
        EXPECT_EQ(perft(GridPosition::initial(shape), depth), leaves[depth]);
    }
}

// Whole random games on every shape: discs never vanish, each move turns something over, and the
// sum of both sides' discs and the empties is the board.
TEST(Grid, RandomGamesOnEveryShape) {
    Random random(31);
    for (int size = 4; size <= kMaxGridSize; ++size) {
        for (int game = 0; game < 30; ++game) {
            std::vector<std::string> blocked;
            const GridShape open = *GridShape::square_board(size);
            for (int i = 0; i < game % 5; ++i) {
                const std::string name = open.name_of(
                    static_cast<int>(random.below(static_cast<std::uint64_t>(open.cells()))));
                blocked.push_back(name);
                if (!GridShape::with_blocked(size, blocked)) blocked.pop_back();
            }
            const GridShape shape = *GridShape::with_blocked(size, blocked);
            GridPosition position = GridPosition::initial(shape);
            ASSERT_EQ(position.empties(), size * size - 4 - static_cast<int>(blocked.size()));
            while (!position.is_over()) {
                const std::vector<int> moves = position.legal_moves();
                if (moves.empty()) {
                    ASSERT_TRUE(position.must_pass());
                    position = position.passed();
                    continue;
                }
                const int cell = moves[random.below(moves.size())];
                const auto flipped = static_cast<int>(position.flips(cell).size());
                ASSERT_GT(flipped, 0);
                ASSERT_FALSE(shape.is_blocked(cell));
                const GridPosition next = position.after(cell);
                ASSERT_EQ(next.count(Disc::opponent), position.count(Disc::own) + flipped + 1);
                ASSERT_EQ(next.count(Disc::own), position.count(Disc::opponent) - flipped);
                ASSERT_EQ(next.empties(), position.empties() - 1);
                position = next;
            }
            ASSERT_EQ(position.final_score(), -position.passed().final_score());
        }
    }
}

TEST(Grid, ABlockedSquareEndsALine) {
    const GridShape shape = *GridShape::with_blocked(6, {"a1"});
    GridPosition position = GridPosition::initial(shape);
    for (int cell = 0; cell < shape.cells(); ++cell) position.set(cell, Disc::none);
    // a1 blocked, b1 theirs, c1 ours: nothing to close the line with on the left.
    position.set(*shape.parse_cell("b1"), Disc::opponent);
    position.set(*shape.parse_cell("c1"), Disc::own);
    EXPECT_TRUE(position.legal_moves().empty());
    EXPECT_EQ(position.to_string().substr(0, 7), "#OX---\n");
}

TEST(Grid, NamesAndRefusals) {
    const GridShape shape = *GridShape::square_board(10);
    EXPECT_EQ(shape.name_of(99), "j10");
    EXPECT_EQ(shape.parse_cell("J10"), 99);
    EXPECT_EQ(shape.parse_cell("a0"), std::nullopt);
    EXPECT_EQ(shape.parse_cell("a01"), std::nullopt);
    EXPECT_EQ(shape.parse_cell("k1"), std::nullopt);
    EXPECT_EQ(shape.parse_cell("a11"), std::nullopt);
    EXPECT_FALSE(GridShape::square_board(3));
    EXPECT_FALSE(GridShape::square_board(11));
    EXPECT_FALSE(GridShape::with_blocked(8, {"d4"}));
    EXPECT_FALSE(GridShape::with_blocked(8, {"i1"}));
    EXPECT_FALSE(GridShape::with_blocked(8, {"a1", "a1"}));
}

}  // namespace
}  // namespace emilia
