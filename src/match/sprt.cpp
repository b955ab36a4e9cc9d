#include "match/sprt.h"

#include <cmath>

namespace emilia::match {

namespace {

using Chances = std::array<double, 5>;

constexpr double points(std::size_t i) {
    return static_cast<double>(i) / 4;
}

// The most likely chances with mean `score`, having seen `seen`: each is divided by
// 1 + t * (points - score), with the one t that makes the mean right. The mean falls as t grows, so
// t is found by halving, within the limits where all chances stay positive.
Chances with_mean(const Chances& seen, double score) {
    double low = -1 / (1 - score);
    double high = 1 / score;
    for (int i = 0; i < 200; ++i) {
        const double t = (low + high) / 2;
        double excess = 0;
        for (std::size_t k = 0; k < seen.size(); ++k) {
            const double distance = points(k) - score;
            excess += seen[k] * distance / (1 + t * distance);
        }
        (excess > 0 ? low : high) = t;
    }
    Chances chances;
    const double t = (low + high) / 2;
    for (std::size_t k = 0; k < seen.size(); ++k) {
        chances[k] = seen[k] / (1 + t * (points(k) - score));
    }
    return chances;
}

}  // namespace

double SprtSettings::lower_bound() const {
    return std::log(beta / (1 - alpha));
}

double SprtSettings::upper_bound() const {
    return std::log((1 - beta) / alpha);
}

double log_likelihood_ratio(const Pentanomial& pairs, const SprtSettings& settings) {
    if (pairs_in(pairs) == 0) return 0;
    // A result that was not seen yet is not impossible.
    constexpr double kUnseen = 1e-3;
    Chances seen;
    double count = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        seen[k] = pairs[k] == 0 ? kUnseen : static_cast<double>(pairs[k]);
        count += seen[k];
    }
    for (double& chance : seen) chance /= count;
    const Chances first = with_mean(seen, score_of_elo(settings.elo0));
    const Chances second = with_mean(seen, score_of_elo(settings.elo1));
    double ratio = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k)
        ratio += seen[k] * std::log(second[k] / first[k]);
    return count * ratio;
}

Verdict verdict_of(double log_likelihood_ratio, const SprtSettings& settings) {
    if (log_likelihood_ratio >= settings.upper_bound()) return Verdict::elo1;
    if (log_likelihood_ratio <= settings.lower_bound()) return Verdict::elo0;
    return Verdict::undecided;
}

}  // namespace emilia::match
