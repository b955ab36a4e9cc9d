#include "server/analyst.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "board/rules.h"
#include "game/random_game.h"
#include "search/solver.h"
#include "server/analyses.h"
#include "server/testing.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::server {
namespace {

TEST(Analyst, ValuesOfAnEndgameAreThoseOfTheSolver) {
    const auto analyst = make_analyst();
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
        EXPECT_GE(reports, popcount(legal_moves(position)));
        EXPECT_EQ(last.depth, position.empties());
        EXPECT_EQ(last.selectivity, 100);
        EXPECT_GT(last.nodes, 0u);
        Solver solver({1, std::size_t{1} << 20});
        const auto expected = solver.solve_moves(position);
        ASSERT_EQ(last.moves.size(), expected.size());
        for (const AnalysedMove& move : last.moves) {
            EXPECT_TRUE(move.exact());
            ASSERT_FALSE(move.line.empty());
            EXPECT_EQ(move.line.front(), move.move);
            const auto other =
                std::find_if(expected.begin(), expected.end(),
                             [&](const MoveSolution& solved) { return solved.move == move.move; });
            ASSERT_NE(other, expected.end());
            EXPECT_EQ(move.value.amount, other->solution.lower.value());
        }
        for (std::size_t i = 1; i < last.moves.size(); ++i) {
            EXPECT_GE(last.moves[i - 1].value.amount, last.moves[i].value.amount);
        }
    }
}

TEST(Analyst, ValuesEveryMoveOfTheMidgameInDiscsEverDeeper) {
    const auto analyst = make_analyst();
    std::vector<int> depths;
    Analysis last;
    const auto done = analyst->analyse(
        GameRecord(), [&] { return last.depth >= 6; },
        [&](const Analysis& analysis) {
            last = analysis;
            depths.push_back(analysis.depth);
        });
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(last.moves.size(), 4u);
    EXPECT_FALSE(last.complete);
    EXPECT_TRUE(std::is_sorted(depths.begin(), depths.end()));
    EXPECT_EQ(depths.front(), 0) << "before all moves have a value";
    for (const AnalysedMove& move : last.moves) {
        EXPECT_FALSE(move.exact());
        EXPECT_EQ(move.value.unit, Value::Unit::discs);
        EXPECT_GE(move.depth, 6);
        EXPECT_LT(move.selectivity, 100);
        // All four are the same by symmetry.
        EXPECT_LT(std::abs(move.value.amount), 8);
    }
}

TEST(Analyst, EndsSoonAfterItIsStopped) {
    const auto analyst = make_analyst();
    const auto begin = std::chrono::steady_clock::now();
    double longest = 0;
    auto asked = begin;
    const auto done = analyst->analyse(
        GameRecord(),
        [&] {
            longest = std::max(longest, seconds_since(asked));
            asked = std::chrono::steady_clock::now();
            return seconds_since(begin) > 0.5;
        },
        [](const Analysis&) {});
    ASSERT_TRUE(done.ok());
    EXPECT_LT(seconds_since(asked), 0.1);
    EXPECT_LT(longest, 0.25) << "it has to ask often";
}

TEST(Analyst, SaysWhichBoardsItCannotAnalyse) {
    const auto analyst = make_analyst();
    GameRecord game;
    game.start = {{bit(Square::a1), bit(Square::b1)}, Color::black};
    int reports = 0;
    const auto done = analyst->analyse(
        game, [] { return false; }, [&](const Analysis&) { ++reports; });
    ASSERT_FALSE(done.ok());
    EXPECT_NE(done.error().message.find("d4"), std::string::npos) << done.error().message;
    EXPECT_EQ(reports, 0);
}

TEST(AnalysesThread, EndsWithItsClientAndKeepsItsLimits) {
    Turns turns(1);
    AnalysisLimits limits;
    limits.at_once = 2;
    make_analyst();  // what all of them share is unpacked with the first
    Analyses analyses(turns, limits, make_analyst);
    const auto first = analyses.start(GameRecord(), 60);
    const auto second = analyses.start(GameRecord(), 60);
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(analyses.start(GameRecord(), 60), nullptr) << "there may be two";
    EXPECT_EQ(analyses.running(), 2);
    const auto begin = std::chrono::steady_clock::now();
    first->close();
    EXPECT_TRUE(soon([&] { return analyses.running() == 1; }));
    EXPECT_LT(seconds_since(begin), trials(10) == 10 ? 0.5 : 10);
    const auto third = analyses.start(GameRecord(), 0.05);
    ASSERT_NE(third, nullptr);
    EXPECT_TRUE(soon([&] { return third->take().text.find("\"time\"") != std::string::npos; }));
    EXPECT_TRUE(soon([&] { return analyses.running() == 1; }));
    second->close();
}

}  // namespace
}  // namespace emilia::server
