#pragma once

#include "player/registry.h"

namespace emilia::bill {

// The player "bill".
void add_players(PlayerRegistry& registry);

}  // namespace emilia::bill
