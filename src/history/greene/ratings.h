#pragma once

#include <array>
#include <string_view>

#include "board/position.h"

namespace emilia::greene {

// The six features by which a board is rated (the article's "The 6 Board Ratings").
enum class Feature {
    corner_strength,
    corner_stability,
    edge_stability,
    interior_stability,
    mobility,
    squares,
};
inline constexpr std::size_t kFeatures = 6;
inline constexpr std::array<Feature, kFeatures> kAllFeatures = {
    Feature::corner_strength,    Feature::corner_stability, Feature::edge_stability,
    Feature::interior_stability, Feature::mobility,         Feature::squares};
std::string_view name_of(Feature feature);

// One number a feature.
struct Ratings {
    std::array<int, kFeatures> values{};

    int& operator[](Feature feature) { return values[static_cast<std::size_t>(feature)]; }
    int operator[](Feature feature) const { return values[static_cast<std::size_t>(feature)]; }
    bool operator==(const Ratings&) const = default;
};

// The board rated for the player who is called `own` in it, whoever is to move.
Ratings ratings_of(Position position);

// How a legal move changes the ratings, for the player who makes it: after less before. Mobility is
// the exception: his own before the move less the opponent's after it.
Ratings change_by(Position position, const Ratings& before, Square square);

// Twice the squares that can be played on, and the other empty squares beside the opponent's discs.
int mobility(Position position);

// Discs of `own` that are found stable: from the corners, along the edges, and inwards in a spiral.
struct Stability {
    int corner_rating = 0;
    int edge_rating = 0;
    Bitboard marked = 0;  // the "stability board"
};
Stability stability_of(Position position);

// The order in which squares of the inside are looked at.
std::array<Square, 36> inward_spiral();

}  // namespace emilia::greene
