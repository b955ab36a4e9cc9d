#include <gtest/gtest.h>

#include "board/rules.h"
#include "classic/alpha_beta.h"
#include "classic/branch_and_bound.h"
#include "classic/mtdf.h"
#include "classic/negascout.h"
#include "game/random_game.h"
#include "history/iago/iago_search.h"
#include "search/solver.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia {
namespace {

using classic::StandardBoard;

int nothing(const StandardBoard&) {
    return 0;
}
using Nothing = int (*)(const StandardBoard&);

// Searched to its end, a game is worth to the textbook's searches what the endgame solver says.
TEST(LaboratoryAndSolver, AgreeAtTheEndOfTheGame) {
    Solver solver({1, std::size_t{1} << 20});
    int compared = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(60)); ++seed) {
        Random random(seed);
        const Diagram diagram = random_game(random, 51 + seed % 9).final_diagram();
        const Position position = diagram.position;
        if (is_over(position) || position.empties() > 9) continue;
        const int score = solver.solve(position).lower.value();
        const int value = classic::finished_value(score);
        const int depth = 2 * position.empties();
        const StandardBoard board{position};
        classic::PositionTable<StandardBoard> table(4096);
        using classic::AlphaBeta;
        EXPECT_EQ((AlphaBeta<StandardBoard, Nothing>(nothing).search(board, depth)->value), value);
        EXPECT_EQ(
            (classic::BranchAndBound<StandardBoard, Nothing>(nothing, {}, {nullptr, &table, 0})
                 .search(board, depth)
                 ->value),
            value);
        table.clear();
        EXPECT_EQ((classic::NegaScout<StandardBoard, Nothing>(nothing, {}, {nullptr, &table, 0})
                       .search(board, depth)
                       ->value),
                  value);
        // Who wins: with a window around a draw.
        const int outcome =
            AlphaBeta<StandardBoard, Nothing>(nothing).search(board, depth, {}, {-1, 1})->value;
        EXPECT_EQ((outcome > 0) - (outcome < 0), (score > 0) - (score < 0));
        if (legal_moves(position) != 0) {
            iago::IagoSearch iago(iago::default_edges());
            EXPECT_EQ(iago.solve(diagram, Move::pass(), iago::Found::Kind::exact).value, score);
        }
        ++compared;
    }
    EXPECT_GT(compared, trials(60) / 2);
}

}  // namespace
}  // namespace emilia
