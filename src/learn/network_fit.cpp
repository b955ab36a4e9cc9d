#include "learn/network_fit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>

#include "board/rules.h"
#include "eval/eval_kernel.h"
#include "learn/report.h"
#include "util/elapsed.h"
#include "util/parallel.h"
#include "util/random.h"

namespace emilia::learn {

namespace {

// Values are learned in parts of so many discs, so that they are not far from one.
constexpr float kDiscs = 8;
static_assert(kLayerUnit * kRowUnit * kLayerUnit >> (kHiddenShift + kValueShift) ==
              static_cast<int>(kDiscs) * kUnitsOfADisc);

constexpr float kBelowZero = 1.0F / (1 << kBelowZeroShift);
constexpr float kMost = static_cast<float>(kMostOfASum) / kRowUnit;
// A batch is cut into parts of so many positions, whoever works on them, so that sums are added up
// in the same order.
constexpr std::size_t kPart = 256;

constexpr std::size_t kShown = kPlaced.count + 1;  // configurations of a position
using Row = std::array<float, kRowSize>;

// As NetworkLayer, in numbers that can be learned.
struct Layer {
    Row start{};
    std::array<Row, kHidden> hidden{};
    std::array<float, kHidden> hidden_start{};
    std::array<float, kHidden> value{};
    float value_start = 0;
};
constexpr std::size_t kLayerNumbers = sizeof(Layer) / sizeof(float);
using LayerNumbers = std::array<float, kLayerNumbers>;
static_assert(sizeof(Layer) == sizeof(LayerNumbers));

// A step of Adam for numbers that every batch moves.
struct Moments {
    float first = 0;
    float second = 0;
};
constexpr double kFirst = 0.9;
constexpr double kSecond = 0.999;
constexpr float kLeast = 1e-8F;

float normal(Random& random) {
    const double u = (static_cast<double>(random.below(1U << 30)) + 1) / (1U << 30);
    const double v = static_cast<double>(random.below(1U << 30)) / (1U << 30);
    return static_cast<float>(std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v));
}

// The classes of what a position shows.
using Shown = std::array<std::uint32_t, kShown>;

Shown shown(const EvalKernel& kernel, Position position) {
    const ClassLayout& layout = class_layout();
    Features features;
    kernel.features_of(position, features);
    Shown classes;
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const std::size_t shape = kPlaced.list[place].shape;
        const int middle = power_of_3(kShapes[shape].size) / 2;
        const int of =
            folding_of(shape).class_of[static_cast<std::size_t>(features.number[place] + middle)];
        classes[place] = static_cast<std::uint32_t>(layout.begin[shape] + of);
    }
    classes[kPlaced.count] = static_cast<std::uint32_t>(
        layout.mobility +
        mobility_number(popcount(legal_moves(position)), popcount(legal_moves(position.passed()))));
    return classes;
}

float slope_at(float x) {
    return x > 0 ? 1 : kBelowZero;
}

// What a position does to the numbers: its error, and how the sum of its rows should change. What
// the layer should is added to `layer_slope`.
float learn_from(const Layer& layer, const Row& sum, float label, float share, Layer& layer_slope,
                 Row& sum_slope) {
    Row bent;
    for (std::size_t i = 0; i < kRowSize; ++i) {
        bent[i] = std::min(sum[i] * slope_at(sum[i]), kMost);
    }
    std::array<float, kHidden> hidden;
    float value = layer.value_start;
    for (std::size_t to = 0; to < kHidden; ++to) {
        float x = layer.hidden_start[to];
        for (std::size_t i = 0; i < kRowSize; ++i) x += bent[i] * layer.hidden[to][i];
        hidden[to] = x;
        value += x * slope_at(x) * layer.value[to];
    }
    const float error = value - label;
    const float outer = error * share;
    layer_slope.value_start += outer;
    sum_slope = {};
    for (std::size_t to = 0; to < kHidden; ++to) {
        const float slope = slope_at(hidden[to]);
        layer_slope.value[to] += outer * hidden[to] * slope;
        const float inner = outer * layer.value[to] * slope;
        layer_slope.hidden_start[to] += inner;
        for (std::size_t i = 0; i < kRowSize; ++i) {
            layer_slope.hidden[to][i] += inner * bent[i];
            sum_slope[i] += inner * layer.hidden[to][i];
        }
    }
    for (std::size_t i = 0; i < kRowSize; ++i) {
        sum_slope[i] *= sum[i] < kMost ? slope_at(sum[i]) : 0;
        layer_slope.start[i] += sum_slope[i];
    }
    return error;
}

