#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "history/logistello/learning.h"
#include "history/logistello/search.h"
#include "util/random.h"

namespace emilia::logistello {

namespace {

constexpr std::size_t kFewestPairs = 8;
// From here on the results of games are near enough to what the positions are worth.
constexpr int kFirstEndStage = 7;

std::optional<double> estimate(const std::vector<int>& values, int depth) {
    if (depth > static_cast<int>(values.size())) return std::nullopt;
    const int value = values[static_cast<std::size_t>(depth - 1)];
    if (std::abs(value) >= classic::kFinished / 2) return std::nullopt;
    return value;
}

std::vector<learn::Sample> chosen(std::vector<learn::Sample> samples, const LearnOptions& options,
                                  int stage) {
    std::erase_if(samples,
                  [](const learn::Sample& sample) { return legal_moves(sample.position) == 0; });
    Random random(options.seed + static_cast<std::uint64_t>(stage));
    const std::size_t count = std::min(samples.size(), static_cast<std::size_t>(options.positions));
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(samples[i], samples[i + random.below(samples.size() - i)]);
    }
    samples.resize(count);
    return samples;
}

}  // namespace

std::optional<Relation> relation_of(const std::vector<std::pair<double, double>>& pairs) {
    if (pairs.size() < kFewestPairs) return std::nullopt;
    const auto n = static_cast<double>(pairs.size());
    double mean_x = 0;
    double mean_y = 0;
    for (const auto& [x, y] : pairs) {
        mean_x += x / n;
        mean_y += y / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (const auto& [x, y] : pairs) {
        xx += (x - mean_x) * (x - mean_x);
        xy += (x - mean_x) * (y - mean_y);
        yy += (y - mean_y) * (y - mean_y);
    }
    if (xx <= 0 || xy <= 0) return std::nullopt;
    const double a = xy / xx;
    return Relation{a, mean_y - a * mean_x, std::sqrt(std::max(0.0, yy - a * xy) / (n - 2))};
}

std::optional<std::vector<Cut>> measure_cuts(const Parameters& parameters, Generation generation,
                                             int stage, const std::vector<learn::Sample>& samples,
                                             const LearnOptions& options) {
    const auto evaluation = std::make_shared<const Evaluation>(parameters, generation);
    const auto no_cuts = std::make_shared<const CutTable>(Parameters{}, generation);
    Technique full;
    full.selection = Technique::Selection::none;
    Search search(evaluation, no_cuts, full);
    std::vector<std::vector<int>> values;
    std::vector<double> results;
    for (const learn::Sample& sample : chosen(samples, options, stage)) {
        search.forget();
        const auto found =
            search.values(sample.position, std::min(options.depth, sample.position.empties() - 1),
                          options.stopped);
        if (!found) return std::nullopt;
        values.push_back(*found);
        results.push_back(static_cast<double>(sample.label));
    }
    std::vector<Cut> cuts;
    const auto add = [&](int shallow, int deep) {
        std::vector<std::pair<double, double>> pairs;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto x = estimate(values[i], shallow);
            const auto y =
                deep == kToTheEnd ? std::optional<double>(results[i]) : estimate(values[i], deep);
            if (x && y) pairs.emplace_back(*x, *y);
        }
        if (const auto relation = relation_of(pairs)) {
            cuts.push_back(
                {generation, stage, shallow, deep, static_cast<int>(pairs.size()), *relation});
        }
    };
    for (int shallow = 1; shallow <= kMostShallow; ++shallow) {
        if (stage >= kFirstEndStage) add(shallow, kToTheEnd);
        for (int deep = shallow + 2; deep <= options.depth; deep += 2) add(shallow, deep);
    }
    return cuts;
}

}  // namespace emilia::logistello
