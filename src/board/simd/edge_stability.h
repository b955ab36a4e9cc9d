#pragma once

#include <array>
#include <cstdint>

namespace emilia {

// For an edge of eight squares, kEdgeStability[own * 256 + opponent] holds the discs of `own` that
// stay ours whatever either side plays on that edge from here on. Built before main() starts.
extern const std::array<std::uint8_t, 65536> kEdgeStability;

}  // namespace emilia
