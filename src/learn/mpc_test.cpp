#include "learn/mpc.h"

#include <gtest/gtest.h>

#include <cmath>

#include "board/random_positions.h"
#include "eval/default_weights.h"
#include "learn/thinker.h"

namespace emilia::learn {
namespace {

TEST(Mpc, StatisticsOfPairs) {
    const DepthPair pair = pair_of({{0, 1}, {2, 5}, {4, 9}});
    EXPECT_EQ(pair.positions, 3u);
    EXPECT_NEAR(pair.bias, 3, 1e-12);
    EXPECT_NEAR(pair.sigma, 2, 1e-12);
    EXPECT_NEAR(pair.slope, 2, 1e-12);
    EXPECT_EQ(pair_of({}).positions, 0u);
}

TEST(Mpc, TheModelThatMadeTheNumbersIsFoundAgain) {
    const ProbcutModel truth{{1.5, -0.3, 0.4, 0.5, -0.7, 0.1}};
    std::vector<DepthPair> pairs;
    for (int empties = 12; empties <= 52; empties += 4) {
        for (int depth = 3; depth <= 10; ++depth) {
            for (const int shallow : {0, ProbcutTable::shallow_depth(depth)}) {
                pairs.push_back(
                    {empties, depth, shallow, 100, 0, truth.sigma(empties, depth, shallow), 1});
            }
        }
    }
    const auto model = fit_model(pairs);
    ASSERT_TRUE(model);
    for (std::size_t i = 0; i < truth.factor.size(); ++i) {
        EXPECT_NEAR(model->factor[i], truth.factor[i], 1e-3) << i;
    }
    EXPECT_FALSE(fit_model({}));
}

TEST(Mpc, ParallelMeasuresTheSame) {
    SampleSet samples;
    Random random(1);
    for (int i = 0; i < 40; ++i) {
        const Position position = random_position_from_play(random, 36);
        if (position.empties() == 24) samples.by_empties[24].push_back({position, 0});
    }
    MpcOptions options;
    options.positions = 15;
    options.least_empties = options.most_empties = 24;
    options.depth = 4;
    options.weights = default_weights();
    std::vector<std::vector<DepthPair>> found;
    for (const int threads : {1, 3}) {
        options.threads = threads;
        const auto pairs = measure_depths(samples, options);
        ASSERT_TRUE(pairs && *pairs);
        found.push_back(**pairs);
    }
    // Depths 3 and 4, each against the evaluation and against a shallow search.
    ASSERT_EQ(found[0].size(), 4u);
    for (std::size_t i = 0; i < found[0].size(); ++i) {
        EXPECT_EQ(found[0][i].positions, 15u);
        EXPECT_EQ(found[0][i].sigma, found[1][i].sigma);
        EXPECT_EQ(found[0][i].bias, found[1][i].bias);
        EXPECT_GT(found[0][i].sigma, 0);
    }
    options.least_empties = options.most_empties = 30;
    EXPECT_FALSE(measure_depths(samples, options));
    options.least_empties = options.most_empties = 24;
    options.stopped = [] { return true; };
    options.depth = 12;
    const auto stopped = measure_depths(samples, options);
    ASSERT_TRUE(stopped);
    EXPECT_FALSE(*stopped);
}

}  // namespace
}  // namespace emilia::learn
