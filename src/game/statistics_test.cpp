#include "game/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "board/grid.h"
#include "board/rules.h"
#include "game/random_game.h"
#include "game/wthor.h"
#include "util/testing.h"

namespace emilia {
namespace {

GameRecord played(std::string_view line) {
    GameBuilder builder;
    for (std::size_t at = 0; at < line.size(); at += 2) {
        EXPECT_TRUE(builder.add({*parse_square(line.substr(at, 2)), {}, {}, {}}).ok()) << line;
    }
    return builder.finish();
}

TEST(Summary, AgreesWithTheTwoPassFormula) {
    Random random(9);
    std::vector<double> values;
    Summary summary;
    EXPECT_EQ(summary.mean(), 0);
    EXPECT_EQ(summary.standard_deviation(), 0);
    for (int i = 0; i < 1000; ++i) {
        values.push_back(1e6 + random.unit());
        summary.add(values.back());
    }
    const double n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    EXPECT_NEAR(summary.mean(), mean, 1e-8);
    EXPECT_NEAR(summary.standard_deviation(), std::sqrt(squares / (n - 1)), 1e-8);
    EXPECT_EQ(summary.least(), *std::min_element(values.begin(), values.end()));
    EXPECT_EQ(summary.greatest(), *std::max_element(values.begin(), values.end()));
    EXPECT_EQ(summary.count(), 1000U);
}

// Everything once more by the slow rules of the other boards.
TEST(GameStatistics, AgreesWithASlowCount) {
    Random random(1982);
    const auto shape = GridShape::square_board(8);
    ASSERT_TRUE(shape);
    GameStatistics statistics;
    std::array<std::vector<double>, 61> choices;
    std::size_t black = 0, white = 0, draws = 0, passes = 0, with_passes = 0, early = 0, out = 0;
    double margins = 0;
    for (int i = 0; i < trials(300); ++i) {
        const GameRecord game = random_game(random);
        statistics.add(game);
        GridPosition position = GridPosition::initial(*shape);
        std::size_t number = 0;
        std::size_t passed = 0;
        bool black_moves = true;
        for (const PlayedMove& move : game.moves) {
            if (move.move.is_pass()) {
                ++passed;
                position = position.passed();
            } else {
                choices[++number].push_back(static_cast<double>(position.legal_moves().size()));
                position = position.after(index_of(move.move.square()));
            }
            black_moves = !black_moves;
        }
        const int score = black_moves ? position.final_score() : -position.final_score();
        ++(score > 0 ? black : score < 0 ? white : draws);
        margins += std::abs(score);
        passes += passed;
        with_passes += passed > 0;
        early += number < 60;
        out +=
            number < 60 && (position.count(Disc::own) == 0 || position.count(Disc::opponent) == 0);
    }
    EXPECT_EQ(statistics.games(), static_cast<std::size_t>(trials(300)));
    EXPECT_EQ(statistics.finished(), statistics.games());
    EXPECT_EQ(statistics.score().black_wins, black);
    EXPECT_EQ(statistics.score().white_wins, white);
    EXPECT_EQ(statistics.score().draws, draws);
    EXPECT_EQ(statistics.score().unknown, 0U);
    EXPECT_EQ(statistics.passes(), passes);
    EXPECT_EQ(statistics.games_with_passes(), with_passes);
    EXPECT_EQ(statistics.wipe_outs(), out);
    EXPECT_EQ(statistics.games() - statistics.lengths()[60], early);
    EXPECT_EQ(statistics.margins().count(), black + white);
    EXPECT_NEAR(statistics.margins().mean(), margins / static_cast<double>(black + white), 1e-9);
    for (int move = 1; move <= 60; ++move) {
        const auto& expected = choices[static_cast<std::size_t>(move)];
        ASSERT_EQ(statistics.choices(move).count(), expected.size()) << move;
        if (expected.empty()) continue;
        const double mean = std::accumulate(expected.begin(), expected.end(), 0.0) /
                            static_cast<double>(expected.size());
        EXPECT_NEAR(statistics.choices(move).mean(), mean, 1e-9) << move;
        EXPECT_EQ(statistics.choices(move).greatest(),
                  *std::max_element(expected.begin(), expected.end()));
    }
    EXPECT_EQ(statistics.choices(1).mean(), 4);
    EXPECT_EQ(statistics.choices(2).mean(), 3);
    EXPECT_EQ(statistics.choices_of_pair(1), 3.5);
    std::size_t in_openings = 0;
    for (const auto& [name, score] : statistics.openings()) {
        EXPECT_NE(name, "");
        in_openings += score.games();
    }
    EXPECT_EQ(in_openings, statistics.games());
}

TEST(GameStatistics, CountsEndsApart) {
    GameStatistics statistics;
    // Nine moves, then white has no disc: 13-0, or 64-0 as tournaments count.
    const GameRecord wipe_out = played("e6f4e3f6g5d6e7f5c5");
    ASSERT_EQ(wipe_out.result, DiscDifference(64));
    statistics.add(wipe_out);
    GameRecord given_up = played("f5f6e6");
    statistics.add(given_up);
    given_up.result = DiscDifference(-10);
    statistics.add(given_up);
    given_up.result = std::nullopt;
    given_up.winner = Color::white;
    statistics.add(given_up);
    EXPECT_EQ(statistics.games(), 4U);
    EXPECT_EQ(statistics.finished(), 1U);
    EXPECT_EQ(statistics.wipe_outs(), 1U);
    EXPECT_EQ(statistics.lengths()[9], 1U);
    EXPECT_EQ(statistics.squares_left().count(), 0U);
    EXPECT_EQ(statistics.score().unknown, 1U);
    EXPECT_EQ(statistics.score().black_wins, 1U);
    EXPECT_EQ(statistics.score().white_wins, 2U);
    EXPECT_EQ(statistics.margins().mean(), 37);
    EXPECT_EQ(statistics.margins().count(), 2U);
    EXPECT_EQ(statistics.margins_of(Color::white).mean(), 10);
    EXPECT_EQ(statistics.margin_counts()[64], 1U);
    EXPECT_EQ(statistics.disc_margins().mean(), 13);
    EXPECT_EQ(statistics.disc_margins_of(Color::black).count(), 1U);
    EXPECT_EQ(statistics.disc_margins_of(Color::white).count(), 0U);
    EXPECT_EQ(statistics.openings().at("Diagonal").games(), 3U);
}

// Figures of real play, where such games are at hand.
TEST(GameStatisticsData, TournamentGames) {
    const auto path = test_data("wthor/WTH_1990.wtb");
    if (!path) GTEST_SKIP() << no_test_data("wthor/WTH_1990.wtb");
    const auto read = read_wthor(*path);
    ASSERT_TRUE(read) << read.error().message;
    GameStatistics statistics;
    for (const GameRecord& game : read->games) statistics.add(game);
    EXPECT_EQ(statistics.games(), read->games.size());
    EXPECT_GT(statistics.choices(30).mean(), 8);
    EXPECT_LT(statistics.choices(30).mean(), 14);
    EXPECT_LT(statistics.choices(60).mean(), 1.01);
}

}  // namespace
}  // namespace emilia
