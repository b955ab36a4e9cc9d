#include "classic/bit_grid.h"

#include <gtest/gtest.h>

#include "classic/alpha_beta.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::classic {
namespace {

std::vector<int> cells_of(const BitGridShape& shape, WideBits bits) {
    std::vector<int> cells;
    for (const int place : PlaceRange(bits)) {
        cells.push_back(
            shape.grid().cell_at(BitGridShape::column_of(place), BitGridShape::row_of(place)));
    }
    return cells;
}

// The slow grid is the reference, all through random games on every kind of board.
TEST(BitGrid, PlaysAsTheGridDoes) {
    for (const char* const name :
         {"4", "5", "6", "8", "9", "10", "96", "10-a1-j1-a10-j10", "7-d1"}) {
        const auto grid = parse_shape(name);
        ASSERT_TRUE(grid) << name;
        const BitGridShape shape(*grid);
        EXPECT_EQ(shape.squares(), grid->playable());
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(20)); ++seed) {
            Random random(seed);
            GridPosition slow = GridPosition::initial(*grid);
            BitGridBoard fast = BitGridBoard::initial(shape);
            while (!slow.is_over()) {
                ASSERT_EQ(fast, BitGridBoard::from(shape, slow));
                ASSERT_EQ(fast.to_string(), slow.to_string());
                ASSERT_EQ(fast.empties(), slow.empties());
                const std::vector<int> moves = slow.legal_moves();
                ASSERT_EQ(cells_of(shape, fast.legal_moves()), moves);
                ASSERT_FALSE(fast.is_over());
                if (moves.empty()) {
                    ASSERT_TRUE(fast.must_pass());
                    slow = slow.passed();
                    fast = fast.passed();
                    continue;
                }
                const int cell = moves[random.below(moves.size())];
                const int place = BitGridShape::place_at(grid->column_of(cell), grid->row_of(cell));
                ASSERT_EQ(cells_of(shape, fast.flips(place)), slow.flips(cell));
                slow = slow.after(cell);
                fast = fast.after(place);
            }
            EXPECT_TRUE(fast.is_over());
            EXPECT_EQ(fast.final_score(), slow.final_score());
        }
    }
}

TEST(BitGrid, TakesThePositionOfTheStandardBoard) {
    const BitGridShape shape(*GridShape::square_board(8));
    EXPECT_EQ(BitGridBoard::from(shape, Position::initial()), BitGridBoard::initial(shape));
}

TEST(BitGrid, FindsCorners) {
    const auto names = [](const char* board) {
        const auto grid = parse_shape(board);
        const BitGridShape shape(*grid);
        std::string text;
        for (const int place : PlaceRange(shape.corners())) text += shape.name_of(place) + " ";
        return text;
    };
    EXPECT_EQ(names("8"), "a1 h1 a8 h8 ");
    EXPECT_EQ(names("96"), "a1 j1 a10 j10 ");
    // Where a corner is blocked its neighbours on the edges are corners.
    EXPECT_EQ(names("6-a1"), "b1 f1 a2 a6 f6 ");
}

TEST(BitGrid, ReadsAndWritesShapes) {
    EXPECT_EQ(parse_shape("96")->playable(), 96);
    EXPECT_TRUE(parse_shape("96")->is_blocked(*parse_shape("10")->parse_cell("h8")));
    for (const char* const name : {"4", "8", "10", "96", "10-a1-j10"}) {
        EXPECT_EQ(to_string(*parse_shape(name)), name);
    }
    for (const char* const name : {"", "3", "11", "x", "8-", "8-a9", "8-d4", "8-a1-a1", "-a1"}) {
        EXPECT_FALSE(parse_shape(name)) << name;
    }
    const BitGridShape shape(*parse_shape("96"));
    EXPECT_EQ(shape.name_of(*shape.parse_place("j10")), "j10");
    EXPECT_FALSE(shape.parse_place("c3"));
    EXPECT_FALSE(shape.parse_place("k1"));
}

int discs_of(const BitGridBoard& board) {
    return board.disc_balance();
}
int grid_discs(const GridBoard& board) {
    return board.position.disc_balance();
}

TEST(BitGrid, HasTheValueOfTheGridInASearch) {
    const auto grid = parse_shape("96");
    const BitGridShape shape(*grid);
    AlphaBeta<BitGridBoard, int (*)(const BitGridBoard&)> fast(discs_of);
    AlphaBeta<GridBoard, int (*)(const GridBoard&)> slow(grid_discs);
    for (int depth = 1; depth <= 4; ++depth) {
        const auto one = fast.search(BitGridBoard::initial(shape), depth);
        const auto other = slow.search(GridBoard{GridPosition::initial(*grid)}, depth);
        EXPECT_EQ(one->value, other->value);
        EXPECT_EQ(one->counts.nodes, other->counts.nodes);
    }
}

}  // namespace
}  // namespace emilia::classic