class Training {
  public:
    Training(const Samples& samples, const NetworkFitOptions& options)
        : options_(options), kernel_(eval_kernel(active_isa())) {
        for (const auto& list : samples.training.by_empties) {
            for (const Sample& sample : list) all_.push_back(&sample);
        }
        Random random(options.seed);
        rows_.resize(static_cast<std::size_t>(class_layout().count));
        for (Row& row : rows_) {
            for (float& number : row) number = 0.02F * normal(random);
        }
        row_second_.assign(rows_.size(), {});
        row_step_.assign(rows_.size(), 0);
        Layer layer;
        for (Row& row : layer.hidden) {
            for (float& number : row) number = normal(random) * std::sqrt(2.0F / kRowSize);
        }
        for (float& number : layer.value) number = 0.25F * normal(random);
        layers_.assign(kStages, layer);
        moments_.assign(kStages, {});
        const std::size_t batches = (all_.size() + options.batch - 1) / options.batch;
        steps_ = batches * static_cast<std::size_t>(options.passes);
        // What a number loses by decay from the first step to each.
        lost_.push_back(0);
        for (std::size_t step = 0; step < steps_; ++step) {
            lost_.push_back(lost_.back() + rate_at(step) * options.decay);
        }
    }

    // One pass over all positions; false if it was stopped.
    bool pass(double& mean_square) {
        // A new order for each.
        Random random(options_.seed + 0x9e3779b97f4a7c15 * (step_ + 1));
        for (std::size_t i = all_.size(); i > 1; --i) {
            std::swap(all_[i - 1], all_[random.below(i)]);
        }
        double squares = 0;
        for (std::size_t begin = 0; begin < all_.size(); begin += options_.batch) {
            const std::size_t end = std::min(all_.size(), begin + options_.batch);
            squares += learn_batch({all_.data() + begin, end - begin});
            if (options_.stopped && options_.stopped()) return false;
        }
        mean_square = squares / static_cast<double>(all_.size());
        return true;
    }

    // As it would be if nothing more were learned.
    Network network() const {
        const auto whole = [](float x, int unit, int most) {
            return std::clamp(static_cast<int>(std::lround(x * static_cast<float>(unit))), -most,
                              most);
        };
        std::vector<NetworkRow> rows(rows_.size());
        for (std::size_t of = 0; of < rows.size(); ++of) {
            for (std::size_t i = 0; i < kRowSize; ++i) {
                rows[of][i] =
                    static_cast<std::int8_t>(whole(remaining() * rows_[of][i], kRowUnit, 127));
            }
        }
        std::vector<NetworkLayer> layers(kStages);
        for (std::size_t stage = 0; stage < kStages; ++stage) {
            const Layer& from = layers_[stage];
            NetworkLayer& to = layers[stage];
            for (std::size_t i = 0; i < kRowSize; ++i) {
                to.start[i] = static_cast<std::int16_t>(whole(from.start[i], kRowUnit, 8191));
            }
            for (std::size_t j = 0; j < kHidden; ++j) {
                for (std::size_t i = 0; i < kRowSize; ++i) {
                    to.hidden_weight(static_cast<int>(i), static_cast<int>(j)) =
                        static_cast<std::int16_t>(whole(from.hidden[j][i], kLayerUnit, 8191));
                }
                to.hidden_start[j] = whole(from.hidden_start[j], kRowUnit * kLayerUnit, 1 << 24);
                to.value[j] = whole(from.value[j], kLayerUnit, 8191);
            }
            to.value_start = whole(from.value_start,
                                   (kRowUnit * kLayerUnit >> kHiddenShift) * kLayerUnit, 1 << 28);
        }
        return {std::move(rows), std::move(layers)};
    }

