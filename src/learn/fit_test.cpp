#include "learn/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "learn/game_file.h"
#include "learn/report.h"
#include "learn/testing.h"

namespace emilia::learn {
namespace {

TEST(Fit, ParallelFindsWhatTheLabelsWereMadeFrom) {
    const Weights truth = simple_truth();
    Samples samples = samples_of_truth(truth, 8000);
    // A few stages are enough, and all of them take a sanitizer minutes.
    for (SampleSet* const set : {&samples.training, &samples.validation}) {
        for (std::size_t empties = 0; empties <= 60; ++empties) {
            if (empties % 20 > 2) set->by_empties[empties].clear();
        }
    }
    FitOptions options;
    options.ridge = 0.1;
    options.iterations = 40;
    options.threads = 2;
    std::vector<int> stages;
    const auto found =
        fit(samples, options, [&](const StageFit& stage) { stages.push_back(stage.stage); });
    ASSERT_TRUE(found);
    ASSERT_TRUE(*found);
    EXPECT_EQ(stages.size(), static_cast<std::size_t>(kStages));
    EXPECT_EQ(stages.front(), kStages - 1);
    for (const int empties : {20, 21, 40, 41}) {
        const auto& held_out = samples.validation.by_empties[static_cast<std::size_t>(empties)];
        const ErrorReport error = error_of((*found)->weights, held_out, 1);
        EXPECT_GT(error.samples, 200u);
        EXPECT_LT(error.rms, 1.2) << empties;
        EXPECT_GT(error.correlation, 0.95) << empties;
    }
    for (const StageFit& stage : (*found)->stages) {
        ASSERT_FALSE(stage.curve.empty());
        const CurvePoint& chosen = stage.curve[static_cast<std::size_t>(stage.chosen)];
        for (const CurvePoint& point : stage.curve) {
            EXPECT_LE(chosen.validation, point.validation * 1.001);
        }
    }
}

TEST(Fit, StagesWithoutPositionsHaveTheWeightsOfTheNextOne) {
    const Weights truth = simple_truth();
    Samples samples = samples_of_truth(truth, 100);
    // Leaves stages 5 to 24.
    for (SampleSet* const set : {&samples.training, &samples.validation}) {
        for (std::size_t empties = 0; empties <= 60; ++empties) {
            if (empties > 50 || empties < 11) set->by_empties[empties].clear();
        }
    }
    FitOptions options;
    options.iterations = 3;
    const auto found = fit(samples, options);
    ASSERT_TRUE(found && *found);
    const Weights& weights = (*found)->weights;
    EXPECT_EQ(weights.classes(4), weights.classes(5));
    EXPECT_EQ(weights.classes(0), weights.classes(5));
    EXPECT_NE(weights.classes(5), weights.classes(6));
    EXPECT_NE(weights.classes(23), weights.classes(24));
    EXPECT_EQ(weights.classes(29), weights.classes(24));
}

TEST(Fit, NothingToFitIsSaidAndStoppingStops) {
    EXPECT_FALSE(fit(Samples{}, {}));
    FitOptions options;
    options.stopped = [] { return true; };
    const auto found = fit(samples_of_truth(simple_truth(), 2), options);
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found);
}

TEST(Fit, RoundedWeightsStayWithinSixteenBits) {
    EXPECT_EQ(rounded_weights({0, 1, -1.5, 1000, -1000, 0.004}),
              (std::vector<std::int16_t>{0, 128, -192, 32767, -32767, 1}));
}

TEST(Samples, LabelsAreForThePlayerToMove) {
    for (const TrainingGame& one : random_training_games(50, 3)) {
        TrainingGame game = one;
        game.exact_from = 0;
        SampleSet set;
        add_samples(game, 1, set);
        EXPECT_EQ(set.size(),
                  game.moves.size() -
                      std::min(game.moves.size(), static_cast<std::size_t>(game.random_plies)));
        const int result = black_result(game);
        Replay replay;
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            const auto& there =
                set.by_empties[static_cast<std::size_t>(replay.position().empties())];
            if (i < static_cast<std::size_t>(game.random_plies)) {
                ASSERT_TRUE(there.empty());
            } else {
                ASSERT_EQ(there.size(), 1u);
                ASSERT_EQ(there[0].position, replay.position());
                ASSERT_EQ(there[0].label,
                          static_cast<float>(replay.black_to_move() ? result : -result));
            }
            replay.play(game.moves[i]);
        }
    }
}

