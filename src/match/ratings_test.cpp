#include "match/ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "util/random.h"

namespace emilia::match {
namespace {

TEST(Ratings, OfTwoAreTheElosOfTheirScore) {
    const Ratings ratings = rate({{0, 75}, {25, 0}});
    EXPECT_TRUE(ratings.exist);
    const double lead = 400 * std::log10(3);
    EXPECT_NEAR(ratings.players[0].elo, lead / 2, 2e-3);
    EXPECT_NEAR(ratings.players[1].elo, -lead / 2, 2e-3);
    // The error of the lead is 400/ln 10 / sqrt(n p q); each is off by half of it from the middle.
    EXPECT_NEAR(ratings.players[0].error, 400 / std::log(10) / std::sqrt(100 * .75 * .25) / 2,
                2e-3);
}

// At the summit everybody has scored what his rating expects.
TEST(Ratings, ExpectWhatWasScored) {
    Random random(3);
    for (int trial = 0; trial < 50; ++trial) {
        const std::size_t count = 3 + random.below(6);
        Points points(count, std::vector<double>(count, 0));
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                if (i != j) points[i][j] = 0.5 + static_cast<double>(random.below(20)) / 2;
            }
        }
        const Ratings ratings = rate(points);
        ASSERT_TRUE(ratings.exist);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            double scored = 0;
            double expected = 0;
            for (std::size_t j = 0; j < count; ++j) {
                scored += points[i][j];
                const double lead = ratings.players[i].elo - ratings.players[j].elo;
                expected += (points[i][j] + points[j][i]) / (1 + std::pow(10, -lead / 400));
            }
            EXPECT_NEAR(scored, expected, 2e-3);
            EXPECT_GT(ratings.players[i].error, 0);
            sum += ratings.players[i].elo;
        }
        EXPECT_NEAR(sum, 0, 0.01);
    }
}

TEST(Ratings, AreFiniteForWhoWonEverything) {
    const Ratings ratings = rate({{0, 10, 10}, {0, 0, 5}, {0, 5, 0}});
    EXPECT_FALSE(ratings.exist);
    EXPECT_TRUE(std::isfinite(ratings.players[0].elo));
    EXPECT_GT(ratings.players[0].elo, 200);
    EXPECT_NEAR(ratings.players[1].elo, ratings.players[2].elo, 2e-3);
    // Those who never met, and nobody at all.
    EXPECT_FALSE(rate({{0, 0}, {0, 0}}).exist);
    EXPECT_EQ(rate({{0, 0}, {0, 0}}).players[0].elo, 0);
    EXPECT_TRUE(rate({}).players.empty());
}

// Errors are what happens when the same tournament is played many times.
TEST(Ratings, ErrorsAreThoseOfRepetition) {
    Random random(7);
    const std::vector<double> truth = {120, 0, -40, -80};
    constexpr int kGames = 100;
    double squares = 0;
    double claimed = 0;
    constexpr int kTrials = 300;
    for (int trial = 0; trial < kTrials; ++trial) {
        Points points(4, std::vector<double>(4, 0));
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = i + 1; j < 4; ++j) {
                const double chance = 1 / (1 + std::pow(10, (truth[j] - truth[i]) / 400));
                for (int game = 0; game < kGames; ++game) {
                    ++(random.unit() < chance ? points[i][j] : points[j][i]);
                }
            }
        }
        const Ratings ratings = rate(points);
        squares += std::pow(ratings.players[0].elo - truth[0], 2) / kTrials;
        claimed += ratings.players[0].error / kTrials;
    }
    EXPECT_NEAR(std::sqrt(squares) / claimed, 1, 0.15);
}

}  // namespace
}  // namespace emilia::match
