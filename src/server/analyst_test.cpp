#include "server/analyst.h"

#include <gtest/gtest.h>

#include "game/random_game.h"
#include "search/solver.h"
#include "server/analyses.h"
#include "server/testing.h"
#include "util/random.h"

namespace emilia::server {
namespace {

PlayerSpec spec_of(const PlayerRegistry& registry, const std::string& name) {
    return *registry.parse(name);
}

TEST(Analyst, ValuesOfAnEndgameAreThoseOfTheSolver) {
    const PlayerRegistry registry = test_players();
    const auto analyst = make_analyst(registry, spec_of(registry, "first"));
    Random random(5);
    int compared = 0;
    while (compared < 5) {
        const GameRecord game = random_game(random, 50);
        const Position position = game.final_diagram().position;
        if (legal_moves(position) == 0) continue;
        ++compared;
        Analysis last;
        int reports = 0;
        const auto done = analyst->analyse(
            game, [] { return false; },
            [&](const Analysis& analysis) {
                last = analysis;
                ++reports;
            });
        ASSERT_TRUE(done.ok());
        EXPECT_TRUE(last.complete);
        EXPECT_GT(reports, 1);
        Solver solver({1, std::size_t{1} << 20});
        const auto expected = solver.solve_moves(position);
        ASSERT_EQ(last.moves.size(), expected.size());
        EXPECT_EQ(last.moves[0].value.amount, expected[0].solution.lower.value());
        for (const AnalysedMove& move : last.moves) {
            EXPECT_TRUE(move.exact());
            for (const MoveSolution& other : expected) {
                if (other.move != move.move) continue;
                EXPECT_EQ(move.value.amount, other.solution.lower.value());
            }
        }
        for (std::size_t i = 1; i < last.moves.size(); ++i) {
            EXPECT_GE(last.moves[i - 1].value.amount, last.moves[i].value.amount);
        }
    }
}

TEST(Analyst, NamesEveryMoveInTheMidgame) {
    const PlayerRegistry registry = test_players();
    const auto analyst = make_analyst(registry, spec_of(registry, "first"));
    int depth = 0;
    Analysis last;
    const auto done = analyst->analyse(
        GameRecord(), [&] { return depth >= 3; },
        [&](const Analysis& analysis) {
            last = analysis;
            depth = analysis.depth;
        });
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(last.moves.size(), 4u);
    EXPECT_FALSE(last.complete);
    for (const AnalysedMove& move : last.moves) EXPECT_FALSE(move.exact());
}

TEST(Analyst, TellsWhatAPlayerFailedOf) {
    const PlayerRegistry registry = test_players();
    const auto analyst = make_analyst(registry, spec_of(registry, "failing"));
    const auto done = analyst->analyse(
        GameRecord(), [] { return false; }, [](const Analysis&) {});
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().message, "the program has ended");
}

TEST(AnalysesThread, EndsWithItsClientAndKeepsItsLimits) {
    const PlayerRegistry registry = test_players();
    Turns turns(1);
    AnalysisLimits limits;
    limits.at_once = 2;
    Analyses analyses(turns, limits,
                      [&] { return make_analyst(registry, spec_of(registry, "endless")); });
    const auto first = analyses.start(GameRecord(), 60);
    const auto second = analyses.start(GameRecord(), 60);
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(analyses.start(GameRecord(), 60), nullptr) << "there may be two";
    EXPECT_EQ(analyses.running(), 2);
    const auto begin = std::chrono::steady_clock::now();
    first->close();
    EXPECT_TRUE(soon([&] { return analyses.running() == 1; }));
    EXPECT_LT(seconds_since(begin), 0.5);
    const auto third = analyses.start(GameRecord(), 0.05);
    ASSERT_NE(third, nullptr);
    EXPECT_TRUE(soon([&] { return third->take().text.find("\"time\"") != std::string::npos; }));
    EXPECT_TRUE(soon([&] { return analyses.running() == 1; }));
    second->close();
}

}  // namespace
}  // namespace emilia::server
