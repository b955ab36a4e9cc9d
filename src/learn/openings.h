#pragma once

#include <vector>

#include "board/position.h"

namespace emilia::learn {

inline constexpr int kMostEnumeratedPlies = 8;

// Moves that lead to every position with that many discs more than the start has, images of each
// other counted once; at most kMostEnumeratedPlies. In an order that is always the same.
std::vector<std::vector<Square>> enumerated_openings(int plies);

}  // namespace emilia::learn
