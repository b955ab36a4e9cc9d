#pragma once

#include "player/registry.h"

namespace emilia {

// Players that are other programs: gtp:COMMAND and nboard:COMMAND.
void add_external_players(PlayerRegistry& registry);

}  // namespace emilia
