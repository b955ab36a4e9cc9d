#include "history/logistello/learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "history/logistello/evaluation.h"
#include "history/logistello/logistic.h"
#include "learn/regression.h"
#include "util/elapsed.h"

namespace emilia::logistello {

namespace {

// A class for each place, and parity's.
const learn::RowLayout& row_layout() {
    static const learn::RowLayout layout = [] {
        learn::RowLayout made;
        for (std::size_t place = 0; place < kPlaceCount; ++place) {
            made.begin.push_back(classes().begin[kPlaces.list[place].shape]);
        }
        made.begin.push_back(classes().begin[kParity]);
        made.classes = classes().count;
        return made;
    }();
    return layout;
}

learn::Rows rows_of(const std::vector<learn::Sample>& samples) {
    learn::Rows rows{&row_layout(), {}, {}};
    rows.classes.reserve(samples.size() * row_layout().width());
    rows.labels.reserve(samples.size());
    for (const learn::Sample& sample : samples) {
        const Board board = Board::of(sample.position);
        for (std::size_t place = 0; place < kPlaceCount; ++place) {
            rows.classes.push_back(classes().at(board, place));
        }
        rows.classes.push_back(static_cast<std::uint16_t>(sample.position.empties() & 1));
        rows.labels.push_back(sample.label);
    }
    return rows;
}

std::vector<std::int16_t> rounded(const std::vector<double>& discs) {
    std::vector<std::int16_t> numbers;
    numbers.reserve(discs.size());
    for (const double value : discs) {
        numbers.push_back(static_cast<std::int16_t>(
            std::clamp(std::round(value * kUnitsOfADisc), -32767.0, 32767.0)));
    }
    return numbers;
}

// 1994: the mean result of the positions that have a configuration.
std::vector<double> averages_of(const learn::Rows& rows, double prior) {
    std::vector<double> sums(classes().count, 0.0);
    std::vector<double> counts(classes().count, prior);
    const auto& begin = rows.layout->begin;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint16_t* const row = rows.row(i);
        for (std::size_t place = 0; place < begin.size(); ++place) {
            sums[begin[place] + row[place]] += static_cast<double>(rows.labels[i]);
            counts[begin[place] + row[place]] += 1;
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (counts[i] > 0) sums[i] /= counts[i];
    }
    return sums;
}

// 1994: how much each of the features says of who wins.
Factors factors_of(const learn::Rows& rows, const std::vector<std::int16_t>& averages,
                   const std::function<bool()>& stopped) {
    std::vector<float> features(rows.size() * kFactorCount, 0.0F);
    std::vector<float> outcomes;
    const auto& begin = rows.layout->begin;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint16_t* const row = rows.row(i);
        float* const x = &features[i * kFactorCount];
        for (std::size_t place = 0; place < kPlaceCount; ++place) {
            const std::size_t family = kPlaces.list[place].shape;
            x[family] += static_cast<float>(averages[begin[place] + row[place]]) / kUnitsOfADisc;
            x[kCurrentMobility] += line_mobility().current[family][row[place]];
            x[kPotentialMobility] += line_mobility().potential[family][row[place]];
        }
        x[kParity] =
            static_cast<float>(averages[begin[kPlaceCount] + row[kPlaceCount]]) / kUnitsOfADisc;
        x[kConstant] = 1;
        const float label = rows.labels[i];
        outcomes.push_back(label > 0 ? 1.0F : label < 0 ? 0.0F : 0.5F);
    }
    const auto found = logistic_regression(features, kFactorCount, outcomes, stopped);
    Factors factors{};
    std::copy(found.begin(), found.end(), factors.begin());
    return factors;
}

// How often an evaluation knows who wins.
double right_of(const Evaluation& evaluation, const std::vector<learn::Sample>& samples) {
    std::size_t right = 0;
    std::size_t all = 0;
    for (const learn::Sample& sample : samples) {
        if (sample.label == 0) continue;
        ++all;
        if ((evaluation(Board::of(sample.position)) > 0) == (sample.label > 0)) ++right;
    }
    return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double error_of(const Evaluation& of_1997, const std::vector<learn::Sample>& samples) {
    double squares = 0;
    for (const learn::Sample& sample : samples) {
        const double error =
            static_cast<double>(sample.label) -
            static_cast<double>(of_1997(Board::of(sample.position))) / kUnitsOfADisc;
        squares += error * error;
    }
    return samples.empty() ? 0 : std::sqrt(squares / static_cast<double>(samples.size()));
}

std::size_t classes_in(const StageParameters& stage) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < stage.averages.size(); ++i) {
        if (stage.averages[i] != 0 || stage.weights[i] != 0) ++seen;
    }
    return seen;
}

// Stages without positions take the numbers of the nearest that has some, a later one first.
void fill_stages(Parameters& parameters) {
    const auto fitted = parameters.stages;
    for (int stage = 0; stage < kStages; ++stage) {
        for (int away = 0; away < kStages; ++away) {
            bool filled = false;
            for (const int other : {stage + away, stage - away}) {
                if (filled || other < 0 || other >= kStages) continue;
                const auto& one = fitted[static_cast<std::size_t>(other)];
                if (!one.fitted()) continue;
                parameters.stages[static_cast<std::size_t>(stage)] = one;
                filled = true;
            }
            if (filled) break;
        }
    }
}

