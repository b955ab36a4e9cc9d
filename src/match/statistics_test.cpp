#include "match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "match/sprt.h"
#include "util/random.h"

namespace emilia::match {
namespace {

TEST(Statistics, EloAndScoreAreInverse) {
    EXPECT_DOUBLE_EQ(score_of_elo(0), 0.5);
    EXPECT_NEAR(score_of_elo(400), 10.0 / 11, 1e-12);
    for (double elo = -700; elo <= 700; elo += 35) {
        EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
    EXPECT_TRUE(std::isinf(elo_of_score(0)));
    EXPECT_TRUE(std::isinf(elo_of_score(1)));
}

TEST(Statistics, ScoreIsMeanAndErrorOfThePairs) {
    // By hand: 0, 1, 1, 2 points; in games 0, .5, .5, 1. Variance (.25 + .25) / 3.
    const auto score = score_of({1, 0, 2, 0, 1});
    EXPECT_DOUBLE_EQ(score->mean, 0.5);
    EXPECT_NEAR(score->error, std::sqrt(0.5 / 3 / 4), 1e-12);
    EXPECT_FALSE(score_of({0, 0, 1, 0, 0}));

    Random random(5);
    for (int trial = 0; trial < 100; ++trial) {
        Pentanomial pairs = {};
        Moments moments;
        const int count = 2 + static_cast<int>(random.below(40));
        for (int i = 0; i < count; ++i) {
            const std::size_t points = random.below(5);
            ++pairs[points];
            moments.add(static_cast<double>(points) / 4);
        }
        EXPECT_NEAR(score_of(pairs)->mean, moments.estimate()->mean, 1e-12);
        EXPECT_NEAR(score_of(pairs)->error, moments.estimate()->error, 1e-12);
    }
}

TEST(Statistics, MomentsAreThoseOfTheTextbook) {
    const std::vector<double> numbers = {3, -1, 4, 1, -5, 9, 2, 6};
    Moments moments;
    double sum = 0;
    for (const double number : numbers) {
        moments.add(number);
        sum += number;
    }
    const double mean = sum / 8;
    double squares = 0;
    for (const double number : numbers) squares += (number - mean) * (number - mean);
    EXPECT_NEAR(moments.mean(), mean, 1e-12);
    EXPECT_NEAR(moments.estimate()->error, std::sqrt(squares / 7 / 8), 1e-12);
}

TEST(Statistics, EloHasAnInterval) {
    const auto even = elo_of({10, 20, 40, 20, 10});
    EXPECT_NEAR(even->elo, 0, 1e-9);
    EXPECT_NEAR(even->low, -even->high, 1e-9);
    EXPECT_NEAR(even->superiority.value(), 0.5, 1e-12);
    // Mean .55, variance by hand: (5*.3025 + 10*.09 + 40*.0025 + 30*.04 + 15*.2025) / 99.
    const auto better = elo_of({5, 10, 40, 30, 15});
    const double mean = (10 * .25 + 40 * .5 + 30 * .75 + 15) / 100;
    const double squares = 5 * mean * mean + 10 * std::pow(.25 - mean, 2) +
                           40 * std::pow(.5 - mean, 2) + 30 * std::pow(.75 - mean, 2) +
                           15 * std::pow(1 - mean, 2);
    const double error = std::sqrt(squares / 99 / 100);
    EXPECT_NEAR(better->elo, 400 * std::log10(mean / (1 - mean)), 1e-9);
    EXPECT_NEAR(better->low, elo_of_score(mean - 1.959964 * error), 1e-3);
    EXPECT_NEAR(better->superiority.value(),
                0.5 * (1 + std::erf((mean - .5) / error / std::sqrt(2))), 1e-12);
    // All alike: nothing to tell a chance by.
    EXPECT_FALSE(elo_of({0, 0, 0, 0, 9})->superiority.has_value());
    EXPECT_FALSE(elo_of({9, 0, 0, 0, 0})->superiority.has_value());
    EXPECT_FALSE(elo_of({0, 0, 9, 0, 0})->superiority.has_value());
}

// The pairs' log likelihood at the best chances with that mean, found by climbing: four chances are
// free but for the mean, and a small step along any direction that keeps sum and mean must not
// help.
double slow_likelihood(const Pentanomial& pairs, double score) {
    // Begin with chances that have the mean: between the two ends.
    std::array<double, 5> chances;
    for (std::size_t k = 0; k < 5; ++k) chances[k] = 0.02;
    double mean = 0;
    for (std::size_t k = 0; k < 5; ++k) mean += chances[k] * static_cast<double>(k) / 4;
    const double rest = 0.9;
    chances[4] += score - mean;
    chances[0] += rest - (score - mean);
    const auto likelihood = [&](const std::array<double, 5>& at) {
        double sum = 0;
        for (std::size_t k = 0; k < 5; ++k) {
            if (at[k] <= 0) return -1e300;
            sum += static_cast<double>(pairs[k]) * std::log(at[k]);
        }
        return sum;
    };
    double best = likelihood(chances);
    for (double step = 0.1; step > 1e-10; step /= 2) {
        for (bool moved = true; moved;) {
            moved = false;
            // Three neighbouring chances change as 1 : -2 : 1, and further ones likewise.
            for (std::size_t i = 0; i < 5; ++i) {
                for (std::size_t j = i + 1; j < 5; ++j) {
                    for (std::size_t k = j + 1; k < 5; ++k) {
                        for (const double sign : {step, -step}) {
                            auto next = chances;
                            const auto a = static_cast<double>(j - i);
                            const auto b = static_cast<double>(k - j);
                            next[i] += sign * b / (a + b);
                            next[j] -= sign;
                            next[k] += sign * a / (a + b);
                            const double reached = likelihood(next);
                            if (reached > best + 1e-12) {
                                best = reached;
                                chances = next;
                                moved = true;
                            }
                        }
                    }
                }
            }
        }
    }
    return best;
}

TEST(Sprt, RatioIsThatOfTheBestChances) {
    const std::pair<Pentanomial, SprtSettings> cases[] = {
        {{10, 20, 40, 25, 12}, {0, 10}},
        {{3, 9, 30, 2, 1}, {-5, 5}},
        {{100, 200, 500, 260, 130}, {0, 5}},
        {{1, 1, 2, 8, 20}, {0, 100}},
    };
    for (const auto& [pairs, settings] : cases) {
        const double expected = slow_likelihood(pairs, score_of_elo(settings.elo1)) -
                                slow_likelihood(pairs, score_of_elo(settings.elo0));
        EXPECT_NEAR(log_likelihood_ratio(pairs, settings), expected, 1e-4);
    }
}

// Counts and ratios that fastchess (its sprt_test.cpp, "logistic pentanomial") is pinned by.
TEST(Sprt, AgreesWithPublishedNumbers) {
    EXPECT_NEAR(log_likelihood_ratio({223, 9863, 20279 + 1000, 10037, 246}, {0.5, 2.5}), -3.07,
                0.03);
    EXPECT_NEAR(log_likelihood_ratio({871, 26175, 55003 + 980, 26678, 821}, {0, 2}), -4.98, 0.05);
}

TEST(Sprt, DecidesAtTheBounds) {
    const SprtSettings settings{0, 5};
    EXPECT_NEAR(settings.upper_bound(), std::log(19), 1e-12);
    EXPECT_NEAR(settings.lower_bound(), -std::log(19), 1e-12);
    EXPECT_EQ(verdict_of(2.9, settings), Verdict::undecided);
    EXPECT_EQ(verdict_of(2.95, settings), Verdict::elo1);
    EXPECT_EQ(verdict_of(-2.95, settings), Verdict::elo0);
    EXPECT_EQ(log_likelihood_ratio({}, settings), 0);
    // All won: each pair is likelier by the ratio of the scores.
    EXPECT_NEAR(log_likelihood_ratio({0, 0, 0, 0, 100}, settings),
                100 * std::log(score_of_elo(5) / 0.5), 0.01);
}

// A test with errors of 5 % is wrong in about 5 % of all matches, not more.
TEST(Sprt, IsSeldomWrong) {
    Random random(11);
    const SprtSettings settings{0, 60};
    int wrong = 0;
    constexpr int kMatches = 400;
    for (int match = 0; match < kMatches; ++match) {
        Pentanomial pairs = {};
        Verdict verdict = Verdict::undecided;
        for (int i = 0; i < 100'000 && verdict == Verdict::undecided; ++i) {
            // Two even players.
            ++pairs[2 * random.below(2) + 2 * random.below(2)];
            if (i > 10) verdict = verdict_of(log_likelihood_ratio(pairs, settings), settings);
        }
        wrong += verdict == Verdict::elo1;
    }
    EXPECT_LT(wrong, kMatches * 9 / 100);
}

}  // namespace
}  // namespace emilia::match
