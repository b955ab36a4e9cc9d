#pragma once

#include <string>
#include <string_view>

#include "match/runner.h"
#include "util/result.h"

namespace emilia::match {

// A game in one line of JSON, without its end: what --json prints and a journal holds.
std::string to_json(const Outcome& outcome);

// The same read again. What is wrong names the field.
Result<Outcome> parse_outcome(std::string_view line);

}  // namespace emilia::match
