#include "history/tournament96/weights.h"

#include <algorithm>
#include <cmath>

#include "classic/search.h"

namespace emilia::tournament96 {

namespace {

constexpr int kFirstDiscs = 4;

}  // namespace

Weights::Weights(const GridShape& shape, const FeatureSet& set) : shape_(shape), set_(set) {
    const auto stages = static_cast<std::size_t>((shape.playable() - kFirstDiscs + 1) / 2);
    for (auto& side : weights_) side.assign(stages, Features{});
}

Weights Weights::uniform(const GridShape& shape, const FeatureSet& set) {
    Weights weights(shape, set);
    for (auto& side : weights.weights_) {
        for (Features& features : side) {
            for (std::size_t i = 0; i < kFeatures; ++i) {
                if (set.has(static_cast<Feature>(i))) features[i] = 1;
            }
        }
    }
    return weights;
}

int Weights::stage_of(int discs) const {
    return std::clamp((discs - kFirstDiscs) / 2, 0, stages() - 1);
}

Weights Weights::averaged() const {
    Weights result = *this;
    for (std::size_t stage = 0; stage < weights_[0].size(); ++stage) {
        for (std::size_t i = 0; i < kFeatures; ++i) {
            const double mean = (weights_[0][stage][i] + weights_[1][stage][i]) / 2;
            result.weights_[0][stage][i] = mean;
            result.weights_[1][stage][i] = mean;
        }
    }
    return result;
}

Weights Weights::smoothed() const {
    Weights result = *this;
    for (std::size_t player = 0; player < 2; ++player) {
        const auto& side = weights_[player];
        for (std::size_t stage = 0; stage < side.size(); ++stage) {
            const std::size_t before = stage == 0 ? stage : stage - 1;
            const std::size_t next = std::min(stage + 1, side.size() - 1);
            for (std::size_t i = 0; i < kFeatures; ++i) {
                result.weights_[player][stage][i] =
                    (side[before][i] + side[stage][i] + side[next][i]) / 3;
            }
        }
    }
    return result;
}

double Evaluation::value(const BitGridBoard& board) const {
    if (weights_ == nullptr) return board.disc_balance();
    const Features features = (*extractor_)(board, weights_->set());
    const Features& weights = weights_->of(searcher_, weights_->stage_of(board.discs()));
    double sum = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) sum += features[i] * weights[i];
    return sum;
}

int Evaluation::operator()(const BitGridBoard& board) const {
    constexpr double kMost = classic::kFinished - 1;
    return static_cast<int>(std::lrint(std::clamp(kUnit * value(board), -kMost, kMost)));
}

}  // namespace emilia::tournament96
