#pragma once

#include <array>
#include <memory>
#include <vector>

#include "board/position.h"
#include "history/tournament96/features.h"

namespace emilia::tournament96 {

// A weight for each feature, at each stage of two plies, for each of the two players: black, who
// moves first (the report's white), and white. With them an evaluation is in discs.
class Weights {
  public:
    // All 0.
    Weights(const GridShape& shape, const FeatureSet& set);
    // All 1: what the report calls uniform and untrained.
    static Weights uniform(const GridShape& shape, const FeatureSet& set);

    const FeatureSet& set() const { return set_; }
    const GridShape& shape() const { return shape_; }
    int stages() const { return static_cast<int>(weights_[0].size()); }
    // From 0; a full board has the last.
    int stage_of(int discs) const;

    Features& of(Color player, int stage) { return side(player)[static_cast<std::size_t>(stage)]; }
    const Features& of(Color player, int stage) const {
        return weights_[static_cast<std::size_t>(player)][static_cast<std::size_t>(stage)];
    }

    // Both players with the mean of their weights; and with each stage's weight the mean of its own
    // and its neighbours', which the report calls a low-pass filter.
    Weights averaged() const;
    Weights smoothed() const;

    bool operator==(const Weights&) const = default;

  private:
    std::vector<Features>& side(Color player) { return weights_[static_cast<std::size_t>(player)]; }

    GridShape shape_;
    FeatureSet set_;
    std::array<std::vector<Features>, 2> weights_;
};

// What a search asks: the value of a board for the player to move in hundredths of a disc, by the
// weights of the player who searches.
class Evaluation {
  public:
    static constexpr int kUnit = 100;

    // The discs alone, the report's greedy strategy.
    Evaluation() = default;
    // Both outlive this.
    Evaluation(const FeatureExtractor& extractor, const Weights& weights, Color searcher)
        : extractor_(&extractor), weights_(&weights), searcher_(searcher) {}

    int operator()(const BitGridBoard& board) const;
    // The same in discs, not rounded.
    double value(const BitGridBoard& board) const;

  private:
    const FeatureExtractor* extractor_ = nullptr;
    const Weights* weights_ = nullptr;
    Color searcher_ = Color::black;
};

// Those that the program carries: for 8x8, for the board of 96 squares. Boards of other shapes have
// none.
std::shared_ptr<const Weights> carried_weights(const GridShape& shape);

}  // namespace emilia::tournament96
