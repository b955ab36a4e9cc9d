#include "learn/fit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "learn/regression.h"
#include "util/elapsed.h"

namespace emilia::learn {

namespace {

// Iterations without a gain in validation after which more of them are useless.
constexpr int kPatience = 6;
constexpr double kLeastGain = 1e-4;  // as a part of the error

// With the greatest and the least number of empty squares of a stage.
constexpr int most_empties(int stage) {
    return 60 - 2 * stage;
}
constexpr int least_empties(int stage) {
    return most_empties(stage) - 1;
}

// Rows by number of empty squares, made when a stage first needs them and dropped after the last.
class RowWindow {
  public:
    RowWindow(const SampleSet& samples, int threads) : samples_(samples), threads_(threads) {}

    const Rows& at(int empties) {
        const auto found = rows_.find(empties);
        if (found != rows_.end()) return found->second;
        const auto& samples = samples_.by_empties[static_cast<std::size_t>(empties)];
        return rows_.emplace(empties, rows_of(samples, threads_)).first->second;
    }
    void drop_below(int empties) { rows_.erase(rows_.begin(), rows_.lower_bound(empties)); }

  private:
    const SampleSet& samples_;
    int threads_;
    std::map<int, Rows> rows_;
};

class StageFitter {
  public:
    StageFitter(const Samples& samples, const FitOptions& options)
        : options_(options),
          training_(samples.training, options.threads),
          validation_(samples.validation, options.threads) {}

    // From `weights` to better ones; false if it was stopped.
    bool fit(int stage, std::vector<double>& weights, StageFit& report) {
        const auto start = std::chrono::steady_clock::now();
        report.stage = stage;
        Regression regression(rows_for(stage, report), weights, options_.ridge, options_.threads);
        report.classes_seen = regression.classes_seen();
        std::vector<double> best = weights;
        double best_error = 0;
        for (int i = 0; i <= options_.iterations; ++i) {
            if (options_.stopped && options_.stopped()) return false;
            if (i > 0 && !regression.step()) break;
            const double training = regression.error();
            const double validation = validation_error(stage, regression.weights(), report);
            report.curve.push_back({i, training, validation});
            // Without positions for validation the training has to do.
            const double error = report.validation_samples > 0 ? validation : training;
            if (i == 0 || error < best_error * (1 - kLeastGain)) {
                best_error = error;
                best = regression.weights();
                report.chosen = i;
            } else if (i >= report.chosen + kPatience) {
                break;
            }
        }
        weights = std::move(best);
        report.seconds = seconds_since(start);
        return true;
    }

  private:
    std::vector<WeightedRows> rows_for(int stage, StageFit& report) {
        const int reach = options_.neighbours > 0 ? 2 : 0;
        training_.drop_below(least_empties(stage) - reach);
        validation_.drop_below(least_empties(stage));
        std::vector<WeightedRows> rows;
        for (int empties = std::max(0, least_empties(stage) - reach);
             empties <= std::min(60, most_empties(stage) + reach); ++empties) {
            const int outside =
                std::max({0, least_empties(stage) - empties, empties - most_empties(stage)});
            const Rows& some = training_.at(empties);
            if (outside == 0) report.training_samples += some.size();
            if (some.size() > 0) {
                rows.push_back({&some, static_cast<float>(std::pow(options_.neighbours, outside))});
            }
        }
        // Positions of other stages alone are no reason to move.
        if (report.training_samples == 0) rows.clear();
        for (int empties = least_empties(stage); empties <= most_empties(stage); ++empties) {
            report.validation_samples += validation_.at(empties).size();
        }
        return rows;
    }

    double validation_error(int stage, const std::vector<double>& weights, const StageFit& report) {
        if (report.validation_samples == 0) return 0;
        const std::vector<float> rounded(weights.begin(), weights.end());
        double square = 0;
        for (int empties = least_empties(stage); empties <= most_empties(stage); ++empties) {
            const Rows& rows = validation_.at(empties);
            square += mean_square_error(rows, rounded, options_.threads) *
                      static_cast<double>(rows.size());
        }
        return std::sqrt(square / static_cast<double>(report.validation_samples));
    }

    const FitOptions& options_;
    RowWindow training_;
    RowWindow validation_;
};

}  // namespace

std::vector<std::int16_t> rounded_weights(const std::vector<double>& in_discs) {
    std::vector<std::int16_t> rounded;
    rounded.reserve(in_discs.size());
    for (const double weight : in_discs) {
        const double units = std::round(weight * kUnitsOfADisc);
        rounded.push_back(static_cast<std::int16_t>(std::clamp(units, -32767.0, 32767.0)));
    }
    return rounded;
}

Result<std::optional<Fit>> fit(const Samples& samples, const FitOptions& options,
                               const std::function<void(const StageFit&)>& done) {
    if (samples.training.size() == 0) {
        return Error{"there is no position to fit the weights to: the games are all random moves"};
    }
    std::vector<double> weights(static_cast<std::size_t>(class_layout().count), 0.0);
    std::vector<std::vector<std::int16_t>> by_stage(kStages);
    std::vector<StageFit> reports;
    StageFitter fitter(samples, options);
    int last_fitted = -1;
    for (int stage = kStages - 1; stage >= 0; --stage) {
        StageFit report;
        if (!fitter.fit(stage, weights, report)) return std::optional<Fit>();
        if (report.training_samples > 0) last_fitted = std::max(last_fitted, stage);
        by_stage[static_cast<std::size_t>(stage)] = rounded_weights(weights);
        if (done) done(report);
        reports.push_back(std::move(report));
    }
    // Stages behind the last one with positions.
    for (int stage = last_fitted + 1; stage < kStages; ++stage) {
        by_stage[static_cast<std::size_t>(stage)] = by_stage[static_cast<std::size_t>(last_fitted)];
    }
    return std::optional<Fit>(Fit{Weights(std::move(by_stage)), std::move(reports)});
}

}  // namespace emilia::learn
