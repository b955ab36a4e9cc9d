#pragma once

#include <optional>

#include "experiment/experiment.h"
#include "game/record.h"

namespace emilia::experiment {

// A game of `player` against himself after eight random moves, for experiments that need positions
// as they arise in games. Nothing if it was stopped.
std::optional<GameRecord> sample_game(const Setting& setting, const PlayerSpec& player,
                                      std::uint64_t seed);

}  // namespace emilia::experiment
