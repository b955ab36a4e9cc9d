#include <gtest/gtest.h>

#include <string>

#include "experiment/catalogue.h"

namespace emilia::experiment {
namespace {

// Quick versions; what they print is in tests/golden/experiment.txt.
TEST(SamuelExperiments, SearchesAgreeAndDeepCutoffsBeginAtTheFourthPly) {
    const PlayerRegistry none;
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto report = samuel_search().run({none, true, seed});
        ASSERT_TRUE(report);
        EXPECT_NE(report->verdict, Verdict::disagrees);
        EXPECT_NE(report->reason.find("same games: yes"), std::string::npos) << report->reason;
        EXPECT_NE(
            report->reason.find("up to depth 3: yes, branch-and-bound more from depth 4 on: yes"),
            std::string::npos)
            << report->reason;
    }
}

TEST(SamuelExperiments, LearnedOrderSavesAndTheTurnedSignLoses) {
    const PlayerRegistry none;
    const auto report = samuel_learning().run({none, true, 1});
    ASSERT_TRUE(report);
    EXPECT_NE(report->verdict, Verdict::disagrees);
    EXPECT_EQ(report->figures.size(), 5U);
    for (const Table& table : report->tables) {
        for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
    }
    const Table& direction = report->tables.back();
    ASSERT_EQ(direction.columns.back(), "discs a game");
    EXPECT_LT(std::stod(direction.rows[0].back()), -5) << "turned, and learned";
    const Table& orders = report->tables[1];
    EXPECT_GT(std::stod(orders.rows[1][2]), 0) << "positions saved at depth 3";
}

TEST(SamuelExperiments, StopWhenAsked) {
    const PlayerRegistry none;
    Setting setting{none, true, 1};
    setting.stopped = [] { return true; };
    EXPECT_FALSE(samuel_search().run(setting));
    EXPECT_FALSE(samuel_learning().run(setting));
}

}  // namespace
}  // namespace emilia::experiment
