#include "search/probcut.h"

#include <algorithm>
#include <cmath>

namespace emilia {

namespace {

// How many standard deviations each confidence asks for.
constexpr std::array kDeviations = {1.1, 1.5, 2.0, 2.6, 3.3};

}  // namespace

double ProbcutModel::sigma(int empties, int depth, int shallow) const {
    const double e = empties / 60.0;
    const double d = depth / 20.0;
    const double s = shallow / 10.0;
    return std::exp(factor[0] + factor[1] * e + factor[2] * e * e + factor[3] * d + factor[4] * s +
                    factor[5] * s * s);
}

const ProbcutModel& default_probcut_model() {
    static const ProbcutModel model{{1.617, -1.273, 0.132, 0.629, -1.018, 0.105}};
    return model;
}

int ProbcutTable::shallow_depth(int depth) {
    const int shallow = 2 * (depth / 4) + (depth & 1);
    return shallow == 0 ? depth - 2 : shallow;
}

ProbcutTable::ProbcutTable(const ProbcutModel& model)
    : cuts_(kDeviations.size() * kCounts * kCounts) {
    for (std::size_t s = 0; s < kDeviations.size(); ++s) {
        for (int empties = 0; empties < static_cast<int>(kCounts); ++empties) {
            for (int depth = kLeastDepth; depth < static_cast<int>(kCounts); ++depth) {
                const int shallow = shallow_depth(depth);
                const double deviations = kDeviations[s];
                const double deep = model.sigma(empties, depth, shallow);
                // How far the evaluation alone is off grows no more beyond this depth.
                constexpr int kMostFlat = 8;
                const double flat = model.sigma(empties, std::min(depth, kMostFlat), 0);
                const auto rounded = [](double discs) {
                    return static_cast<std::int8_t>(std::clamp(std::lround(discs), 1L, 127L));
                };
                cuts_[index(s, empties, depth)] = {static_cast<std::int8_t>(shallow),
                                                   rounded(deviations * deep),
                                                   rounded(deviations * (deep + flat) / 2)};
            }
        }
    }
}

}  // namespace emilia
