#include <fmt/format.h>

#include <memory>

#include "cli/game_input.h"
#include "cli/game_json.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string from;
    std::string to;
    std::string output = "-";
    bool keep_going = false;
};

// JSON is written but not read, so it is no Format.
constexpr std::string_view kJson = "json";

std::vector<std::string> target_names() {
    std::vector<std::string> names = format_names();
    names.emplace_back(kJson);
    return names;
}

// --to, or what the name of the output file says.
Result<std::string> target_of(const Options& options) {
    if (!options.to.empty()) return options.to;
    if (lower_case(options.output).ends_with(".json")) return std::string(kJson);
    if (const auto format = format_of_file_name(options.output)) {
        return std::string(name_of(*format));
    }
    return Error{
        fmt::format("say what to convert to, --to one of {}", fmt::join(target_names(), ", "))};
}

Result<std::vector<GameRecord>> read_all(const Options& options) {
    std::vector<GameRecord> games;
    std::size_t bad = 0;
    for (const std::string& path : options.files) {
        auto file = read_game_file(path, from_option(options.from));
        if (!file) return file.error();
        report_issues(path, *file);
        bad += file->bad.count();
        for (GameRecord& game : file->games) games.push_back(std::move(game));
    }
    if (bad > 0 && !options.keep_going) {
        return Error{fmt::format(
            "{} of {} games cannot be read, nothing is written; --keep-going writes the others",
            bad, bad + games.size())};
    }
    if (games.empty()) return Error{"there is no game left to write"};
    return games;
}

int run_convert(const Options& options) {
    const auto target = target_of(options);
    if (!target) return fail(target.error());
    const auto games = read_all(options);
    if (!games) return fail(games.error());
    const std::optional<Format> to = parse_format(*target);
    if (!to) {
        std::string text;
        for (const GameRecord& game : *games) text += json_line(game_json(game));
        if (const auto written = write_file(options.output, text); !written) {
            return fail(written.error());
        }
        return kSuccess;
    }
    const auto losses = save_games(options.output, *to, *games);
    if (!losses) return fail(losses.error());
    for (const std::string& loss : *losses) {
        fmt::print(stderr, "emilia: note: not kept in {}: {}\n", name_of(*to), loss);
    }
    return kSuccess;
}

}  // namespace

void add_convert(Program& program) {
    auto options = std::make_shared<Options>();
    std::string formats;
    for (const FormatInfo& info : all_formats()) {
        formats += fmt::format("  {:<12}{}\n", info.name, info.title);
    }
    CLI::App& command = program.add({"convert", "Games", "turn files of games into another format",
                                     fmt::format(R"(Examples:
  emilia convert game.sgf --to transcript
  emilia convert WTH_1980.wtb -o 1980.pgn
  emilia convert a.ggf b.pgn --to json
  echo f5d6c3d3c4 | emilia convert - --to ggf

Formats:
{}  {:<12}one object a line; written, not read

What a file is in is seen from its content. A game that cannot be read is named
with its line, its ply and the legal moves there, and nothing is written unless
with --keep-going. What the new format has no place for is listed on standard
error.
)",
                                                 formats, kJson)},
                                    [options] { return run_convert(*options); });
    command.add_option("files", options->files, "files of games; - is standard input")
        ->required()
        ->type_name("FILE");
    command
        .add_option("--to", options->to,
                    "the format to write (default: by the name of the file to write)")
        ->type_name("FORMAT")
        ->check(CLI::IsMember(target_names()));
    add_from_option(command, options->from);
    command.add_option("-o,--output", options->output, "the file to write (standard output)")
        ->type_name("FILE");
    command.add_flag("--keep-going", options->keep_going,
                     "leave out the games that cannot be read and write the others");
}

}  // namespace emilia::cli
