#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/position.h"
#include "cli/program.h"
#include "eval/weights.h"
#include "search/selectivity.h"

namespace emilia::cli {

// What the subcommands that search are told alike.
struct SearchOptions {
    int threads = 1;
    int hash_megabytes = 64;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::optional<int> selectivity;  // per cent
    std::string weights;

    std::size_t table_bytes() const { return static_cast<std::size_t>(hash_megabytes) << 20; }
    std::optional<Selectivity> chosen_selectivity() const;
};

// Adds --threads, --hash, --time, --nodes, --selectivity and --weights; `each` is what time and
// nodes are for, `otherwise` what is left out where nothing is said.
void add_search_options(CLI::App& command, SearchOptions& options, const std::string& each,
                        const std::string& otherwise);

// "f5 d6 pass", and the same for machines.
std::string line_text(const std::vector<Move>& line);
Json line_json(const std::vector<Move>& line);

}  // namespace emilia::cli
