#include "history/bill/discriminant.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

namespace emilia::bill {

namespace {

using Vector = Eigen::Matrix<double, kFeatures, 1>;
using Matrix = Eigen::Matrix<double, kFeatures, kFeatures>;

// A class as the discriminant needs it.
struct Prepared {
    Vector mean;
    Matrix inverse;
    double log_determinant = 0;
};

std::optional<Prepared> prepared(const ClassModel& model) {
    Prepared result;
    Matrix covariance;
    for (int i = 0; i < kFeatures; ++i) {
        const auto row = static_cast<std::size_t>(i);
        result.mean(i) = model.mean[row];
        for (int j = 0; j < kFeatures; ++j) {
            covariance(i, j) = model.covariance[row][static_cast<std::size_t>(j)];
        }
    }
    const Eigen::LLT<Matrix> factors(covariance);
    if (factors.info() != Eigen::Success) return std::nullopt;
    result.inverse = factors.solve(Matrix::Identity());
    const Matrix triangle = factors.matrixL();
    for (int i = 0; i < kFeatures; ++i) result.log_determinant += 2 * std::log(triangle(i, i));
    if (!result.inverse.allFinite() || !std::isfinite(result.log_determinant)) return std::nullopt;
    return result;
}

}  // namespace

double Discriminant::value(const Features& features) const {
    const auto by = coefficients(features);
    double sum = constant;
    for (std::size_t i = 0; i < kFeatures; ++i) sum += by[i] * features[i];
    return sum;
}

std::array<double, kFeatures> Discriminant::coefficients(const Features& features) const {
    std::array<double, kFeatures> result = linear;
    for (std::size_t i = 0; i < kFeatures; ++i) {
        for (std::size_t j = 0; j < kFeatures; ++j) result[i] += quadratic[i][j] * features[j];
    }
    return result;
}

std::optional<Discriminant> discriminant_of(const StageModel& model) {
    const auto won = prepared(model.won);
    const auto lost = prepared(model.lost);
    if (!won || !lost) return std::nullopt;
    const Matrix quadratic = 0.5 * (lost->inverse - won->inverse);
    const Vector of_won = won->inverse * won->mean;
    const Vector of_lost = lost->inverse * lost->mean;
    const Vector linear = of_won - of_lost;
    Discriminant result;
    result.constant = 0.5 * (lost->mean.dot(of_lost) - won->mean.dot(of_won) +
                             lost->log_determinant - won->log_determinant);
    for (int i = 0; i < kFeatures; ++i) {
        const auto row = static_cast<std::size_t>(i);
        result.linear[row] = linear(i);
        for (int j = 0; j < kFeatures; ++j) {
            result.quadratic[row][static_cast<std::size_t>(j)] =
                0.5 * (quadratic(i, j) + quadratic(j, i));
        }
    }
    return result;
}

double log_density(const ClassModel& model, const Features& features) {
    const auto known = prepared(model);
    if (!known) return 0;
    Vector away;
    for (int i = 0; i < kFeatures; ++i) {
        away(i) = features[static_cast<std::size_t>(i)] - known->mean(i);
    }
    return -0.5 * (kFeatures * std::log(2 * std::numbers::pi) + known->log_determinant +
                   away.dot(known->inverse * away));
}

double chance_of(double discriminant) {
    return 1 / (1 + std::exp(-discriminant));
}

}  // namespace emilia::bill
