#include "cli/game_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "util/text.h"

namespace emilia::cli {

namespace {

// Extensions that say a file holds games.
std::vector<std::string> game_extensions() {
    std::vector<std::string> extensions;
    for (const FormatInfo& info : all_formats()) {
        // Problems are positions, and a folder of them is no folder of games.
        if (!info.extension.empty() && info.format != Format::obf) {
            extensions.emplace_back(info.extension);
        }
    }
    return extensions;
}

}  // namespace

Result<std::vector<std::string>> game_files_of(const std::string& path) {
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed)) return std::vector<std::string>{path};
    const std::vector<std::string> extensions = game_extensions();
    std::vector<std::string> files;
    std::filesystem::directory_iterator entry(path, failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        const std::string extension = lower_case(entry->path().extension().string());
        if (std::find(extensions.begin(), extensions.end(), extension) != extensions.end()) {
            files.push_back(entry->path().string());
        }
    }
    if (failed) return Error{fmt::format("cannot read the folder {}: {}", path, failed.message())};
    if (files.empty()) {
        return Error{fmt::format("the folder {} has no file of games (*{})", path,
                                 fmt::join(extensions, ", *"))};
    }
    std::sort(files.begin(), files.end());
    return files;
}

void report_issues(const std::string& path, const GamesRead& read) {
    const std::string name = path == "-" ? "standard input" : path;
    std::fflush(stdout);
    // A file that is something else altogether is wrong in every line.
    constexpr std::size_t kShown = 20;
    const auto print = [&](std::string_view kind, const IssueList& issues) {
        const std::vector<std::string> said = sentences(issues);
        const std::size_t shown = said.size() <= kShown ? said.size() : kShown - 1;
        for (std::size_t i = 0; i < shown; ++i) {
            fmt::print(stderr, "emilia: {}{}: {}\n", kind, name, said[i]);
        }
        if (shown < said.size()) {
            fmt::print(stderr, "emilia: {}{}: and {} more\n", kind, name, issues.count() - shown);
        }
    };
    print("", read.bad);
    print("note: ", read.notes);
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

Result<GivenGames> given_games(const std::vector<std::string>& words, std::optional<Format> from) {
    if (words.empty()) {
        GivenGames given;
        given.games.games.emplace_back();
        return given;
    }
    std::error_code ignored;
    const std::string& first = words.front();
    if (words.size() == 1 && (first == "-" || std::filesystem::exists(first, ignored))) {
        auto file = read_game_file(first, from);
        if (!file) return file.error();
        return GivenGames{first, std::move(*file)};
    }
    std::string text;
    for (const std::string& word : words) text += word + ' ';
    auto games = read_games(text, from);
    if (!games)
        return Error{fmt::format("{}: {}", in_quotes(trimmed(text)), games.error().message)};
    if (games->bad.empty()) return GivenGames{"", std::move(*games)};
    const Issue& issue = games->bad.kept().front();
    // A word that cannot be a move is most likely the name of a file.
    if (games->format == Format::transcript && words.size() == 1 &&
        issue.message.starts_with("ply 1:") &&
        issue.message.find("is not a move") != std::string::npos) {
        return Error{fmt::format("there is no file {}, and it is no position or transcript either",
                                 in_quotes(first))};
    }
    return Error{issue.message};
}

}  // namespace emilia::cli
