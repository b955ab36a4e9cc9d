#pragma once

#include "player/registry.h"

namespace emilia::cli {

// Every player this program has, in the order in which `emilia players` lists them.
PlayerRegistry all_players();

}  // namespace emilia::cli
