#include "history/bill/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace emilia::bill {

namespace {

// Keeps matrices invertible where a feature hardly varies, and is nothing where it does.
constexpr double kLeastVariance = 1;

// The sums of the features and of the products of two, of sums of counts.
struct FeatureMoments {
    std::int64_t count = 0;
    std::array<std::int64_t, kFeatures> sums{};
    std::array<std::array<std::int64_t, kFeatures>, kFeatures> products{};

    FeatureMoments& operator+=(const FeatureMoments& more) {
        count += more.count;
        for (std::size_t i = 0; i < kFeatures; ++i) {
            sums[i] += more.sums[i];
            for (std::size_t j = 0; j < kFeatures; ++j) products[i][j] += more.products[i][j];
        }
        return *this;
    }
};

FeatureMoments feature_moments(const Moments& moments, const Constants& constants) {
    FeatureMoments result;
    result.count = moments.count;
    std::size_t product = 0;
    for (std::size_t i = 0; i < kCounts; ++i) {
        const auto one = static_cast<std::size_t>(feature_of(static_cast<int>(i)));
        result.sums[one] += constants[i] * moments.sums[i];
        for (std::size_t j = i; j < kCounts; ++j) {
            const auto other = static_cast<std::size_t>(feature_of(static_cast<int>(j)));
            const std::int64_t add =
                std::int64_t{constants[i]} * constants[j] * moments.products[product++];
            result.products[one][other] += add;
            // The same product the other way round.
            if (i != j) result.products[other][one] += add;
        }
    }
    return result;
}

ClassModel model_of(const FeatureMoments& moments) {
    ClassModel model;
    const auto count = static_cast<double>(moments.count);
    for (std::size_t i = 0; i < kFeatures; ++i) {
        model.mean[i] = static_cast<double>(moments.sums[i]) / count;
    }
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t j = 0; j < kFeatures; ++j) {
            model.covariance[i][j] = static_cast<double>(moments.products[i][j]) / count -
                                     model.mean[i] * model.mean[j] + (i == j ? kLeastVariance : 0);
        }
    }
    return model;
}

}  // namespace

void Moments::add(const Counts& counts) {
    ++count;
    std::size_t product = 0;
    for (std::size_t i = 0; i < kCounts; ++i) {
        sums[i] += counts[i];
        for (std::size_t j = i; j < kCounts; ++j) {
            products[product++] += std::int64_t{counts[i]} * counts[j];
        }
    }
}

Moments& Moments::operator+=(const Moments& more) {
    count += more.count;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.sums[i];
    for (std::size_t i = 0; i < products.size(); ++i) products[i] += more.products[i];
    return *this;
}

void Samples::add(const Sample& sample) {
    Stage& stage = stages[static_cast<std::size_t>(sample.move - 1)];
    (sample.won ? stage.won : stage.lost).add(sample.counts);
}

Result<Models> models_of(const Samples& samples, const Constants& constants) {
    struct Stage {
        FeatureMoments won;
        FeatureMoments lost;
    };
    std::array<Stage, kMoves> each{};
    for (std::size_t move = 0; move < kMoves; ++move) {
        each[move] = {feature_moments(samples.stages[move].won, constants),
                      feature_moments(samples.stages[move].lost, constants)};
    }
    std::array<Stage, kMoves> smooth{};
    std::vector<int> enough;
    for (int move = 0; move < kMoves; ++move) {
        Stage& sum = smooth[static_cast<std::size_t>(move)];
        for (int near = std::max(0, move - kSmoothing);
             near <= std::min(kMoves - 1, move + kSmoothing); ++near) {
            sum.won += each[static_cast<std::size_t>(near)].won;
            sum.lost += each[static_cast<std::size_t>(near)].lost;
        }
        if (std::min(sum.won.count, sum.lost.count) >= kLeastPositions) enough.push_back(move);
    }
    if (enough.empty()) {
        return Error{fmt::format(
            "there are too few games to learn from: no move of the game has {} positions that were "
            "won and as many that were lost",
            kLeastPositions)};
    }
    Models models;
    for (int move = 0; move < kMoves; ++move) {
        const int nearest = *std::min_element(enough.begin(), enough.end(), [&](int a, int b) {
            return std::abs(a - move) < std::abs(b - move);
        });
        const Stage& stage = smooth[static_cast<std::size_t>(nearest)];
        models[static_cast<std::size_t>(move)] = {model_of(stage.won), model_of(stage.lost)};
    }
    return models;
}

}  // namespace emilia::bill
