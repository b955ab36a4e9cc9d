#include "learn/network_fit.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <span>

#include "board/rules.h"
#include "eval/eval_kernel.h"
#include "learn/network_fit_kernel.h"
#include "learn/network_numbers.h"
#include "learn/report.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/parallel.h"
#include "util/random.h"
#include "util/sealed.h"

namespace emilia::learn {

namespace {

constexpr float kDiscs = kDiscsOfALabel;

// A batch is cut into parts of so many positions, whoever works on them, so that sums are added up
// in the same order.
constexpr std::size_t kPart = 512;

using Row = NetworkFitRow;
using Layer = NetworkFitLayer;
constexpr std::size_t kLayerNumbers = sizeof(Layer) / sizeof(float);
using LayerNumbers = std::array<float, kLayerNumbers>;
static_assert(sizeof(Layer) == sizeof(LayerNumbers));

constexpr std::string_view kStateFirstLine = "Emilia network training 1";

// A step of Adam for numbers that every batch moves.
struct Moments {
    float first = 0;
    float second = 0;
};
constexpr double kFirst = 0.9;
constexpr double kSecond = 0.999;
constexpr float kLeast = 1e-8F;

ShownClasses shown(const EvalKernel& kernel, Position position) {
    const ClassLayout& layout = class_layout();
    Features features;
    kernel.features_of(position, features);
    ShownClasses classes;
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

// The places that show a shape; behind the shapes, the mobility's.
struct Places {
    std::size_t begin;
    std::size_t end;
    std::size_t first_class;
    std::size_t classes;
};
std::vector<Places> places_by_shape() {
    const ClassLayout& layout = class_layout();
    std::vector<Places> all;
    std::size_t place = 0;
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        const std::size_t begin = place;
        while (place < kPlaced.count && kPlaced.list[place].shape == shape) ++place;
        const int next = shape + 1 < kShapeCount ? layout.begin[shape + 1] : layout.mobility;
        all.push_back({begin, place, static_cast<std::size_t>(layout.begin[shape]),
                       static_cast<std::size_t>(next - layout.begin[shape])});
    }
    assert(place == kPlaced.count);
    all.push_back({place, place + 1, static_cast<std::size_t>(layout.mobility), kMobilities});
    return all;
}

class Training {
  public:
    Training(const Samples& samples, const NetworkFitOptions& options)
        : options_(options),
          eval_(eval_kernel(active_isa())),
          kernel_(network_fit_kernel(active_isa())),
          shapes_(places_by_shape()) {
        std::array<bool, kStages> seen{};
        for (std::size_t empties = 0; empties < samples.training.by_empties.size(); ++empties) {
            for (const Sample& sample : samples.training.by_empties[empties]) {
                seen[static_cast<std::size_t>(stage_of(static_cast<int>(empties)))] = true;
                all_.push_back(&sample);
            }
        }
        layer_of_ = layers_for(seen);
        Random random(options.seed);
        shuffle(random, 1);
        rows_ = first_rows(random);
        row_second_.assign(rows_.size(), {});
        row_step_.assign(rows_.size(), 0);
        layers_.assign(kStages, first_layer(random));
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
        mix();
        double squares = 0;
        for (std::size_t begin = 0; begin < all_.size(); begin += options_.batch) {
            const std::size_t end = std::min(all_.size(), begin + options_.batch);
            squares += learn_batch({all_.data() + begin, end - begin});
            if (options_.stopped && options_.stopped()) return false;
        }
        mean_square = squares / static_cast<double>(all_.size());
        return true;
    }

    int passes() const { return passes_; }

