#include "cli/game_input.h"

#include <fmt/format.h>

namespace emilia::cli {

void report_issues(const std::string& path, const GamesRead& read) {
    const std::string name = path == "-" ? "standard input" : path;
    std::fflush(stdout);
    for (const std::string& sentence : sentences(read.bad)) {
        fmt::print(stderr, "emilia: {}: {}\n", name, sentence);
    }
    for (const std::string& sentence : sentences(read.notes)) {
        fmt::print(stderr, "emilia: note: {}: {}\n", name, sentence);
    }
}

void add_from_option(CLI::App& command, std::string& name) {
    command.add_option("--from", name, "the format to read (default: by the content)")
        ->type_name("FORMAT")
        ->check(CLI::IsMember(format_names()));
}

std::optional<Format> from_option(const std::string& name) {
    return parse_format(name);
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const FormatInfo& info : all_formats()) names.emplace_back(info.name);
    return names;
}

}  // namespace emilia::cli
