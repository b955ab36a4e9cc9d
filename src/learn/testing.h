#pragma once

#include "board/random_positions.h"
#include "eval/eval_kernel.h"
#include "learn/samples.h"
#include "learn/training_game.h"

namespace emilia::learn {

// For tests: a game of random moves with values that drift like those of a search.
inline TrainingGame random_training_game(Random& random) {
    TrainingGame game;
    game.random_plies = static_cast<int>(random.below(20));
    game.exact_from = static_cast<int>(random.below(20));
    Replay replay;
    int value = 0;
    while (!replay.over()) {
        value += static_cast<int>(random.below(9)) - 4;
        value = value < -64 ? -64 : value > 64 ? 64 : value;
        const bool is_random = static_cast<int>(game.moves.size()) < game.random_plies;
        game.values.push_back(is_random ? kNoValue : static_cast<std::int8_t>(value));
        game.moves.push_back(random_square(random, replay.legal()));
        replay.play(game.moves.back());
        if (!replay.passed()) value = -value;
    }
    return game;
}

inline std::vector<TrainingGame> random_training_games(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<TrainingGame> games;
    for (std::size_t i = 0; i < count; ++i) games.push_back(random_training_game(random));
    return games;
}

// For tests: weights of a simple truth: what two kinds of diagonals and having the move are worth.
inline Weights simple_truth() {
    std::vector<std::vector<std::int16_t>> by_class(
        kStages, std::vector<std::int16_t>(static_cast<std::size_t>(class_layout().count), 0));
    Random random(1);
    for (const std::size_t shape : {kShapeCount - 1, kShapeCount - 2}) {
        for (int i = 0; i < folding_of(shape).classes; ++i) {
            const auto weight =
                static_cast<std::int16_t>(static_cast<int>(random.below(601)) - 300);
            for (auto& classes : by_class) {
                classes[static_cast<std::size_t>(class_layout().begin[shape] + i)] = weight;
            }
        }
    }
    const auto mobility = static_cast<std::size_t>(class_layout().mobility);
    for (auto& classes : by_class) {
        for (std::size_t i = mobility; i < classes.size(); ++i) classes[i] = 200;
    }
    return Weights(std::move(by_class));
}

inline double value_of(const Weights& weights, Position position) {
    const EvalKernel& kernel = eval_kernel(Isa::portable);
    Features features;
    kernel.features_of(position, features);
    return static_cast<double>(
               kernel.value(position, features, weights.stage(stage_of(position.empties())))) /
           kUnitsOfADisc;
}

// Positions of random games with their values as labels, a tenth of the games for validation.
inline Samples samples_of_truth(const Weights& truth, std::size_t games) {
    Samples samples;
    Random random(2);
    for (std::size_t i = 0; i < games; ++i) {
        TrainingGame game = random_training_game(random);
        game.random_plies = 0;
        std::fill(game.values.begin(), game.values.end(), std::int8_t{0});
        add_samples(game, 1, i % 10 == 0 ? samples.validation : samples.training);
    }
    for (SampleSet* const set : {&samples.training, &samples.validation}) {
        for (auto& list : set->by_empties) {
            for (Sample& sample : list) {
                sample.label = static_cast<float>(value_of(truth, sample.position));
            }
        }
    }
    return samples;
}

}  // namespace emilia::learn