    // All that has been learned so far, for reading it back.
    std::string state() const {
        std::string bytes = described();
        each_list([&](const auto& list) {
            bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
        });
        return seal(kStateFirstLine, bytes);
    }
    Result<Done> go_on_from(std::string_view file) {
        const auto content = unseal(kStateFirstLine, file, "a training's state");
        if (!content) return content.error();
        std::string_view bytes = *content;
        if (bytes.substr(0, kDescribed - sizeof passes_) !=
            std::string_view(described()).substr(0, kDescribed - sizeof passes_)) {
            return Error{"this is the state of another training: of other games or options"};
        }
        int passes = 0;
        std::memcpy(&passes, bytes.data() + kDescribed - sizeof passes, sizeof passes);
        bytes.remove_prefix(kDescribed);
        each_list([&](auto& list) {
            std::memcpy(static_cast<void*>(list.data()), bytes.data(),
                        list.size() * sizeof(list[0]));
            bytes.remove_prefix(list.size() * sizeof(list[0]));
        });
        step_ =
            steps_ / static_cast<std::size_t>(options_.passes) * static_cast<std::size_t>(passes);
        while (passes_ < passes) mix();
        return Done{};
    }

    // As it would be if nothing more were learned.
    Network network() const {
        std::vector<Row> rows = rows_;
        for (Row& row : rows) {
            for (float& number : row) number *= remaining();
        }
        std::vector<Layer> layers;
        for (const int from : layer_of_) layers.push_back(layers_[static_cast<std::size_t>(from)]);
        return rounded({{0, std::move(rows)}}, layers);
    }

  private:
    // What a state must agree in, and how many passes it has.
    static constexpr std::size_t kDescribed = 6 * sizeof(std::uint64_t) + sizeof(int);
    std::string described() const {
        std::uint64_t labels = 0;
        for (const Sample* const sample : all_) {
            // The order does not matter.
            labels += XXH3_64bits(sample, sizeof(Position)) ^
                      static_cast<std::uint64_t>(std::llround(sample->label * 1000));
        }
        const std::uint64_t numbers[] = {all_.size(),
                                         labels,
                                         static_cast<std::uint64_t>(options_.passes),
                                         options_.seed,
                                         options_.batch,
                                         __builtin_bit_cast(std::uint64_t, options_.rate) ^
                                             2 * __builtin_bit_cast(std::uint64_t, options_.decay)};
        std::string bytes(kDescribed, '\0');
        std::memcpy(bytes.data(), numbers, sizeof numbers);
        std::memcpy(bytes.data() + sizeof numbers, &passes_, sizeof passes_);
        return bytes;
    }
    template <typename Each>
    void each_list(Each each) {
        each(rows_);
        each(row_second_);
        each(row_step_);
        each(layers_);
        each(moments_);
    }
    template <typename Each>
    void each_list(Each each) const {
        const_cast<Training*>(this)->each_list(each);
    }

    // Begins a pass: a new order, of a few positions at a time, which were mixed before.
    void mix() {
        Random random(options_.seed + 0x9e3779b97f4a7c15 * static_cast<std::uint64_t>(++passes_));
        shuffle(random, 64);
    }

    // Brings pieces of so many positions into another order.
    void shuffle(Random& random, std::size_t piece) {
        for (std::size_t i = all_.size() / piece; i > 1; --i) {
            const auto a = all_.begin() + static_cast<std::ptrdiff_t>((i - 1) * piece);
            const auto b = all_.begin() + static_cast<std::ptrdiff_t>(random.below(i) * piece);
            if (a != b) std::swap_ranges(a, a + static_cast<std::ptrdiff_t>(piece), b);
        }
    }

