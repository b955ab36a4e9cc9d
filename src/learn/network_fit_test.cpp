#include "learn/network_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "learn/network_fit_kernel.h"
#include "learn/report.h"
#include "learn/testing.h"
#include "util/file.h"
#include "util/testing.h"

namespace emilia::learn {
namespace {

float small(Random& random) {
    return static_cast<float>(static_cast<int>(random.below(2001)) - 1000) / 1000;
}

struct Example {
    std::vector<NetworkFitRow> rows;
    ShownClasses classes{};
    NetworkFitLayer layer;

    explicit Example(Random& random) : rows(100) {
        for (NetworkFitRow& row : rows) {
            for (float& number : row) number = 0.3F * small(random);
        }
        for (auto& of : classes) of = static_cast<std::uint32_t>(random.below(rows.size()));
        for (float& number : layer.start) number = small(random);
        for (NetworkFitRow& row : layer.hidden) {
            for (float& number : row) number = small(random);
        }
        for (float& number : layer.hidden_start) number = small(random);
        for (float& number : layer.value) number = small(random);
        layer.value_start = small(random);
    }

    // By the plainest code, with what is to be told of the slopes.
    double value(int row_number, double more) const {
        std::array<double, kRowSize> sum{};
        for (std::size_t i = 0; i < kRowSize; ++i) {
            sum[i] = layer.start[i];
            for (const auto of : classes) sum[i] += 0.5 * rows[of][i];
            if (static_cast<int>(i) == row_number) sum[i] += more;
            sum[i] = std::min(sum[i] > 0 ? sum[i] : sum[i] / 16, 4.0);
        }
        double value = layer.value_start;
        for (std::size_t to = 0; to < kHidden; ++to) {
            double hidden = layer.hidden_start[to];
            for (std::size_t i = 0; i < kRowSize; ++i) hidden += sum[i] * layer.hidden[to][i];
            value += (hidden > 0 ? hidden : hidden / 16) * layer.value[to];
        }
        return value;
    }
};

TEST(NetworkFit, SlopesAreThoseOfTheValue) {
    Random random(1);
    const NetworkFitKernel& kernel = network_fit_kernel(Isa::portable);
    int compared = 0;
    for (int trial = 0; trial < trials(100); ++trial) {
        const Example example(random);
        NetworkFitLayer slope;
        NetworkFitRow sum_slope;
        const float error = kernel.learn_from(example.rows.data(), 0.5F, example.classes,
                                              example.layer, 2.0F, 0.25F, slope, sum_slope);
        const double value = example.value(-1, 0);
        EXPECT_NEAR(error, value - 2, 1e-4 * (1 + std::abs(value)));
        EXPECT_NEAR(slope.value_start, 0.25 * (value - 2), 1e-4 * (1 + std::abs(value)));
        for (int i = 0; i < kRowSize; ++i) {
            constexpr double kStep = 1e-5;
            const double above = (example.value(i, kStep) - value) / kStep;
            const double below = (value - example.value(i, -kStep)) / kStep;
            // At a bend there are two slopes.
            if (std::abs(above - below) > 1e-3) continue;
            ++compared;
            EXPECT_NEAR(sum_slope[static_cast<std::size_t>(i)], 0.25 * error * above,
                        1e-3 * (1 + std::abs(error * above)));
            EXPECT_EQ(sum_slope[static_cast<std::size_t>(i)],
                      slope.start[static_cast<std::size_t>(i)]);
        }
    }
    EXPECT_GT(compared, trials(100) * 30);
}

TEST(NetworkFit, AllInstructionSetsLearnTheSame) {
    Random random(2);
    for (int trial = 0; trial < trials(200); ++trial) {
        const Example example(random);
        std::vector<NetworkFitRow> slopes(20);
        std::vector<std::uint32_t> showing;
        for (NetworkFitRow& row : slopes) {
            for (float& number : row) number = small(random);
        }
        for (int i = 0; i < 30; ++i) {
            showing.push_back(static_cast<std::uint32_t>(random.below(slopes.size())));
        }
        NetworkFitRow squares;
        for (float& number : squares) number = std::abs(small(random));
        const RowStep step = {0.9F, 0.1F, 1.5F, 0.05F, 0.25F};
        struct Learned {
            float error = 0;
            NetworkFitLayer slope;
            NetworkFitRow sum_slope;
            NetworkFitRow squares;
            NetworkFitRow row;
        };
        const auto learn = [&](Isa isa) {
            const NetworkFitKernel& kernel = network_fit_kernel(isa);
            Learned learned;
            learned.error =
                kernel.learn_from(example.rows.data(), 0.7F, example.classes, example.layer, 1.0F,
                                  0.1F, learned.slope, learned.sum_slope);
            learned.squares = squares;
            learned.row = example.rows[0];
            kernel.step_row(slopes.data(), showing.data(), showing.size(), step, learned.squares,
                            learned.row);
            return learned;
        };
        const Learned expected = learn(Isa::portable);
        for (const float number : expected.row) EXPECT_LE(std::abs(number), step.most);
        for (const Isa isa : usable_isas()) {
            const Learned found = learn(isa);
            EXPECT_EQ(found.error, expected.error);
            EXPECT_EQ(found.sum_slope, expected.sum_slope);
            EXPECT_EQ(found.slope.hidden, expected.slope.hidden);
            EXPECT_EQ(found.slope.start, expected.slope.start);
            EXPECT_EQ(found.slope.value, expected.slope.value);
            EXPECT_EQ(found.squares, expected.squares);
            EXPECT_EQ(found.row, expected.row);
        }
    }
}

// What a sum of weights cannot say: the label is the truth without its sign.
Samples bent_samples(std::size_t games) {
    Samples samples = samples_of_truth(simple_truth(), games);
    for (SampleSet* const set : {&samples.training, &samples.validation}) {
        for (auto& list : set->by_empties) {
            for (Sample& sample : list) sample.label = std::abs(sample.label);
        }
    }
    return samples;
}

TEST(NetworkFit, ParallelFindsWhatASumOfWeightsCannot) {
    const Samples samples = bent_samples(static_cast<std::size_t>(trials(4000)));
    NetworkFitOptions options;
    options.passes = 6;
    options.batch = 2048;
    options.rate = 0.01;
    options.threads = 2;
    int told = 0;
    const auto found = fit_network(samples, options,
                                   [&](const NetworkPass& pass) { EXPECT_EQ(pass.pass, ++told); });
    ASSERT_TRUE(found && *found);
    EXPECT_EQ(told, 6);
    double sum = 0;
    double squares = 0;
    const auto& held_out = samples.validation.by_empties[30];
    for (const Sample& sample : held_out) {
        sum += sample.label;
        squares += double{sample.label} * sample.label;
    }
    const auto count = static_cast<double>(held_out.size());
    const double spread = std::sqrt(squares / count - sum / count * (sum / count));
    const ErrorReport error = error_of((*found)->weights, held_out, 1);
    // (A sanitizer gets a tenth of the games.)
    if (trials(10) == 10) {
        EXPECT_LT(error.rms, 0.5 * spread);
    } else {
        EXPECT_LT(error.rms, spread);
    }
    EXPECT_LT((*found)->passes.back().validation, (*found)->passes.front().validation);
}

TEST(NetworkFit, AnyNumberOfThreadsFindsTheSame) {
    const Samples samples = bent_samples(30);
    std::vector<std::string> ids;
    for (const int threads : {1, 2, 5}) {
        NetworkFitOptions options;
        options.passes = 2;
        options.batch = 500;
        options.threads = threads;
        const auto found = fit_network(samples, options);
        ASSERT_TRUE(found && *found);
        ids.push_back((*found)->weights.id());
    }
    EXPECT_EQ(ids[0], ids[1]);
    EXPECT_EQ(ids[0], ids[2]);
}

TEST(NetworkFit, WhatWasStoppedGoesOnAsIfItHadNotBeen) {
    const Samples samples = bent_samples(30);
    const auto folder = std::filesystem::path(testing::TempDir()) / "network_fit_state";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    NetworkFitOptions options;
    options.passes = 3;
    options.batch = 500;
    const auto whole = fit_network(samples, options);
    ASSERT_TRUE(whole && *whole);

    options.state = (folder / "state").string();
    int passes = 0;
    options.stopped = [&] { return passes == 2; };
    const auto stopped = fit_network(samples, options, [&](const NetworkPass&) { ++passes; });
    ASSERT_TRUE(stopped);
    EXPECT_FALSE(*stopped);
    options.stopped = {};
    const auto resumed = fit_network(samples, options);
    ASSERT_TRUE(resumed && *resumed);
    EXPECT_EQ((*resumed)->passes.size(), 1u);
    EXPECT_EQ((*resumed)->weights.id(), (*whole)->weights.id());

    // Another training's state, or what is none, is not gone on from.
    options.seed = 2;
    const auto other = fit_network(samples, options);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("another training"), std::string::npos);
    options.seed = 1;
    EXPECT_FALSE(fit_network(bent_samples(35), options));
    ASSERT_TRUE(write_file(options.state, "nonsense"));
    EXPECT_FALSE(fit_network(samples, options));
    std::filesystem::remove_all(folder);

