#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "history/bill/learner.h"

namespace emilia::bill {

// A training that can be stopped and gone on with.
struct LearnRun {
    LearnSettings settings;               // that check() accepts
    std::shared_ptr<const Knowledge> by;  // what both sides play with
    std::uint64_t games = 0;              // in all
    std::string state_file;               // kept up to date; gone on with if it is there
    std::function<bool()> stopped = {};   // may be empty
    std::function<void(std::uint64_t)> progress = {};  // told the games so far; may be empty
};

// The games that the state file has already.
Result<std::uint64_t> games_before(const LearnRun& run);

// Plays what is missing. The state that comes back has all games, or was stopped and is in the
// file; it is the same however often it was.
Result<LearnState> learn(const LearnRun& run);

}  // namespace emilia::bill
