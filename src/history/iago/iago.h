#pragma once

#include "player/registry.h"

namespace emilia::iago {

// Adds `iago`, Paul Rosenbloom's program of 1981; docs/history/iago.md.
void add_players(PlayerRegistry& registry);

}  // namespace emilia::iago
