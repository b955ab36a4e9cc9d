#pragma once

#include <string>

#include "cli/program.h"
#include "game/files.h"

namespace emilia::cli {

// "emilia: FILE: line 3: ..." on standard error for each game of a file that could not be read,
// and for each note.
void report_issues(const std::string& path, const GamesRead& read);

// What --from and --to take.
std::string format_names();
// The format of that name, or a sentence with the names there are.
Result<Format> format_option(const std::string& option, const std::string& name);

}  // namespace emilia::cli
