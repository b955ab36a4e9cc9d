#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "history/bill/constants.h"
#include "history/bill/discriminant.h"
#include "history/bill/features.h"
#include "util/result.h"

namespace emilia::bill {

// A position to learn from.
struct Sample {
    int move;  // the number of the one to be made
    bool won;  // by the player to move, in the end
    Counts counts;

    bool operator==(const Sample&) const = default;
};

// All that is kept of the positions of one class: how many, the sums of their counts and of the
// products of two. Whole numbers, so that the order of games never matters.
struct Moments {
    static constexpr int kProducts = kCounts * (kCounts + 1) / 2;

    std::int64_t count = 0;
    std::array<std::int64_t, kCounts> sums{};
    std::array<std::int64_t, kProducts> products{};  // of counts i <= j, in order

    void add(const Counts& counts);
    Moments& operator+=(const Moments& more);
    bool operator==(const Moments&) const = default;
};

// Positions by the number of the move to be made and by who won the game in the end.
struct Samples {
    struct Stage {
        Moments won;
        Moments lost;
        bool operator==(const Stage&) const = default;
    };
    std::vector<Stage> stages = std::vector<Stage>(kMoves);

    void add(const Sample& sample);
    bool operator==(const Samples&) const = default;
};

// The constants with which the features, each weighed anew every few moves of the game, come
// nearest to the results of the games: 1 for won and -1 for lost, by least squares.
Constants constants_of(const Samples& samples);

// One model a move of the game, from the positions of the same move and of those up to
// kSmoothing moves before and after it; where these are too few, that of the nearest move that has
// enough. An error where no move has.
inline constexpr int kSmoothing = 2;
inline constexpr std::int64_t kLeastPositions = 50;
using Models = std::array<StageModel, kMoves>;
Result<Models> models_of(const Samples& samples, const Constants& constants);

}  // namespace emilia::bill
