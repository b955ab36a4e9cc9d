#pragma once

#include "player/registry.h"
#include "server/views.h"

namespace emilia::cli {

// How players that have a view of their own see a board; `players` knows them all.
server::Views all_views(const PlayerRegistry& players);

}  // namespace emilia::cli
