#pragma once

#include <memory>

#include "eval/weights.h"
#include "player/registry.h"

namespace emilia {

// The modern engine as a player: emilia:level=12,threads=2.
// Without weights it has those in the program.
void add_engine_player(PlayerRegistry& registry, std::shared_ptr<const Weights> weights = {});

}  // namespace emilia
