#include "history/logistello/logistic.h"

#include <algorithm>
#include <cmath>

namespace emilia::logistello {

namespace {

constexpr int kMostSteps = 30;
constexpr double kLeastStep = 1e-7;
// On the diagonal, as a part of the greatest entry: keeps still what nothing moves.
constexpr double kRidge = 1e-9;

// Solves the symmetric, positive system m x = v by Gauss's elimination; both are used up.
std::vector<double> solution(std::vector<std::vector<double>>& m, std::vector<double>& v) {
    const std::size_t n = v.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t row = i + 1; row < n; ++row) {
            const double factor = m[row][i] / m[i][i];
            for (std::size_t k = i; k < n; ++k) m[row][k] -= factor * m[i][k];
            v[row] -= factor * v[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) v[i] -= m[i][k] * v[k];
        v[i] /= m[i][i];
    }
    return v;
}

}  // namespace

std::vector<double> logistic_regression(std::span<const float> features, std::size_t count,
                                        std::span<const float> outcomes,
                                        const std::function<bool()>& stopped) {
    std::vector<double> factors(count, 0.0);
    if (outcomes.empty()) return factors;
    for (int step = 0; step < kMostSteps; ++step) {
        if (stopped && stopped()) break;
        std::vector<double> gradient(count, 0.0);
        std::vector<std::vector<double>> curvature(count, std::vector<double>(count, 0.0));
        for (std::size_t row = 0; row < outcomes.size(); ++row) {
            const float* const x = features.data() + row * count;
            double log_odds = 0;
            for (std::size_t i = 0; i < count; ++i)
                log_odds += static_cast<double>(x[i]) * factors[i];
            const double chance = 1 / (1 + std::exp(-log_odds));
            const double error = static_cast<double>(outcomes[row]) - chance;
            const double weight = chance * (1 - chance);
            for (std::size_t i = 0; i < count; ++i) {
                const auto here = static_cast<double>(x[i]);
                gradient[i] += error * here;
                for (std::size_t j = 0; j <= i; ++j) {
                    curvature[i][j] += weight * here * static_cast<double>(x[j]);
                }
            }
        }
        double greatest = 1e-300;
        for (std::size_t i = 0; i < count; ++i) greatest = std::max(greatest, curvature[i][i]);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < i; ++j) curvature[j][i] = curvature[i][j];
            curvature[i][i] += kRidge * greatest;
        }
        const auto change = solution(curvature, gradient);
        double most = 0;
        for (std::size_t i = 0; i < count; ++i) {
            factors[i] += change[i];
            most = std::max(most, std::abs(change[i]));
        }
        if (most < kLeastStep) break;
    }
    return factors;
}

}  // namespace emilia::logistello
