#include "match/tournament.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "match/report.h"
#include "match/testing.h"
#include "util/random.h"

namespace emilia::match {
namespace {

TEST(RoundRobin, EverybodyMeetsEverybodyWithBothColours) {
    for (std::size_t players = 2; players <= 11; ++players) {
        for (const std::size_t games : {1u, 2u, 3u, 6u}) {
            const auto tasks = round_robin(players, games);
            EXPECT_EQ(tasks.size(), players * (players - 1) / 2 * games);
            std::map<std::pair<std::size_t, std::size_t>, int> blacks;
            std::vector<int> ahead(players, 0);
            for (std::size_t i = 0; i < tasks.size(); ++i) {
                EXPECT_EQ(tasks[i].game, i);
                const auto [black, white] = tasks[i].seats;
                ASSERT_LT(std::max(black, white), players);
                ASSERT_NE(black, white);
                ++blacks[{black, white}];
                ++ahead[black];
                --ahead[white];
            }
            for (std::size_t i = 0; i < players; ++i) {
                EXPECT_LE(std::abs(ahead[i]), 1);
                for (std::size_t j = i + 1; j < players; ++j) {
                    const int first = blacks[{i, j}];
                    const int second = blacks[{j, i}];
                    EXPECT_EQ(first + second, static_cast<int>(games));
                    EXPECT_LE(std::abs(first - second), 1);
                }
            }
        }
    }
}

TEST(RoundRobin, NobodyPlaysTwiceInARound) {
    for (const std::size_t players : {5u, 8u}) {
        std::map<std::size_t, std::set<std::size_t>> seen;
        for (const Task& task : round_robin(players, 2)) {
            for (const std::size_t player : task.seats) {
                EXPECT_TRUE(seen[task.round].insert(player).second);
            }
        }
    }
}

TEST(Swiss, NobodyMeetsTwiceAndColoursAreEven) {
    Random random(9);
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t players = 4 + random.below(20);
        const std::size_t rounds = std::min<std::size_t>(8, players / 2);
        std::vector<SwissRound> before;
        std::vector<double> points(players, 0);
        std::set<std::pair<std::size_t, std::size_t>> met;
        std::vector<int> ahead(players, 0);
        std::set<std::size_t> byes;
        for (std::size_t round = 0; round < rounds; ++round) {
            const SwissRound next = pair_round(before, points);
            ASSERT_EQ(next, pair_round(before, points));
            std::set<std::size_t> seated;
            for (const auto& [black, white] : next.pairings) {
                EXPECT_TRUE(seated.insert(black).second);
                EXPECT_TRUE(seated.insert(white).second);
                EXPECT_TRUE(met.insert(std::minmax(black, white)).second)
                    << players << " players, round " << round + 1;
                ++ahead[black];
                --ahead[white];
                const double result = static_cast<double>(random.below(3)) / 2;
                points[black] += result;
                points[white] += 1 - result;
            }
            EXPECT_EQ(next.bye.has_value(), players % 2 == 1);
            if (next.bye) {
                EXPECT_TRUE(seated.insert(*next.bye).second);
                EXPECT_TRUE(byes.insert(*next.bye).second) << "a second bye";
                points[*next.bye] += 1;
            }
            EXPECT_EQ(seated.size(), players);
            before.push_back(next);
        }
        for (const int balance : ahead) EXPECT_LE(std::abs(balance), 3);
    }
}

TEST(Swiss, EqualPointsMeet) {
    // After a first round without draws all winners can meet winners.
    const SwissRound first = pair_round({}, std::vector<double>(8, 0));
    std::vector<double> points(8, 0);
    for (const auto& pairing : first.pairings) points[pairing.black] = 1;
    const SwissRound second = pair_round({first}, points);
    for (const auto& [black, white] : second.pairings) EXPECT_EQ(points[black], points[white]);
}

TEST(Swiss, MoreRoundsThanPairingsRepeatOnlyWhereTheyMust) {
    // Six players, of whom two threes have met all of each other: no round without a repetition.
    std::vector<SwissRound> before;
    for (std::size_t shift = 0; shift < 3; ++shift) {
        SwissRound round;
        for (std::size_t i = 0; i < 3; ++i) round.pairings.push_back({i, 3 + (i + shift) % 3});
        before.push_back(round);
    }
    const SwissRound next = pair_round(before, std::vector<double>(6, 0));
    ASSERT_EQ(next.pairings.size(), 3u);
    int repeated = 0;
    for (const auto& [black, white] : next.pairings) repeated += (black < 3) != (white < 3);
    EXPECT_EQ(repeated, 1);
}

TEST(Swiss, GamesOfARoundAreNumberedOn) {
    SwissRound round;
    round.pairings = {{2, 0}, {1, 3}};
    const auto tasks = tasks_of(round, 4, 2, 16);
    ASSERT_EQ(tasks.size(), 4u);
    EXPECT_EQ(tasks[0], (Task{16, 4, 4, {2, 0}}));
    EXPECT_EQ(tasks[1], (Task{17, 4, 4, {0, 2}}));
    EXPECT_EQ(tasks[3], (Task{19, 4, 4, {3, 1}}));
}

TEST(Standings, ByPointsThenOpponentsThenDiscs) {
    const std::vector<Outcome> games = {
        outcome_of({0, 0, 0, {0, 1}}, 10),
        outcome_of({1, 0, 0, {2, 3}}, 4),
        outcome_of({2, 1, 0, {0, 2}}, 0),
        outcome_of({3, 1, 0, {3, 1}}, -64, Reason::timeout),
    };
    const auto table = standings(4, games);
    // 0 and 2 have 1.5 points; 0 met 1 (1 point) and 2, 2 met 3 (none) and 0.
    EXPECT_EQ(table[0].player, 0u);
    EXPECT_EQ(table[0].points, 1.5);
    EXPECT_EQ(table[0].opponents, 2.5);
    EXPECT_EQ(table[0].discs, 10);
    EXPECT_EQ(table[1].player, 2u);
    EXPECT_EQ(table[1].opponents, 1.5);
    EXPECT_EQ(table[2].player, 1u);
    EXPECT_EQ(table[2].discs, 54);
    EXPECT_EQ(table[3].forfeits, 1u);
    EXPECT_EQ(table[3].losses, 2u);

    SwissRound bye;
    bye.bye = 3;
    EXPECT_EQ(standings(4, games, {bye}, 2)[0].player, 3u);
    const Points points = points_between(4, games);
    EXPECT_EQ(points[0][2], 0.5);
    EXPECT_EQ(points[1][3], 1);
    EXPECT_EQ(points[3][1], 0);
}

TEST(Standings, WhoResignsForfeitsNothing) {
    const auto table = standings(2, std::vector<Outcome>{
                                        outcome_of({0, 0, 0, {0, 1}}, -64, Reason::resign),
                                        outcome_of({1, 0, 0, {1, 0}}, 64, Reason::illegal),
                                    });
    EXPECT_EQ(table[1].player, 0u);
    EXPECT_EQ(table[1].losses, 2u);
    EXPECT_EQ(table[1].forfeits, 1u);
}

TEST(Report, HoldsTheNamesSafely) {
    TournamentSummary summary;
    summary.title = "A <b>bold</b> title";
    summary.players = {"gtp:a & b", "random", "first"};
    const std::vector<Outcome> games = {outcome_of({0, 0, 0, {0, 1}}, -64, Reason::failure),
                                        outcome_of({1, 0, 0, {1, 2}}, 4),
                                        outcome_of({2, 0, 0, {2, 0}}, 4)};
    summary.standings = standings(3, games);
    summary.points = points_between(3, games);
    summary.games = summary.points;
    summary.ratings = rate(summary.points);
    const std::string page = tournament_report(summary, games);
    EXPECT_NE(page.find("gtp:a &amp; b"), std::string::npos);
    EXPECT_EQ(page.find("<b>bold"), std::string::npos);
    EXPECT_NE(page.find("<svg"), std::string::npos);
    EXPECT_NE(page.find("failure"), std::string::npos);
}

}  // namespace
}  // namespace emilia::match