  private:
    double rate_at(std::size_t step) const {
        constexpr double kRising = 0.02;
        const double gone = static_cast<double>(step + 1) / static_cast<double>(steps_);
        return options_.rate *
               (gone < kRising ? gone / kRising : 0.5 * (1 + std::cos(3.141592653589793 * gone)));
    }

    // Decay takes the same part of all rows at every step. So they are kept as if it took nothing,
    // and this is what remains of them.
    float remaining() const { return static_cast<float>(std::exp(-lost_[step_])); }

    // Returns the sum of the squared errors, in discs.
    double learn_batch(std::span<const Sample* const> batch) {
        const std::size_t parts = (batch.size() + kPart - 1) / kPart;
        classes_.resize(batch.size());
        slopes_.resize(batch.size());
        layer_slopes_.resize(parts);
        std::vector<double> squares(parts, 0);
        const float share = 1.0F / static_cast<float>(batch.size());
        const float remains = remaining();
        parallel_for(parts, options_.threads, [&](std::size_t part) {
            auto& by_stage = layer_slopes_[part];
            by_stage.assign(kStages, Layer{});
            const std::size_t end = std::min(batch.size(), (part + 1) * kPart);
            for (std::size_t i = part * kPart; i < end; ++i) {
                const auto stage = static_cast<std::size_t>(stage_of(batch[i]->position.empties()));
                classes_[i] = shown(kernel_, batch[i]->position);
                Row rows{};
                for (const std::uint32_t of : classes_[i]) {
                    for (std::size_t k = 0; k < kRowSize; ++k) rows[k] += rows_[of][k];
                }
                Row sum = layers_[stage].start;
                for (std::size_t k = 0; k < kRowSize; ++k) sum[k] += remains * rows[k];
                const float error =
                    kDiscs * learn_from(layers_[stage], sum, batch[i]->label / kDiscs, share,
                                        by_stage[stage], slopes_[i]);
                squares[part] += double{error} * error;
            }
        });
        const auto rate = static_cast<float>(rate_at(step_));
        ++step_;
        step_layers(rate);
        step_rows(batch.size(), rate);
        return std::accumulate(squares.begin(), squares.end(), 0.0);
    }

    void step_layers(float rate) {
        const double steps = static_cast<double>(step_);
        const auto first = static_cast<float>(1 / (1 - std::pow(kFirst, steps)));
        const auto second = static_cast<float>(1 / (1 - std::pow(kSecond, steps)));
        parallel_for(kStages, options_.threads, [&](std::size_t stage) {
            LayerNumbers slope{};
            for (const auto& by_stage : layer_slopes_) {
                const auto numbers = __builtin_bit_cast(LayerNumbers, by_stage[stage]);
                for (std::size_t i = 0; i < kLayerNumbers; ++i) slope[i] += numbers[i];
            }
            auto numbers = __builtin_bit_cast(LayerNumbers, layers_[stage]);
            for (std::size_t i = 0; i < kLayerNumbers; ++i) {
                Moments& moments = moments_[stage][i];
                moments.first += static_cast<float>(1 - kFirst) * (slope[i] - moments.first);
                moments.second +=
                    static_cast<float>(1 - kSecond) * (slope[i] * slope[i] - moments.second);
                numbers[i] -=
                    rate * moments.first * first / (std::sqrt(moments.second * second) + kLeast);
            }
            layers_[stage] = __builtin_bit_cast(Layer, numbers);
        });
    }

