#include "cli/game_input.h"

#include <fmt/format.h>

#include "util/text.h"

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

std::string format_names() {
    std::string names;
    for (const FormatInfo& info : all_formats()) {
        if (!names.empty()) names += ", ";
        names += info.name;
    }
    return names;
}

Result<Format> format_option(const std::string& option, const std::string& name) {
    if (const auto format = parse_format(name)) return *format;
    std::vector<std::string> names;
    for (const FormatInfo& info : all_formats()) names.emplace_back(info.name);
    const auto near = closest(name, names);
    return Error{fmt::format("{} {} is no format{}; there are {}", option, in_quotes(name),
                             near ? fmt::format(", did you mean {}?", *near) : "", format_names())};
}

}  // namespace emilia::cli
