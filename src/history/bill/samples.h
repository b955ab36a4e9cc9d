#pragma once

#include <array>
#include <cstdint>

#include "history/bill/discriminant.h"
#include "util/result.h"

namespace emilia::bill {

// All that is kept of the positions of one class: how many, the sums of their features and of the
// products of two. Whole numbers, so that the order of games never matters.
struct Moments {
    static constexpr int kProducts = kFeatures * (kFeatures + 1) / 2;

    std::int64_t count = 0;
    std::array<std::int64_t, kFeatures> sums{};
    std::array<std::int64_t, kProducts> products{};  // of features i <= j, in order

    void add(const Features& features);
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
    std::array<Stage, kMoves> stages{};

    void add(int move, bool won, const Features& features);
    Samples& operator+=(const Samples& more);
    bool operator==(const Samples&) const = default;
};

// One model a move of the game, from the positions of the same move and of those up to
// kSmoothing moves before and after it; where these are too few, that of the nearest move that has
// enough. An error where no move has.
inline constexpr int kSmoothing = 2;
inline constexpr std::int64_t kLeastPositions = 50;
using Models = std::array<StageModel, kMoves>;
Result<Models> models_of(const Samples& samples);

}  // namespace emilia::bill
