#pragma once

#include "server/views.h"

namespace emilia::cli {

// How players that have a view of their own see a board.
server::Views all_views();

}  // namespace emilia::cli
