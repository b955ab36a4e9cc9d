#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/program.h"
#include "player/registry.h"
#include "protocol/session.h"

namespace emilia::cli {

// Whom a protocol speaks for.
struct Speaker {
    std::string spec;
    std::string weights;  // of the engine; empty: those in the program
};

// Adds --player and --weights; `speaker` is who it is if they are not given.
void add_speaker_options(CLI::App& command, Speaker& speaker);

// Makes the session for the player and an output, and lets it talk on standard input and output
// until its end. Returns the exit code.
using MakeSession = std::function<std::unique_ptr<Session>(const PlayerRegistry&, const PlayerSpec&,
                                                           const Output&)>;
int converse(const Speaker& speaker, const MakeSession& make);

}  // namespace emilia::cli
