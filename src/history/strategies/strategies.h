#pragma once

#include "player/registry.h"

namespace emilia::strategies {

// Adds `random`, `max-disc`, `min-disc` and `weighted-squares`.
void add_players(PlayerRegistry& registry);

}  // namespace emilia::strategies