// One run of learning.
class Learning {
  public:
    Learning(const learn::Samples& samples, const LearnOptions& options, Parameters from,
             const std::function<void(const LearnedStep&, const Parameters&)>& done)
        : samples_(samples), options_(options), parameters_(std::move(from)), done_(done) {}

    // False if stopped.
    bool fit(int stage) {
        auto& to = parameters_.stages[static_cast<std::size_t>(stage)];
        const auto start = std::chrono::steady_clock::now();
        LearnedStep step{.stage = stage};
        if (!to.fitted()) {
            const auto training = samples_of(samples_.training, stage);
            step.positions = training.size();
            if (!training.empty()) {
                auto fitted = fit_stage(training, options_);
                if (!fitted) return false;
                to = std::move(*fitted);
            }
            const auto held_out = samples_of(samples_.validation, stage);
            step.held_out = held_out.size();
            step.classes = classes_in(to);
            const Evaluation of_1997(parameters_, Generation::of_1997);
            step.error = error_of(of_1997, held_out);
            step.right_1994 = right_of(Evaluation(parameters_, Generation::of_1994), held_out);
            step.right_1997 = right_of(of_1997, held_out);
        }
        step.seconds = seconds_since(start);
        if (done_) done_(step, parameters_);
        return true;
    }

    bool measure(Generation generation, int stage) {
        const auto is_this = [&](const Cut& cut) {
            return cut.generation == generation && cut.stage == stage;
        };
        const auto start = std::chrono::steady_clock::now();
        LearnedStep step{.stage = stage, .relations = generation};
        auto& cuts = parameters_.cuts;
        if (std::none_of(cuts.begin(), cuts.end(), is_this)) {
            const auto positions = samples_of(samples_.training, stage);
            const auto found = measure_cuts(parameters_, generation, stage, positions, options_);
            if (!found) return false;
            cuts.insert(cuts.end(), found->begin(), found->end());
            for (const Cut& cut : *found) {
                step.positions = static_cast<std::size_t>(cut.positions);
                if (cut.deep != kToTheEnd) step.sigma = cut.relation.sigma;
            }
        }
        step.seconds = seconds_since(start);
        if (done_) done_(step, parameters_);
        return true;
    }

    std::optional<Parameters> run() {
        for (int stage = kStages - 1; stage >= 0; --stage) {
            if (!fit(stage)) return std::nullopt;
        }
        fill_stages(parameters_);
        for (const Generation generation : kGenerations) {
            for (int stage = kStages - 1; stage >= 0; --stage) {
                if (!measure(generation, stage)) return std::nullopt;
            }
        }
        return parameters_;
    }

  private:
    const learn::Samples& samples_;
    const LearnOptions& options_;
    Parameters parameters_;
    const std::function<void(const LearnedStep&, const Parameters&)>& done_;
};

}  // namespace

std::vector<learn::Sample> samples_of(const learn::SampleSet& samples, int stage) {
    std::vector<learn::Sample> all;
    for (const auto& some : samples.by_empties) {
        if (some.empty() || stage_of(some.front().position) != stage) continue;
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

std::optional<StageParameters> fit_stage(const std::vector<learn::Sample>& samples,
                                         const LearnOptions& options) {
    const auto stopped = [&] { return options.stopped && options.stopped(); };
    const learn::Rows rows = rows_of(samples);
    StageParameters stage;
    stage.averages = rounded(averages_of(rows, options.prior));
    stage.factors = factors_of(rows, stage.averages, options.stopped);
    if (stopped()) return std::nullopt;
    learn::Regression regression({{&rows, 1.0F}}, std::vector<double>(classes().count, 0.0),
                                 options.ridge, options.threads);
    for (int i = 0; i < options.iterations && regression.step(); ++i) {
        if (stopped()) return std::nullopt;
    }
    stage.weights = rounded(regression.weights());
    return stage;
}

std::string origin_of(const learn::Samples& samples, const LearnOptions& options) {
    std::uint64_t mixed = 0;
    for (const auto& some : samples.training.by_empties) {
        for (const learn::Sample& sample : some) {
            mixed = mixed * 31 + hash_of(sample.position) +
                    static_cast<std::uint64_t>(static_cast<std::int64_t>(sample.label));
        }
    }
    return fmt::format(
        "{} games, {} positions ({:016x}), {} held out; iterations {}, ridge {}, prior {}; "
        "relations by {} positions a stage to depth {}, seed {}",
        samples.games, samples.training.size(), mixed, samples.validation.size(),
        options.iterations, options.ridge, options.prior, options.positions, options.depth,
        options.seed);
}

Result<std::optional<Parameters>> learn_parameters(
    const learn::Samples& samples, const LearnOptions& options, Parameters from,
    const std::function<void(const LearnedStep&, const Parameters&)>& done) {
    if (samples.training.size() == 0) {
        return Error{"there is no position to learn from: the games are all random moves"};
    }
    const std::string origin = origin_of(samples, options);
    if (from.origin.empty()) from.origin = origin;
    if (from.origin != origin) {
        return Error{
            fmt::format("what was learned so far is from other games or options: '{}', not '{}'",
                        from.origin, origin)};
    }
    return Learning(samples, options, std::move(from), done).run();
}

}  // namespace emilia::logistello