    // A place where nothing can be kept is told of before anything is learned.
    options.state = "/no/such/folder/state";
    options.stopped = [] { return true; };
    EXPECT_FALSE(fit_network(samples, options));
}

TEST(NetworkFit, StagesWithoutPositionsDoAsTheNextOneDoes) {
    Samples samples = bent_samples(30);
    // Leaves stages 5 to 24.
    for (SampleSet* const set : {&samples.training, &samples.validation}) {
        for (std::size_t empties = 0; empties <= 60; ++empties) {
            if (empties > 50 || empties < 11) set->by_empties[empties].clear();
        }
    }
    NetworkFitOptions options;
    options.passes = 2;
    options.batch = 500;
    const auto found = fit_network(samples, options);
    ASSERT_TRUE(found && *found);
    const Network& network = *(*found)->weights.network();
    EXPECT_EQ(network.layer(0), network.layer(5));
    EXPECT_EQ(network.layer(4), network.layer(5));
    EXPECT_NE(network.layer(5), network.layer(6));
    EXPECT_NE(network.layer(23), network.layer(24));
    EXPECT_EQ(network.layer(29), network.layer(24));
}

TEST(NetworkFit, NothingToFitIsSaidAndStoppingStops) {
    EXPECT_FALSE(fit_network(Samples{}, {}));
    NetworkFitOptions options;
    options.stopped = [] { return true; };
    const auto found = fit_network(bent_samples(10), options);
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found);
}

}  // namespace
}  // namespace emilia::learn
