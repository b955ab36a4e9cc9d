#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/program.h"
#include "match/journal.h"
#include "match/runner.h"

namespace emilia::cli {

// What matches and tournaments are told alike.
struct MatchOptions {
    std::string clock;
    std::string move_time;
    std::optional<int> depth;
    std::optional<int> level;
    std::optional<std::uint64_t> nodes;
    std::string tolerance = "50ms";
    int adjudicate = 0;
    std::string openings;
    std::string from;
    std::optional<std::size_t> plies;
    std::optional<int> balance;
    bool shuffle = false;
    std::uint64_t seed = 1;
    int concurrency = 1;
    std::string out;
    std::string pgn;
    std::string ggf;
    std::string report;
    bool json = false;
};

void add_match_options(CLI::App& command, MatchOptions& options);

// The same as a page of help.
extern const char* const kMatchOptionsHelp;

// Players, openings and terms; what the files of openings leave out is reported.
Result<match::Field> make_field(const PlayerRegistry& registry,
                                const std::vector<std::string>& players,
                                const MatchOptions& options);

// What the games depend on: journals with other terms are refused.
match::Terms terms_of(const match::Field& field, const MatchOptions& options);

// "8 random moves, seed 1".
std::string openings_text(const MatchOptions& options);

}  // namespace emilia::cli