TEST(Samples, LambdaMixesSearchAndResult) {
    Random random(4);
    TrainingGame game = random_training_game(random);
    game.random_plies = 0;
    game.exact_from = 3;
    for (std::size_t i = 0; i < game.values.size(); ++i) {
        game.values[i] = static_cast<std::int8_t>(i % 2 == 0 ? 10 : -4);
    }
    for (const double lambda : {0.0, 0.3, 1.0}) {
        SampleSet set;
        add_samples(game, lambda, set);
        // Backwards by hand: exact values as they are, before them the mixture.
        std::vector<std::pair<Position, bool>> places;
        Replay replay;
        for (const Square square : game.moves) {
            places.emplace_back(replay.position(), replay.black_to_move());
            replay.play(square);
        }
        double black = black_result(game);
        for (std::size_t i = places.size(); i-- > 0;) {
            const auto [position, is_black] = places[i];
            const double search = is_black ? game.values[i] : -game.values[i];
            black = position.empties() <= 3 ? search : lambda * black + (1 - lambda) * search;
            const auto& there = set.by_empties[static_cast<std::size_t>(position.empties())];
            ASSERT_NEAR(there.at(0).label, is_black ? black : -black, 1e-4);
        }
    }
}

TEST(Samples, NothingBeforeTheLastRandomMove) {
    Random random(5);
    TrainingGame game = random_training_game(random);
    game.random_plies = 5;
    std::fill(game.values.begin(), game.values.end(), std::int8_t{2});
    game.values[20] = kNoValue;
    SampleSet set;
    add_samples(game, 1, set);
    EXPECT_EQ(set.size(), game.moves.size() - 21);
}

TEST(Samples, ParallelReadingKeepsTheOrderAndTheDivision) {
    const std::string path = testing::TempDir() + "emilia-samples-test";
    std::filesystem::remove(path);
    const auto games = random_training_games(400, 6);
    {
        auto writer = GameFileWriter::open(path, {{"seed", "6"}});
        for (std::size_t i = 0; i < 400; i += 40) {
            ASSERT_TRUE(writer->append(std::span(games).subspan(i, 40)));
        }
    }
    std::vector<Samples> read;
    for (const int threads : {1, 3}) {
        SampleOptions options;
        options.threads = threads;
        options.validation_permille = 200;
        auto samples = read_samples({path}, options);
        ASSERT_TRUE(samples);
        EXPECT_EQ(samples->games, 400u);
        read.push_back(std::move(*samples));
    }
    SampleSet training;
    SampleSet validation;
    for (std::size_t i = 0; i < games.size(); ++i) {
        add_samples(games[i], 1, is_for_validation(i, 200) ? validation : training);
    }
    EXPECT_GT(validation.size(), training.size() / 10);
    const auto same = [](const SampleSet& a, const SampleSet& b) {
        for (std::size_t e = 0; e <= 60; ++e) {
            const auto& x = a.by_empties[e];
            const auto& y = b.by_empties[e];
            if (!std::equal(x.begin(), x.end(), y.begin(), y.end(),
                            [](const Sample& p, const Sample& q) {
                                return p.position == q.position && p.label == q.label;
                            })) {
                return false;
            }
        }
        return true;
    };
    for (const Samples& samples : read) {
        EXPECT_TRUE(same(samples.training, training));
        EXPECT_TRUE(same(samples.validation, validation));
    }
    EXPECT_FALSE(read_samples({path, path + "-that-is-not-there"}, {}));
    std::filesystem::remove(path);
}

TEST(Report, ErrorsAreThoseOfTheDefinition) {
    const Weights truth = simple_truth();
    Random random(7);
    std::vector<Sample> samples;
    double sum = 0, absolute = 0, square = 0;
    for (int i = 0; i < 20000; ++i) {
        const Position position = random_position_from_play(random, 30);
        const double value = value_of(truth, position);
        const auto label = static_cast<float>(static_cast<int>(random.below(41)) - 20);
        samples.push_back({position, label});
        const double error = std::clamp(value, -64.0, 64.0) - static_cast<double>(label);
        sum += error;
        absolute += std::abs(error);
        square += error * error;
    }
    const ErrorReport report = error_of(truth, samples, 1);
    EXPECT_EQ(report.samples, 20000u);
    EXPECT_NEAR(report.mean, sum / 20000, 1e-6);
    EXPECT_NEAR(report.absolute, absolute / 20000, 1e-6);
    EXPECT_NEAR(report.rms, std::sqrt(square / 20000), 1e-6);
    EXPECT_NEAR(report.correlation, 0, 0.03);
    for (Sample& sample : samples)
        sample.label = static_cast<float>(value_of(truth, sample.position));
    EXPECT_NEAR(error_of(truth, samples, 1).correlation, 1, 1e-3);
    EXPECT_EQ(error_of(truth, std::vector<Sample>{}, 1).samples, 0u);
}

}  // namespace
}  // namespace emilia::learn
