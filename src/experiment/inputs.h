#pragma once

#include <functional>
#include <vector>

#include "experiment/experiment.h"
#include "game/record.h"

namespace emilia::experiment {

// Hands every game of the files of a setting to `take`, file by file. Games that break the rules
// are left out: WTHOR has a few, typed in over forty years.
Result<Done> for_each_game(const Setting& setting,
                           const std::function<void(const GameRecord&)>& take);

}  // namespace emilia::experiment
