#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "history/bill/samples.h"

namespace emilia::bill {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// So many moves of the game share the weights of the features.
constexpr int kMovesOfStage = 5;
constexpr int kStages = kMoves / kMovesOfStage;
constexpr int kRounds = 30;
// Of the variance of each count, and of as many positions: keeps what is rare near 0.
constexpr double kPenalty = 0.001;
// The greatest constant of each feature but the first, which has but one.
constexpr double kGreatest = 100;

// Of a stage: how counts vary together, and with the results.
struct Sums {
    Matrix together = Matrix::Zero(kCounts, kCounts);
    Vector with_result = Vector::Zero(kCounts);
    double positions = 0;
};

Sums sums_of(const Samples& samples, int stage) {
    Moments won;
    Moments lost;
    for (int i = 0; i < kMovesOfStage; ++i) {
        const auto& move = samples.stages[static_cast<std::size_t>(stage * kMovesOfStage + i)];
        won += move.won;
        lost += move.lost;
    }
    Sums result;
    result.positions = static_cast<double>(won.count + lost.count);
    if (result.positions == 0) return result;
    const double mean_result = static_cast<double>(won.count - lost.count) / result.positions;
    std::size_t product = 0;
    for (std::size_t i = 0; i < kCounts; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const auto sum = static_cast<double>(won.sums[i] + lost.sums[i]);
        result.with_result(row) =
            static_cast<double>(won.sums[i] - lost.sums[i]) - sum * mean_result;
        for (std::size_t j = i; j < kCounts; ++j, ++product) {
            const auto column = static_cast<Eigen::Index>(j);
            const double value =
                static_cast<double>(won.products[product] + lost.products[product]) -
                sum * static_cast<double>(won.sums[j] + lost.sums[j]) / result.positions;
            result.together(row, column) = result.together(column, row) = value;
        }
    }
    return result;
}

// Each feature's constants by themselves, and nothing for the counts of the others.
Matrix by_feature(const Vector& constants) {
    Matrix result = Matrix::Zero(kCounts, kFeatures);
    for (int i = 0; i < kCounts; ++i) result(i, feature_of(i)) = constants(i);
    return result;
}

// The weights of the features that fit a stage best, by count.
Vector weights_of(const Sums& sums, const Matrix& features) {
    Matrix together = features.transpose() * sums.together * features;
    for (int i = 0; i < kFeatures; ++i) together(i, i) = together(i, i) * (1 + kPenalty) + 1e-9;
    const Vector weights = together.ldlt().solve(features.transpose() * sums.with_result);
    Vector result(kCounts);
    for (int i = 0; i < kCounts; ++i) result(i) = weights(feature_of(i));
    return result;
}

// The greatest of each feature is kGreatest, or 1 of the edges, which does not change what can be
// expressed.
void normalise(Vector& constants) {
    for (int feature = 0; feature < kFeatures; ++feature) {
        double greatest = 0;
        for (int i = 0; i < kCounts; ++i) {
            if (feature_of(i) == feature) greatest = std::max(greatest, std::abs(constants(i)));
        }
        if (greatest == 0) continue;
        const double scale = (feature == kEdges ? 1 : kGreatest) / greatest;
        for (int i = 0; i < kCounts; ++i) {
            if (feature_of(i) == feature) constants(i) *= scale;
        }
    }
}

}  // namespace

// The error is a square of products of constants and weights: with either of both fixed the other
// is a linear problem, and the two are solved in turn.
Constants constants_of(const Samples& samples) {
    std::vector<Sums> stages;
    for (int stage = 0; stage < kStages; ++stage) {
        Sums sums = sums_of(samples, stage);
        if (sums.positions > 0) stages.push_back(std::move(sums));
    }
    Vector constants(kCounts);
    for (int i = 0; i < kCounts; ++i) {
        constants(i) = hand_set_constants()[static_cast<std::size_t>(i)];
    }
    normalise(constants);
    for (int round = 0; round < kRounds && !stages.empty(); ++round) {
        const Matrix features = by_feature(constants);
        Matrix together = Matrix::Zero(kCounts, kCounts);
        Vector with_result = Vector::Zero(kCounts);
        for (const Sums& stage : stages) {
            const Vector weights = weights_of(stage, features);
            Matrix weighed = weights.asDiagonal() * stage.together * weights.asDiagonal();
            for (int i = 0; i < kCounts; ++i) {
                weighed(i, i) = weighed(i, i) * (1 + kPenalty) +
                                kPenalty * stage.positions * weights(i) * weights(i) + 1e-12;
            }
            together += weighed;
            with_result += weights.asDiagonal() * stage.with_result;
        }
        constants = together.ldlt().solve(with_result);
        normalise(constants);
    }
    // What every player wants more of is counted with a plus: moves, squares beside discs; the sign
    // of a feature is nothing that can be learned.
    const auto sign = [&](int feature) {
        double sum = 0;
        for (int i = 0; i < kCounts; ++i) {
            if (feature_of(i) == feature) sum += constants(i);
        }
        return sum < 0 ? -1.0 : 1.0;
    };
    Constants result{};
    for (int i = 0; i < kCounts; ++i) {
        const double rounded = std::round(sign(feature_of(i)) * constants(i));
        result[static_cast<std::size_t>(i)] =
            std::isfinite(rounded) ? static_cast<int>(rounded) : 0;
    }
    if (result[count::kEdge] == 0) result[count::kEdge] = 1;
    return result;
}

}  // namespace emilia::bill
