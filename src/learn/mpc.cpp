#include "learn/mpc.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "learn/thinker.h"
#include "util/parallel.h"
#include "util/seeds.h"

namespace emilia::learn {

namespace {

constexpr std::size_t kFactors = std::tuple_size_v<decltype(ProbcutModel::factor)>;

// Some of the positions with that many empty squares, always the same ones.
std::vector<Position> chosen_positions(const SampleSet& samples, int empties,
                                       const MpcOptions& options) {
    const auto& list = samples.by_empties[static_cast<std::size_t>(empties)];
    std::vector<std::size_t> numbers(list.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    Random random(mixed(options.seed, static_cast<std::uint64_t>(empties)));
    random.shuffle(std::span(numbers));
    numbers.resize(std::min(numbers.size(), static_cast<std::size_t>(options.positions)));
    std::vector<Position> positions;
    for (const std::size_t i : numbers) positions.push_back(list[i].position);
    return positions;
}

std::vector<int> empties_to_measure(const MpcOptions& options) {
    std::vector<int> all;
    for (int empties = options.least_empties; empties <= options.most_empties;
         empties += options.step) {
        all.push_back(empties);
    }
    return all;
}

// Values by depth, from 0; nothing if stopped.
std::optional<std::vector<double>> values_of(Thinker& thinker, Position position, int depth) {
    thinker.forget();
    std::vector<double> values = {std::clamp(thinker.evaluate(position), -64.0, 64.0)};
    for (int d = 1; d <= depth; ++d) {
        const auto thought = thinker.think(position, d);
        if (!thought) return std::nullopt;
        values.push_back(thought->value);
    }
    return values;
}

// What the logarithm of sigma is a sum of; in the units of ProbcutModel::sigma.
std::array<double, kFactors> terms_of(const DepthPair& pair) {
    // Read off the model itself, a factor at a time, so that the two cannot disagree.
    std::array<double, kFactors> terms{};
    for (std::size_t i = 0; i < kFactors; ++i) {
        ProbcutModel unit;
        unit.factor[i] = 1;
        terms[i] = std::log(unit.sigma(pair.empties, pair.depth, pair.shallow));
    }
    return terms;
}

}  // namespace

DepthPair pair_of(const std::vector<std::pair<double, double>>& shallow_and_deep) {
    DepthPair pair;
    pair.positions = shallow_and_deep.size();
    if (pair.positions == 0) return pair;
    const auto n = static_cast<double>(pair.positions);
    double x = 0, y = 0;
    for (const auto& [shallow, deep] : shallow_and_deep) {
        x += shallow / n;
        y += deep / n;
    }
    double xx = 0, xy = 0, square = 0;
    for (const auto& [shallow, deep] : shallow_and_deep) {
        const double error = (deep - y) - (shallow - x);
        xx += (shallow - x) * (shallow - x);
        xy += (shallow - x) * (deep - y);
        square += error * error;
    }
    pair.bias = y - x;
    pair.sigma = pair.positions > 1 ? std::sqrt(square / (n - 1)) : 0;
    pair.slope = xx > 0 ? xy / xx : 0;
    return pair;
}

std::uint64_t positions_to_measure(const SampleSet& samples, const MpcOptions& options) {
    std::uint64_t all = 0;
    for (const int empties : empties_to_measure(options)) {
        all += std::min(samples.by_empties[static_cast<std::size_t>(empties)].size(),
                        static_cast<std::size_t>(options.positions));
    }
    return all;
}

Result<std::optional<std::vector<DepthPair>>> measure_depths(const SampleSet& samples,
                                                             const MpcOptions& options) {
    if (positions_to_measure(samples, options) == 0) {
        return Error{
            fmt::format("the games have no position with {} to {} empty squares behind "
                        "their random moves",
                        options.least_empties, options.most_empties)};
    }
    std::vector<DepthPair> pairs;
    std::mutex mutex;
    std::uint64_t done = 0;
    bool stopped = false;
    for (const int empties : empties_to_measure(options)) {
        const auto positions = chosen_positions(samples, empties, options);
        std::vector<std::vector<double>> values(positions.size());
        // A searcher for each thread: each works on every n-th position.
        const auto threads = static_cast<std::size_t>(std::max(options.threads, 1));
        parallel_for(threads, options.threads, [&](std::size_t thread) {
            Thinker thinker(options.weights, options.stopped);
            for (std::size_t i = thread; i < positions.size(); i += threads) {
                auto found = values_of(thinker, positions[i], std::min(options.depth, empties - 1));
                const std::lock_guard lock(mutex);
                if (!found) stopped = true;
                if (stopped) return;
                values[i] = std::move(*found);
                if (options.progress) options.progress(++done);
            }
        });
        if (stopped) return std::optional<std::vector<DepthPair>>();
        for (int depth = ProbcutTable::kLeastDepth; depth <= std::min(options.depth, empties - 1);
             ++depth) {
            for (const int shallow : {0, ProbcutTable::shallow_depth(depth)}) {
                std::vector<std::pair<double, double>> both;
                for (const auto& one : values) {
                    both.emplace_back(one[static_cast<std::size_t>(shallow)],
                                      one[static_cast<std::size_t>(depth)]);
                }
                if (both.empty()) continue;
                pairs.push_back(pair_of(both));
                pairs.back().empties = empties;
                pairs.back().depth = depth;
                pairs.back().shallow = shallow;
            }
        }
    }
    return std::optional<std::vector<DepthPair>>(std::move(pairs));
}

Result<ProbcutModel> fit_model(const std::vector<DepthPair>& pairs) {
    // Normal equations, each pair weighted by its positions; the small number on the diagonal keeps
    // terms at rest that the pairs say nothing of.
    std::array<std::array<double, kFactors + 1>, kFactors> rows{};
    std::size_t used = 0;
    for (const DepthPair& pair : pairs) {
        if (pair.sigma <= 0 || pair.positions < 2) continue;
        ++used;
        const auto terms = terms_of(pair);
        const auto weight = static_cast<double>(pair.positions);
        for (std::size_t i = 0; i < kFactors; ++i) {
            for (std::size_t j = 0; j < kFactors; ++j) rows[i][j] += weight * terms[i] * terms[j];
            rows[i][kFactors] += weight * terms[i] * std::log(pair.sigma);
        }
    }
    if (used == 0) return Error{"no two depths differ in these positions: nothing can be fitted"};
    for (std::size_t i = 0; i < kFactors; ++i) rows[i][i] += 1e-6;
    for (std::size_t column = 0; column < kFactors; ++column) {
        std::size_t pivot = column;
        for (std::size_t i = column; i < kFactors; ++i) {
            if (std::abs(rows[i][column]) > std::abs(rows[pivot][column])) pivot = i;
        }
        std::swap(rows[column], rows[pivot]);
        for (std::size_t i = 0; i < kFactors; ++i) {
            if (i == column) continue;
            const double factor = rows[i][column] / rows[column][column];
            for (std::size_t k = column; k <= kFactors; ++k) {
                rows[i][k] -= factor * rows[column][k];
            }
        }
    }
    ProbcutModel model;
    for (std::size_t i = 0; i < kFactors; ++i) model.factor[i] = rows[i][kFactors] / rows[i][i];
    return model;
}

std::string mpc_text(const ProbcutModel& model, const std::vector<DepthPair>& pairs,
                     const Weights& weights) {
    std::string text = fmt::format("Emilia mpc 1\nweights {}\nmodel", weights.id());
    for (const double factor : model.factor) text += fmt::format(" {:.6f}", factor);
    text += "\n# empties depth shallow positions bias sigma slope, and the model's sigma\n";
    for (const DepthPair& pair : pairs) {
        text += fmt::format("{} {} {} {} {:.4f} {:.4f} {:.4f} {:.4f}\n", pair.empties, pair.depth,
                            pair.shallow, pair.positions, pair.bias, pair.sigma, pair.slope,
                            model.sigma(pair.empties, pair.depth, pair.shallow));
    }
    return text;
}

}  // namespace emilia::learn
