#pragma once

#include "player/registry.h"

namespace emilia {

// The modern engine as a player: emilia:level=12,threads=2.
void add_engine_player(PlayerRegistry& registry);

}  // namespace emilia
