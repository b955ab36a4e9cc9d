#pragma once

#include <string>

#include "cli/program.h"
#include "game/statistics.h"

namespace emilia::cli {

// The statistics of a set of games as tables that fit 80 columns.
std::string report_text(const GameStatistics& statistics);

// The same, and more of it, as one object; docs/json.md describes it.
Json report_json(const GameStatistics& statistics);

}  // namespace emilia::cli
