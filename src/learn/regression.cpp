#include "learn/regression.h"

#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "eval/eval_kernel.h"
#include "util/parallel.h"

namespace emilia::learn {

namespace {

constexpr std::size_t kRowsInAPart = 16384;
// Each part has a sum for every class; more of them would cost more than they help.
constexpr std::size_t kMostParts = 64;

float value_of(const std::uint16_t* row, const float* weights, const RowLayout& layout) {
    // Four sums, so that an addition need not wait for the last one.
    const std::uint32_t* const begin = layout.begin.data();
    const std::size_t width = layout.width();
    float sum[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= width; i += 4) {
        for (std::size_t j = 0; j < 4; ++j) sum[j] += weights[begin[i + j] + row[i + j]];
    }
    for (; i < width; ++i) sum[0] += weights[begin[i] + row[i]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

std::size_t part_count(std::size_t rows) {
    return std::clamp<std::size_t>(rows / kRowsInAPart, 1, kMostParts);
}

// Calls work(begin, end) for stretches of all numbers below `count`.
template <typename Work>
void by_stretches(std::size_t count, int threads, const Work& work) {
    const std::size_t stretch = std::max<std::size_t>(4096, count / kMostParts + 1);
    parallel_for((count + stretch - 1) / stretch, threads,
                 [&](std::size_t i) { work(i, i * stretch, std::min(count, (i + 1) * stretch)); });
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

const RowLayout& engine_layout() {
    static const RowLayout layout = [] {
        RowLayout made;
        for (std::size_t i = 0; i < kPlaced.count; ++i) {
            made.begin.push_back(
                static_cast<std::uint32_t>(class_layout().begin[kPlaced.list[i].shape]));
        }
        made.begin.push_back(static_cast<std::uint32_t>(class_layout().mobility));
        made.classes = static_cast<std::size_t>(class_layout().count);
        return made;
    }();
    return layout;
}

Rows rows_of(std::span<const Sample> samples, int threads) {
    Rows rows;
    const std::size_t width = rows.layout->width();
    rows.classes.resize(samples.size() * width);
    rows.labels.resize(samples.size());
    const EvalKernel& kernel = eval_kernel(active_isa());
    std::array<const std::int32_t*, kPlaced.count> class_of{};
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const std::size_t shape = kPlaced.list[place].shape;
        class_of[place] = folding_of(shape).class_of.data() + power_of_3(kShapes[shape].size) / 2;
    }
    by_stretches(samples.size(), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Features features;
            kernel.features_of(samples[i].position, features);
            std::uint16_t* const row = &rows.classes[i * width];
            for (std::size_t place = 0; place < kPlaced.count; ++place) {
                row[place] = static_cast<std::uint16_t>(class_of[place][features.number[place]]);
            }
            const Position position = samples[i].position;
            row[kPlaced.count] = static_cast<std::uint16_t>(mobility_number(
                popcount(legal_moves(position)), popcount(legal_moves(position.passed()))));
            rows.labels[i] = samples[i].label;
        }
    });
    return rows;
}

double mean_square_error(const Rows& rows, std::span<const float> weights, int threads) {
    if (rows.size() == 0) return 0;
    std::vector<double> sums(kMostParts + 1, 0.0);
    by_stretches(rows.size(), threads, [&](std::size_t which, std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const float value = value_of(rows.row(i), weights.data(), *rows.layout);
            const double error = static_cast<double>(rows.labels[i] - value);
            sum += error * error;
        }
        sums[which] = sum;
    });
    double all = 0;
    for (const double sum : sums) all += sum;
    return all / static_cast<double>(rows.size());
}

Regression::Regression(std::vector<WeightedRows> rows, std::vector<double> start, double ridge,
                       int threads)
    : rows_(std::move(rows)),
      ridge_(ridge),
      threads_(threads),
      start_(std::move(start)),
      weights_(start_) {
    std::size_t all = 0;
    for (const WeightedRows& one : rows_) all += one.rows->size();
    for (const WeightedRows& one : rows_) {
        // Parts of about the same size, cut by the data alone.
        const std::size_t size = one.rows->size();
        const std::size_t count = size == 0 ? 0 : part_count(all) * size / all + 1;
        for (std::size_t i = 0; i < count; ++i) {
            parts_.push_back({one.rows, one.weight, size * i / count, size * (i + 1) / count});
        }
        total_weight_ += static_cast<double>(one.weight) * static_cast<double>(size);
    }
    sums_.assign(parts_.size(), std::vector<float>(start_.size()));
    occurrences_.resize(start_.size());
    accumulate([](const Part& part, std::size_t) { return part.weight; }, occurrences_);

    const std::vector<float> from(start_.begin(), start_.end());
    std::vector<double> squares(parts_.size());
    residual_.resize(start_.size());
    accumulate(
        [&](const Part& part, std::size_t i) {
            const float value = value_of(part.rows->row(i), from.data(), *part.rows->layout);
            const float error = part.rows->labels[i] - value;
            squares[static_cast<std::size_t>(&part - parts_.data())] +=
                static_cast<double>(part.weight) * static_cast<double>(error) *
                static_cast<double>(error);
            return part.weight * error;
        },
        residual_);
    for (const double square : squares) first_square_ += square;
    first_residual_ = residual_;
    direction_.resize(start_.size());
    image_.resize(start_.size());
    for (std::size_t i = 0; i < start_.size(); ++i) {
        if (residual_[i] == 0) continue;
        direction_[i] = residual_[i] / (occurrences_[i] + ridge_);
        residual_norm_ += residual_[i] * direction_[i];
    }
}

// Adds factor(part, row) to every class that the row has.
template <typename Factor>
void Regression::accumulate(const Factor& factor, std::vector<double>& to) {
    parallel_for(parts_.size(), threads_, [&](std::size_t which) {
        const Part& part = parts_[which];
        std::vector<float>& sums = sums_[which];
        std::fill(sums.begin(), sums.end(), 0.0f);
        const std::uint32_t* const begin = part.rows->layout->begin.data();
        const std::size_t width = part.rows->layout->width();
        for (std::size_t i = part.begin; i < part.end; ++i) {
            const std::uint16_t* const row = part.rows->row(i);
            const float add = factor(part, i);
            for (std::size_t place = 0; place < width; ++place) {
                sums[begin[place] + row[place]] += add;
            }
        }
    });
    by_stretches(start_.size(), threads_, [&](std::size_t, std::size_t begin, std::size_t end) {
        std::fill(to.begin() + static_cast<std::ptrdiff_t>(begin),
                  to.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
        for (const std::vector<float>& sums : sums_) {
            for (std::size_t i = begin; i < end; ++i) to[i] += static_cast<double>(sums[i]);
        }
    });
}

void Regression::multiply() {
    const std::vector<float> direction(direction_.begin(), direction_.end());
    accumulate(
        [&](const Part& part, std::size_t i) {
            return part.weight * value_of(part.rows->row(i), direction.data(), *part.rows->layout);
        },
        image_);
    for (std::size_t i = 0; i < image_.size(); ++i) image_[i] += ridge_ * direction_[i];
}

bool Regression::step() {
    if (!(residual_norm_ > 0)) return false;
    multiply();
    const double curvature = dot(direction_, image_);
    if (!(curvature > 0)) return false;
    const double length = residual_norm_ / curvature;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        weights_[i] += length * direction_[i];
        residual_[i] -= length * image_[i];
    }
    double norm = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (occurrences_[i] > 0) norm += residual_[i] * residual_[i] / (occurrences_[i] + ridge_);
    }
    const double kept = norm / residual_norm_;
    residual_norm_ = norm;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (occurrences_[i] == 0) continue;
        direction_[i] = residual_[i] / (occurrences_[i] + ridge_) + kept * direction_[i];
    }
    return true;
}

double Regression::error() const {
    if (total_weight_ <= 0) return 0;
    // From what conjugate gradients keep anyhow: with d = w - w0 and the residuals r0 and r the sum
    // of squares is that of the start less d r0 + d r + ridge d d.
    double square = first_square_;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const double moved = weights_[i] - start_[i];
        square -= moved * (first_residual_[i] + residual_[i] + ridge_ * moved);
    }
    return std::sqrt(std::max(square, 0.0) / total_weight_);
}

std::size_t Regression::classes_seen() const {
    return static_cast<std::size_t>(
        std::count_if(occurrences_.begin(), occurrences_.end(), [](double n) { return n > 0; }));
}

}  // namespace emilia::learn
