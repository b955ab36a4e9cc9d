#include <gtest/gtest.h>

#include <algorithm>

#include "experiment/catalogue.h"
#include "history/bill/bill.h"
#include "history/greene/greene.h"
#include "history/iago/iago.h"
#include "history/logistello/logistello.h"
#include "history/mcabee/mcabee.h"
#include "history/strategies/strategies.h"
#include "history/tournament96/tournament96.h"
#include "player/engine_player.h"

namespace emilia::experiment {
namespace {

PlayerRegistry all() {
    PlayerRegistry players;
    add_engine_player(players);
    strategies::add_players(players);
    iago::add_players(players);
    bill::add_players(players);
    greene::add_players(players);
    mcabee::add_players(players);
    logistello::add_players(players);
    tournament96::add_players(players);
    return players;
}

std::size_t place_of(const Table& ranking, const std::string& player) {
    const auto row = std::find_if(ranking.rows.begin(), ranking.rows.end(),
                                  [&](const auto& one) { return one.front() == player; });
    return static_cast<std::size_t>(row - ranking.rows.begin());
}

// The short version counts nodes, so that it is the same on every machine.
TEST(Lineage, EmiliaIsAheadOfIagoAndIagoOfChance) {
    const PlayerRegistry players = all();
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto report = lineage().run({players, true, seed});
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->verdict, Verdict::in_part) << report->reason;
        ASSERT_EQ(report->tables.size(), 4U);
        for (const Table& table : report->tables) {
            for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
        }
        const Table& ranking = report->tables[0];
        ASSERT_EQ(ranking.rows.size(), 11U);
        EXPECT_LT(place_of(ranking, "emilia"), place_of(ranking, "iago"));
        EXPECT_LT(place_of(ranking, "iago"), place_of(ranking, "random"));
        EXPECT_LT(place_of(ranking, "random"), 11U);
        EXPECT_EQ(report->tables[1].rows.size(), 7U);
        EXPECT_EQ(report->tables[2].rows.size(), 10U);
        ASSERT_EQ(report->figures.size(), 1U);
        EXPECT_NE(report->figures[0].svg.find("weighted-squares"), std::string::npos);
    }
}

// Whoever asks twice gets the same, and points of two against each other add up.
TEST(Lineage, IsTheSameTwiceAndCountsEveryGameForBoth) {
    const PlayerRegistry players = all();
    const auto report = lineage().run({players, true});
    const auto again = lineage().run({players, true});
    ASSERT_TRUE(report);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i < report->tables.size(); ++i) {
        EXPECT_EQ(report->tables[i].rows, again->tables[i].rows);
    }
    const Table& cross = report->tables[3];
    ASSERT_EQ(cross.rows.size(), 11U);
    for (std::size_t i = 0; i < 11; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            // Halves of a per cent are rounded on both sides.
            EXPECT_NEAR(std::stoi(cross.rows[i][j + 1]) + std::stoi(cross.rows[j][i + 1]), 100, 1);
        }
    }
}

TEST(Lineage, NamesAPlayerThatIsNotThere) {
    PlayerRegistry players;
    strategies::add_players(players);
    const auto report = lineage().run({players, true});
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("iago"), std::string::npos) << report.error().message;
}

TEST(Lineage, CanBeStopped) {
    const PlayerRegistry players = all();
    Setting setting{players, true};
    int games = 0;
    setting.progress = [&](const std::string&, std::size_t, std::size_t) { ++games; };
    setting.stopped = [&] { return games >= 2; };
    EXPECT_FALSE(lineage().run(setting));
    EXPECT_LT(games, 10);
}

}  // namespace
}  // namespace emilia::experiment
