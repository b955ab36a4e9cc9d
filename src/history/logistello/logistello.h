#pragma once

#include "player/registry.h"

namespace emilia::logistello {

// Adds `logistello-94` and `logistello-97`, two generations of Michael Buro's program;
// docs/history/logistello.md.
void add_players(PlayerRegistry& registry);

}  // namespace emilia::logistello