    // Rows move only when something shows them: each batch touches a part of them.
    void step_rows(std::size_t positions, float rate) {
        // The positions that show each row, in their order.
        begin_.assign(rows_.size() + 1, 0);
        for (std::size_t i = 0; i < positions; ++i) {
            for (const std::uint32_t of : classes_[i]) ++begin_[of + 1];
        }
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        showing_.resize(positions * kShown);
        fill_.assign(begin_.begin(), begin_.end() - 1);
        for (std::size_t i = 0; i < positions; ++i) {
            for (const std::uint32_t of : classes_[i]) {
                showing_[fill_[of]++] = static_cast<std::uint32_t>(i);
            }
        }
        const double steps = static_cast<double>(step_);
        const auto second = static_cast<float>(1 / (1 - std::pow(kSecond, steps)));
        const float step = rate / remaining();
        constexpr std::size_t kRowsAtOnce = 1024;
        const std::size_t pieces = (rows_.size() + kRowsAtOnce - 1) / kRowsAtOnce;
        parallel_for(pieces, options_.threads, [&](std::size_t piece) {
            const std::size_t end = std::min(rows_.size(), (piece + 1) * kRowsAtOnce);
            for (std::size_t of = piece * kRowsAtOnce; of < end; ++of) {
                if (begin_[of] == begin_[of + 1]) continue;
                Row slope{};
                for (std::size_t k = begin_[of]; k < begin_[of + 1]; ++k) {
                    const Row& one = slopes_[showing_[k]];
                    for (std::size_t i = 0; i < kRowSize; ++i) slope[i] += one[i];
                }
                const std::size_t gap = step_ - row_step_[of];
                const auto faded = static_cast<float>(std::pow(kSecond, static_cast<double>(gap)));
                Row& row = rows_[of];
                Row& squares = row_second_[of];
                for (std::size_t i = 0; i < kRowSize; ++i) {
                    squares[i] =
                        faded * squares[i] + static_cast<float>(1 - kSecond) * slope[i] * slope[i];
                    row[i] -= step * slope[i] / (std::sqrt(squares[i] * second) + kLeast);
                }
                row_step_[of] = step_;
            }
        });
    }

    const NetworkFitOptions& options_;
    const EvalKernel& kernel_;
    std::vector<const Sample*> all_;
    std::vector<Row> rows_;
    std::vector<Row> row_second_;        // running means of squared slopes
    std::vector<std::size_t> row_step_;  // the step after which a row is up to date
    std::vector<Layer> layers_;
    std::vector<std::array<Moments, kLayerNumbers>> moments_;
    std::vector<double> lost_;  // by step: the logarithm of what decay has taken
    std::size_t steps_ = 0;
    std::size_t step_ = 0;

    // Of a batch.
    std::vector<Shown> classes_;
    std::vector<Row> slopes_;
    std::vector<std::vector<Layer>> layer_slopes_;
    std::vector<std::size_t> begin_;
    std::vector<std::size_t> fill_;
    std::vector<std::uint32_t> showing_;
};

}  // namespace

Result<std::optional<NetworkFit>> fit_network(const Samples& samples,
                                              const NetworkFitOptions& options,
                                              const std::function<void(const NetworkPass&)>& done) {
    if (samples.training.size() == 0) return Error{"there are no positions to fit to"};
    std::vector<const std::vector<Sample>*> held_out;
    for (const auto& list : samples.validation.by_empties) held_out.push_back(&list);
    Training training(samples, options);
    std::vector<NetworkPass> passes;
    const auto start = std::chrono::steady_clock::now();
    for (int pass = 1; pass <= options.passes; ++pass) {
        double mean_square = 0;
        if (!training.pass(mean_square)) return std::optional<NetworkFit>();
        NetworkPass told{pass, std::sqrt(mean_square), 0, 0};
        told.validation = error_of(Weights(training.network()), held_out, options.threads).rms;
        told.seconds = seconds_since(start);
        passes.push_back(told);
        if (done) done(told);
    }
    return std::optional(NetworkFit{Weights(training.network()), std::move(passes)});
}

}  // namespace emilia::learn
