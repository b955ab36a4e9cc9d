#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "history/tournament96/weights.h"
#include "util/result.h"

namespace emilia::tournament96 {

// Games that were watched, for the square learner (section 5.1): played by switching at random
// between the greedy strategy and one with the uniform weights.
class GameLog {
  public:
    GameLog(const GridShape& shape, std::uint64_t seed) : shape_(shape), seed_(seed) {}

    const GridShape& shape() const { return shape_; }
    std::uint64_t seed() const { return seed_; }
    std::size_t size() const { return games_.size(); }
    const std::vector<std::vector<int>>& games() const { return games_; }  // passes left out

    // Plays the next one, which depends on the seed and its number alone.
    void play();

    // A sealed text, a game a line.
    std::string text() const;
    // Games that the rules do not allow are refused with their line.
    static Result<GameLog> parse(std::string_view text);

    bool operator==(const GameLog&) const = default;

  private:
    GridShape shape_;
    std::uint64_t seed_;
    std::vector<std::vector<int>> games_;  // places
};

// What squares are worth by the stage of the game; a stage is a number of discs. The values are for
// the player whom it is said of.
class SquareLearner {
  public:
    struct Options {
        // As many wins of black as of white, the first of each.
        bool balanced = true;
        // The reward rule: V <- V x rate x N x R, where R is `win` or `loss`.
        double rate = 1;
        double win = 1.1;
        double loss = 0.9;
    };
    SquareLearner(const GameLog& log, const Options& options);

    int parameters() const { return parameters_.count(); }
    const SquareParameters& squares() const { return parameters_; }
    int stages() const { return static_cast<int>(counts_.size()); }  // the first has four discs
    int wins_of(Color player) const { return wins_[static_cast<std::size_t>(player)]; }
    int draws() const { return draws_; }
    int used() const { return used_; }  // games, half of them won by each

    // Of knowing whose a square of the parameter is, in bits; 0 for squares no disc can stand on.
    double gain(int stage, int parameter) const;
    // The mean over stages, weighted equally; `first` and `last` in discs.
    double mean_gain(int parameter, int first, int last) const;
    // The logarithm to base 10 of what the reward rule made of the value.
    double reward(int stage, int parameter) const {
        return rewards_[static_cast<std::size_t>(stage)][static_cast<std::size_t>(parameter)];
    }

  private:
    struct Count {
        // By whose the square is: own, empty, the opponent's; and whether that player won.
        std::array<std::array<std::uint32_t, 2>, 3> seen{};
    };
    void watch(const BitGridBoard& board, Color to_move, Color winner, const Options& options);

    SquareParameters parameters_;
    std::vector<std::vector<Count>> counts_;    // [stage][parameter]
    std::vector<std::vector<double>> rewards_;  // logarithms
    std::array<int, 2> wins_{};
    int draws_ = 0;
    int used_ = 0;
};

// I(p, 1 - p), in bits.
double information(double p);

}  // namespace emilia::tournament96
