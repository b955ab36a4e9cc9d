#include "classic/last_moves.h"

#include <gtest/gtest.h>

#include "board/random_positions.h"
#include "classic/minimax.h"

namespace emilia::classic {
namespace {

// No position before the end is ever valued.
struct NoEvaluation {
    int operator()(const StandardBoard&) const { return 0; }
};

TEST(LastMoves, ScoreIsThatOfMinimaxInEveryWindow) {
    Random random(6);
    int positions = 0;
    while (positions < 60) {
        const Position position = random_position_from_play(random, 56);
        const int empties = position.empties();
        if (empties == 0 || empties > 6) continue;
        ++positions;
        Minimax<StandardBoard, NoEvaluation> minimax{NoEvaluation{}};
        const int value = minimax.search(StandardBoard{position}, 2 * empties)->value;
        const int score = score_of_finished(value).value_or(0);
        const auto goes_on = [] { return false; };
        EXPECT_EQ(solve_last_moves(position, -kSquares, kSquares, goes_on), score);
        for (const int bound : {score - 2, score, score + 2}) {
            const int found = solve_last_moves(position, bound - 1, bound, goes_on);
            EXPECT_EQ(found >= bound, score >= bound) << bound << " " << score;
        }
    }
}

TEST(LastMoves, GivesUpWhenTold) {
    Random random(7);
    Position position = random_position_from_play(random, 52);
    while (position.empties() != kLastSquares || legal_moves(position) == 0) {
        position = random_position_from_play(random, 52);
    }
    int asked = 0;
    solve_last_moves(position, -kSquares, kSquares, [&] { return ++asked > 3; });
    const int stopped = asked;
    asked = 0;
    solve_last_moves(position, -kSquares, kSquares, [&] { return ++asked < 0; });
    EXPECT_LT(stopped, asked / 2);
}

}  // namespace
}  // namespace emilia::classic
