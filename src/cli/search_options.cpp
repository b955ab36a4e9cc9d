#include "cli/search_options.h"

#include <fmt/format.h>

#include "cli/weights_option.h"

namespace emilia::cli {

std::optional<Selectivity> SearchOptions::chosen_selectivity() const {
    for (const Selectivity each : kSelectivities) {
        if (percent_of(each) == selectivity) return each;
    }
    return std::nullopt;
}

void add_search_options(CLI::App& command, SearchOptions& options, const std::string& each,
                        const std::string& otherwise) {
    command.add_option("--time", options.seconds, fmt::format("seconds for {}, at most", each))
        ->type_name("S")
        ->check(CLI::PositiveNumber);
    command.add_option("--nodes", options.nodes, fmt::format("nodes for {}, at most", each))
        ->type_name("N")
        ->check(at_least_one());
    std::vector<int> steps;
    for (const Selectivity step : kSelectivities) steps.push_back(percent_of(step));
    command
        .add_option("--selectivity", options.selectivity,
                    fmt::format("confidence with which moves are left out: {}; {}",
                                fmt::join(steps, ", "), otherwise))
        ->type_name("P")
        ->check(CLI::IsMember(steps));
    command.add_option("-t,--threads", options.threads, "threads to use, 1 by default")
        ->type_name("T")
        ->check(CLI::Range(1, 1024));
    command.add_option("--hash", options.hash_megabytes, "memory for positions, 64 by default")
        ->type_name("MB")
        ->check(CLI::Range(1, 1 << 20));
    add_weights_option(command, options.weights);
}

std::string line_text(const std::vector<Move>& line) {
    std::string text;
    for (const Move move : line) text += (text.empty() ? "" : " ") + to_string(move);
    return text;
}

Json line_json(const std::vector<Move>& line) {
    Json list = Json::array();
    for (const Move move : line) list.push_back(to_string(move));
    return list;
}

}  // namespace emilia::cli
