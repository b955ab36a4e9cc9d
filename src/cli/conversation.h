#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/program.h"
#include "player/registry.h"
#include "protocol/session.h"

namespace emilia::cli {

// Adds --player, whom a protocol speaks for; `spec` is who that is if it is not given.
void add_player_option(CLI::App& command, std::string& spec);

// Makes the session for a player and an output, and lets it talk on standard input and output until
// its end. Returns the exit code.
using MakeSession = std::function<std::unique_ptr<Session>(const PlayerRegistry&, const PlayerSpec&,
                                                           const Output&)>;
int converse(const std::string& spec, const MakeSession& make);

}  // namespace emilia::cli
