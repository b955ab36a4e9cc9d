#include "match/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace emilia::match {

namespace {

// 95 % of a normal distribution lie within so many standard errors.
constexpr double k95Percent = 1.959963984540054;

}  // namespace

std::uint64_t pairs_in(const Pentanomial& pairs) {
    return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

double score_of_elo(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

double elo_of_score(double score) {
    if (score <= 0) return -std::numeric_limits<double>::infinity();
    if (score >= 1) return std::numeric_limits<double>::infinity();
    // The zero is there to make that of even players a positive one.
    return 400 * std::log10(score / (1 - score)) + 0.0;
}

std::optional<Estimate> score_of(const Pentanomial& pairs) {
    const auto count = static_cast<double>(pairs_in(pairs));
    if (count < 2) return std::nullopt;
    double mean = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        mean += static_cast<double>(pairs[i]) * static_cast<double>(i) / 4;
    }
    mean /= count;
    double squares = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const double distance = static_cast<double>(i) / 4 - mean;
        squares += static_cast<double>(pairs[i]) * distance * distance;
    }
    return Estimate{mean, std::sqrt(squares / (count - 1) / count)};
}

std::optional<EloEstimate> elo_of(const Pentanomial& pairs) {
    const auto score = score_of(pairs);
    if (!score) return std::nullopt;
    EloEstimate estimate;
    estimate.elo = elo_of_score(score->mean);
    estimate.low = elo_of_score(score->mean - k95Percent * score->error);
    estimate.high = elo_of_score(score->mean + k95Percent * score->error);
    if (score->error > 0) {
        estimate.superiority = std::erfc((0.5 - score->mean) / score->error / std::sqrt(2.0)) / 2;
    }
    return estimate;
}

void Moments::add(double number) {
    ++count_;
    const double distance = number - mean_;
    mean_ += distance / static_cast<double>(count_);
    squares_ += distance * (number - mean_);
}

std::optional<Estimate> Moments::estimate() const {
    if (count_ < 2) return std::nullopt;
    const auto count = static_cast<double>(count_);
    return Estimate{mean_, std::sqrt(squares_ / (count - 1) / count)};
}

}  // namespace emilia::match