    double rate_at(std::size_t step) const { return options_.rate * share_of_rate(step, steps_); }

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
                classes_[i] = shown(eval_, batch[i]->position);
                const float error =
                    kDiscs * kernel_.learn_from(rows_.data(), remains, classes_[i], layers_[stage],
                                                batch[i]->label / kDiscs, share, by_stage[stage],
                                                slopes_[i]);
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
        begin_.back() = static_cast<std::uint32_t>(positions * (kPlaced.count + 1));
        showing_.resize(begin_.back());
        fill_.resize(rows_.size());
        parallel_for(shapes_.size(), options_.threads, [&](std::size_t shape) {
            const Places& places = shapes_[shape];
            const auto each = [&](auto work) {
                for (std::size_t i = 0; i < positions; ++i) {
                    for (std::size_t place = places.begin; place < places.end; ++place) {
                        work(i, classes_[i][place]);
                    }
                }
            };
            const std::size_t end = places.first_class + places.classes;
            std::fill(fill_.begin() + static_cast<std::ptrdiff_t>(places.first_class),
                      fill_.begin() + static_cast<std::ptrdiff_t>(end), 0);
            each([&](std::size_t, std::uint32_t of) { ++fill_[of]; });
            auto at = static_cast<std::uint32_t>(positions * places.begin);
            for (std::size_t of = places.first_class; of < end; ++of) {
                begin_[of] = at;
                at += fill_[of];
                fill_[of] = begin_[of];
            }
            each([&](std::size_t i, std::uint32_t of) {
                showing_[fill_[of]++] = static_cast<std::uint32_t>(i);
            });
        });
        const double steps = static_cast<double>(step_);
        RowStep step{};
        step.fresh = static_cast<float>(1 - kSecond);
        step.square = static_cast<float>(1 / (1 - std::pow(kSecond, steps)));
        step.step = rate / remaining();
        step.most = static_cast<float>(kMostOfARow) / kRowUnit / remaining();
        constexpr std::size_t kRowsAtOnce = 1024;
        const std::size_t pieces = (rows_.size() + kRowsAtOnce - 1) / kRowsAtOnce;
        parallel_for(pieces, options_.threads, [&](std::size_t piece) {
            const std::size_t end = std::min(rows_.size(), (piece + 1) * kRowsAtOnce);
            RowStep of_row = step;
            for (std::size_t of = piece * kRowsAtOnce; of < end; ++of) {
                if (begin_[of] == begin_[of + 1]) continue;
                const std::size_t gap = step_ - row_step_[of];
                of_row.faded = static_cast<float>(std::pow(kSecond, static_cast<double>(gap)));
                kernel_.step_row(slopes_.data(), showing_.data() + begin_[of],
                                 begin_[of + 1] - begin_[of], of_row, row_second_[of], rows_[of]);
                row_step_[of] = step_;
            }
        });
    }

    const NetworkFitOptions& options_;
    const EvalKernel& eval_;
    const NetworkFitKernel& kernel_;
    const std::vector<Places> shapes_;
    std::vector<const Sample*> all_;
    std::array<int, kStages> layer_of_{};  // whose layer each stage gets
    std::vector<Row> rows_;
    std::vector<Row> row_second_;        // running means of squared slopes
    std::vector<std::size_t> row_step_;  // the step after which a row is up to date
    std::vector<Layer> layers_;
    std::vector<std::array<Moments, kLayerNumbers>> moments_;
    std::vector<double> lost_;  // by step: the logarithm of what decay has taken
    std::size_t steps_ = 0;
    std::size_t step_ = 0;
    int passes_ = 0;

    // Of a batch.
    std::vector<ShownClasses> classes_;
    std::vector<Row> slopes_;
    std::vector<std::vector<Layer>> layer_slopes_;
    std::vector<std::uint32_t> begin_;
    std::vector<std::uint32_t> fill_;
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
    const auto keep = [&]() -> Result<Done> {
        if (options.state.empty()) return Done{};
        return write_file(options.state, training.state());
    };
    if (!options.state.empty() && std::filesystem::exists(options.state)) {
        const auto file = read_file(options.state);
        if (!file) return file.error();
        if (const auto read = training.go_on_from(*file); !read) {
            return Error{options.state + ": " + read.error().message};
        }
    } else if (const auto kept = keep(); !kept) {
        // Better now than after the first pass.
        return kept.error();
    }
    std::vector<NetworkPass> passes;
    const auto start = std::chrono::steady_clock::now();
    for (int pass = training.passes() + 1; pass <= options.passes; ++pass) {
        double mean_square = 0;
        if (!training.pass(mean_square)) return std::optional<NetworkFit>();
        NetworkPass told{pass, std::sqrt(mean_square), 0, 0};
        told.validation = error_of(Weights(training.network()), held_out, options.threads).rms;
        told.seconds = seconds_since(start);
        if (const auto kept = keep(); !kept) return kept.error();
        passes.push_back(told);
        if (done) done(told);
    }
    return std::optional(NetworkFit{Weights(training.network()), std::move(passes)});
}

}  // namespace emilia::learn
