#include "board/areas.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "board/square.h"
#include "util/random.h"

namespace emilia {
namespace {

TEST(Areas, AreTheSquaresTheyAreNamedFor) {
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const Bitboard here = bit(square_at(column, row));
            const int from_side = std::min(column, 7 - column);
            const int from_end = std::min(row, 7 - row);
            const bool corner = from_side == 0 && from_end == 0;
            EXPECT_EQ((kCorners & here) != 0, corner);
            EXPECT_EQ((kBesideCorners & here) != 0, from_side <= 1 && from_end <= 1 && !corner);
            EXPECT_EQ((kFileA & here) != 0, column == 0);
            EXPECT_EQ((kFileH & here) != 0, column == 7);
            EXPECT_EQ((kInnerSquares & here) != 0, from_side > 0 && from_end > 0);
        }
    }
}

TEST(Areas, NeighboursAgreeWithALookAroundEverySquare) {
    Random random(1);
    for (int round = 0; round < 1000; ++round) {
        const Bitboard squares = random.next() & random.next() & random.next();
        Bitboard expected = 0;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                for (int y = std::max(row - 1, 0); y <= std::min(row + 1, 7); ++y) {
                    for (int x = std::max(column - 1, 0); x <= std::min(column + 1, 7); ++x) {
                        if (x == column && y == row) continue;
                        if ((squares & bit(square_at(x, y))) == 0) continue;
                        expected |= bit(square_at(column, row));
                    }
                }
            }
        }
        ASSERT_EQ(neighbours(squares), expected) << squares;
    }
}

}  // namespace
}  // namespace emilia
