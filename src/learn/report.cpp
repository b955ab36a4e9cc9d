#include "learn/report.h"

#include <algorithm>
#include <cmath>

#include "eval/eval_kernel.h"
#include "util/parallel.h"

namespace emilia::learn {

namespace {

constexpr std::size_t kStretch = 8192;

// Sums over samples, x the value and y the label.
struct Sums {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0, absolute = 0;

    void add(double value, double label) {
        n += 1;
        x += value;
        y += label;
        xx += value * value;
        yy += label * label;
        xy += value * label;
        absolute += std::abs(value - label);
    }
    void add(const Sums& other) {
        n += other.n;
        x += other.x;
        y += other.y;
        xx += other.xx;
        yy += other.yy;
        xy += other.xy;
        absolute += other.absolute;
    }
};

Sums sums_of(const Weights& weights, const Sample* begin, const Sample* end) {
    const EvalKernel& kernel = eval_kernel(active_isa());
    Sums sums;
    for (const Sample* sample = begin; sample != end; ++sample) {
        Features features;
        kernel.features_of(sample->position, features);
        const int stage = stage_of(sample->position.empties());
        const double value =
            static_cast<double>(kernel.value(sample->position, features, weights.stage(stage))) /
            kUnitsOfADisc;
        sums.add(std::clamp(value, -64.0, 64.0), static_cast<double>(sample->label));
    }
    return sums;
}

}  // namespace

ErrorReport error_of(const Weights& weights, const std::vector<const std::vector<Sample>*>& lists,
                     int threads) {
    Sums all;
    for (const std::vector<Sample>* const list : lists) {
        std::vector<Sums> parts((list->size() + kStretch - 1) / kStretch);
        parallel_for(parts.size(), threads, [&](std::size_t i) {
            const Sample* const data = list->data();
            parts[i] = sums_of(weights, data + i * kStretch,
                               data + std::min(list->size(), (i + 1) * kStretch));
        });
        for (const Sums& part : parts) all.add(part);
    }
    ErrorReport report;
    report.samples = static_cast<std::size_t>(all.n);
    if (all.n == 0) return report;
    report.mean = (all.x - all.y) / all.n;
    report.absolute = all.absolute / all.n;
    report.rms = std::sqrt(std::max(0.0, all.xx - 2 * all.xy + all.yy) / all.n);
    const double variances = (all.xx - all.x * all.x / all.n) * (all.yy - all.y * all.y / all.n);
    if (variances > 0) report.correlation = (all.xy - all.x * all.y / all.n) / std::sqrt(variances);
    return report;
}

ErrorReport error_of(const Weights& weights, const std::vector<Sample>& samples, int threads) {
    return error_of(weights, std::vector{&samples}, threads);
}

}  // namespace emilia::learn
