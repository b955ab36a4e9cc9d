#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/program.h"
#include "game/files.h"

namespace emilia::cli {

// "emilia: FILE: line 3: ..." on standard error for each game of a file that could not be read,
// and for each note.
void report_issues(const std::string& path, const GamesRead& read);

// Adds --from, the format of the files to read.
void add_from_option(CLI::App& command, std::string& name);
// The format it named; none if it was not given.
std::optional<Format> from_option(const std::string& name);

// The names of all formats.
std::vector<std::string> format_names();

// The files meant by an argument: itself, or those with games in a folder.
Result<std::vector<std::string>> game_files_of(const std::string& path);

// The games that words of the command line mean.
struct GivenGames {
    std::string name;  // of the file, for messages; empty: the words said it themselves
    GameFile games;
};
// A file ("-" is standard input), or moves or positions in the words themselves; without words the
// start.
Result<GivenGames> given_games(const std::vector<std::string>& words, std::optional<Format> from);

}  // namespace emilia::cli
