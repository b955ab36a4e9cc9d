#include "history/bill/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace emilia::bill {

namespace {

// Keeps matrices invertible where a feature hardly varies, and is nothing where it does.
constexpr double kLeastVariance = 1;

ClassModel model_of(const Moments& moments) {
    ClassModel model;
    const auto count = static_cast<double>(moments.count);
    for (std::size_t i = 0; i < kFeatures; ++i) {
        model.mean[i] = static_cast<double>(moments.sums[i]) / count;
    }
    std::size_t product = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t j = i; j < kFeatures; ++j) {
            const double value = static_cast<double>(moments.products[product++]) / count -
                                 model.mean[i] * model.mean[j] + (i == j ? kLeastVariance : 0);
            model.covariance[i][j] = value;
            model.covariance[j][i] = value;
        }
    }
    return model;
}

}  // namespace

void Moments::add(const Features& features) {
    ++count;
    std::size_t product = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) {
        sums[i] += features[i];
        for (std::size_t j = i; j < kFeatures; ++j) {
            products[product++] += std::int64_t{features[i]} * features[j];
        }
    }
}

Moments& Moments::operator+=(const Moments& more) {
    count += more.count;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.sums[i];
    for (std::size_t i = 0; i < products.size(); ++i) products[i] += more.products[i];
    return *this;
}

void Samples::add(int move, bool won, const Features& features) {
    Stage& stage = stages[static_cast<std::size_t>(move - 1)];
    (won ? stage.won : stage.lost).add(features);
}

Samples& Samples::operator+=(const Samples& more) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i].won += more.stages[i].won;
        stages[i].lost += more.stages[i].lost;
    }
    return *this;
}

Result<Models> models_of(const Samples& samples) {
    std::array<Samples::Stage, kMoves> smooth{};
    std::vector<int> enough;
    for (int move = 0; move < kMoves; ++move) {
        Samples::Stage& sum = smooth[static_cast<std::size_t>(move)];
        for (int near = std::max(0, move - kSmoothing);
             near <= std::min(kMoves - 1, move + kSmoothing); ++near) {
            sum.won += samples.stages[static_cast<std::size_t>(near)].won;
            sum.lost += samples.stages[static_cast<std::size_t>(near)].lost;
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
        const Samples::Stage& stage = smooth[static_cast<std::size_t>(nearest)];
        models[static_cast<std::size_t>(move)] = {model_of(stage.won), model_of(stage.lost)};
    }
    return models;
}

}  // namespace emilia::bill
