#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/play/session.h"

namespace emilia::cli {

// Does what a line typed at the prompt says: a square is a move, anything else a command. Its
// messages replace the earlier ones.
void run_line(PlaySession& session, std::string_view line);

// The commands, for people to read.
struct CommandHelp {
    std::string usage;
    std::string summary;
};
std::vector<CommandHelp> command_help();

// What could stand in place of the last word of `line`, which is being typed.
struct Completion {
    std::size_t start = 0;  // where that word begins
    std::vector<std::string> candidates;
    std::string common;  // what they have in common
};
Completion complete(const PlaySession& session, std::string_view line);

}  // namespace emilia::cli
