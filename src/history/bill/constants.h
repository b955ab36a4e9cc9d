#pragma once

#include "history/bill/counts.h"

namespace emilia::bill {

// What each count adds to its feature. The document names the kinds of terms; the numbers are ours,
// whole so that a feature is one too.
using Constants = std::array<int, kCounts>;

// No feature of a position may leave 16 bits.
inline constexpr int kMostConstant = 200;

// Those by which BILL played before it learned any, set by hand.
const Constants& hand_set_constants();

}  // namespace emilia::bill
