#pragma once

#include "player/registry.h"

namespace emilia::mcabee {

// Adds `mcabee`, Rod McAbee's program of 1994 that learns by Samuel's method;
// docs/history/mcabee.md.
void add_players(PlayerRegistry& registry);

}  // namespace emilia::mcabee
