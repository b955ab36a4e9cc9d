#pragma once

#include <memory>
#include <string>

#include "cli/program.h"
#include "eval/weights.h"

namespace emilia::cli {

// Adds --weights, the evaluation's weights.
void add_weights_option(CLI::App& command, std::string& name);

// Those it named: the ones in the program if it was not given, rules of thumb for "thumb", none
// that are worth anything for "none", else those in the file.
Result<std::shared_ptr<const Weights>> chosen_weights(const std::string& name);

}  // namespace emilia::cli
