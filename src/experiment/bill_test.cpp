#include <gtest/gtest.h>

#include "experiment/catalogue.h"
#include "history/bill/bill.h"
#include "history/iago/iago.h"

namespace emilia::experiment {
namespace {

PlayerRegistry both() {
    PlayerRegistry players;
    iago::add_players(players);
    bill::add_players(players);
    return players;
}

// The short version has no clocks, so that it is the same on every machine.
TEST(BillBeatsIago, AtEqualDepthBillIsAhead) {
    const PlayerRegistry players = both();
    const auto report = bill_beats_iago().run({players, true});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict, Verdict::in_part) << report->reason;
    ASSERT_EQ(report->tables.size(), 1U);
    ASSERT_EQ(report->tables[0].rows.size(), 1U);
    EXPECT_EQ(report->tables[0].rows[0].size(), report->tables[0].columns.size());
    const auto again = bill_beats_iago().run({players, true});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->tables[0].rows, report->tables[0].rows);
}

TEST(BillBeatsIago, CanBeStopped) {
    const PlayerRegistry players = both();
    Setting setting{players, true};
    int games = 0;
    setting.progress = [&](const std::string&, std::size_t, std::size_t) { ++games; };
    setting.stopped = [&] { return games >= 2; };
    EXPECT_FALSE(bill_beats_iago().run(setting));
    EXPECT_LT(games, 10);
}

}  // namespace
}  // namespace emilia::experiment
