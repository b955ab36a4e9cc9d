#include "match/ratings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace emilia::match {

namespace {

using Matrix = std::vector<std::vector<double>>;

// Natural units, in which a lead of d wins 1/(1+e^-d), to Elo.
constexpr double kElo = 400 / std::numbers::ln10;

// Whether from each player a chain of points taken leads to every other.
bool connected(const Points& points) {
    const std::size_t count = points.size();
    const auto all_reached = [&](bool forwards) {
        std::vector<bool> reached(count, false);
        std::vector<std::size_t> open = {0};
        reached[0] = true;
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            for (std::size_t j = 0; j < count; ++j) {
                if (reached[j] || (forwards ? points[i][j] : points[j][i]) <= 0) continue;
                reached[j] = true;
                open.push_back(j);
            }
        }
        return std::find(reached.begin(), reached.end(), false) == reached.end();
    };
    return all_reached(true) && all_reached(false);
}

// By elimination; the matrices here are positive definite.
Matrix inverse(Matrix matrix) {
    const std::size_t count = matrix.size();
    Matrix result(count, std::vector<double>(count, 0));
    for (std::size_t i = 0; i < count; ++i) result[i][i] = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const double pivot = matrix[i][i];
        for (std::size_t k = 0; k < count; ++k) {
            matrix[i][k] /= pivot;
            result[i][k] /= pivot;
        }
        for (std::size_t j = 0; j < count; ++j) {
            if (j == i) continue;
            const double factor = matrix[j][i];
            for (std::size_t k = 0; k < count; ++k) {
                matrix[j][k] -= factor * matrix[i][k];
                result[j][k] -= factor * result[i][k];
            }
        }
    }
    return result;
}

class Likelihood {
  public:
    Likelihood(const Points& points, double prior) : points_(points), prior_(prior) {}

    double at(const std::vector<double>& ratings) const {
        double sum = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            for (std::size_t j = 0; j < points_.size(); ++j) {
                if (points_[i][j] > 0) sum += points_[i][j] * log_chance(ratings[i] - ratings[j]);
            }
            if (prior_ > 0) {
                sum += prior_ / 2 * (log_chance(ratings[i]) + log_chance(-ratings[i]));
            }
        }
        return sum;
    }

    std::vector<double> slope(const std::vector<double>& ratings) const {
        std::vector<double> result(points_.size(), 0);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            for (std::size_t j = 0; j < points_.size(); ++j) {
                result[i] += points_[i][j] - games(i, j) * chance(ratings[i] - ratings[j]);
            }
            result[i] += prior_ * (0.5 - chance(ratings[i]));
        }
        return result;
    }

    // Less the second derivatives. Without the prior ratings are known only up to a constant; a
    // constant matrix takes the place of that knowledge.
    Matrix curvature(const std::vector<double>& ratings) const {
        const std::size_t count = points_.size();
        const double fixed = prior_ > 0 ? 0 : 1 / static_cast<double>(count);
        Matrix result(count, std::vector<double>(count, fixed));
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                const double p = chance(ratings[i] - ratings[j]);
                const double weight = i == j ? 0 : games(i, j) * p * (1 - p);
                result[i][i] += weight;
                result[i][j] -= weight;
            }
            const double p = chance(ratings[i]);
            result[i][i] += prior_ * p * (1 - p);
        }
        return result;
    }

  private:
    static double chance(double lead) { return 1 / (1 + std::exp(-lead)); }
    static double log_chance(double lead) {
        return lead > 0 ? -std::log1p(std::exp(-lead)) : lead - std::log1p(std::exp(lead));
    }
    double games(std::size_t i, std::size_t j) const { return points_[i][j] + points_[j][i]; }

    const Points& points_;
    double prior_;
};

}  // namespace

Ratings rate(const Points& points) {
    const std::size_t count = points.size();
    Ratings ratings;
    ratings.players.resize(count);
    if (count < 2) return ratings;
    ratings.exist = connected(points);
    const Likelihood likelihood(points, ratings.exist ? 0 : 1);

    // Newton's method; the likelihood has one summit, and steps that lead down are halved.
    std::vector<double> best(count, 0);
    double height = likelihood.at(best);
    for (int round = 0; round < 200; ++round) {
        const std::vector<double> slope = likelihood.slope(best);
        const Matrix shape = inverse(likelihood.curvature(best));
        std::vector<double> step(count, 0);
        double greatest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) step[i] += shape[i][j] * slope[j];
            greatest = std::max(greatest, std::abs(step[i]));
        }
        if (greatest < 1e-10) break;
        bool higher = false;
        for (double factor = std::min(1.0, 2 / greatest); factor > 1e-9 && !higher; factor /= 2) {
            std::vector<double> next = best;
            for (std::size_t i = 0; i < count; ++i) next[i] += factor * step[i];
            const double reached = likelihood.at(next);
            higher = reached > height;
            if (higher) {
                best = std::move(next);
                height = reached;
            }
        }
        if (!higher) break;
    }
    double mean = 0;
    for (const double rating : best) mean += rating / static_cast<double>(count);
    // Distances from the mean: the covariances with the mean taken out on both sides.
    const Matrix covariance = inverse(likelihood.curvature(best));
    std::vector<double> with_mean(count, 0);
    double of_mean = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (const double value : covariance[i]) with_mean[i] += value / static_cast<double>(count);
        of_mean += with_mean[i] / static_cast<double>(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double variance = covariance[i][i] - 2 * with_mean[i] + of_mean;
        // What lies beyond is not the same on every machine. The zero takes the sign off zero.
        const auto rounded = [](double elo) { return std::round(elo * 1000) / 1000 + 0.0; };
        ratings.players[i] = {rounded(kElo * (best[i] - mean)),
                              rounded(kElo * std::sqrt(std::max(0.0, variance)))};
    }
    return ratings;
}

}  // namespace emilia::match
