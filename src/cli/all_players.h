#pragma once

#include <memory>

#include "eval/weights.h"
#include "player/registry.h"

namespace emilia::cli {

// Every player this program has, in the order in which `emilia players` lists them; the engine with
// these weights, or those in the program.
PlayerRegistry all_players(std::shared_ptr<const Weights> weights = {});

}  // namespace emilia::cli
