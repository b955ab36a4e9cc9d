#include "experiment/experiment.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>

#include "cli/all_players.h"
#include "cli/game_input.h"
#include "cli/match/live.h"
#include "cli/program.h"
#include "experiment/page.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using experiment::Entry;
using experiment::Experiment;
using experiment::Report;
using experiment::Setting;
using experiment::Verdict;

struct Options {
    std::string name;
    bool quick = false;
    std::uint64_t seed = 1;
    std::vector<std::string> games;
    std::string choices;
    std::string page;
    bool json = false;
};

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

// The command to repeat it; files by their last name, wherever they were.
std::string command_of(const Experiment& one, const Options& options) {
    const auto file_name = [](const std::string& path) {
        const std::filesystem::path whole(path);
        return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    };
    std::string text = fmt::format("emilia experiment {} --seed {}", one.name, options.seed);
    if (options.quick) text += " --quick";
    if (!one.games.empty()) {
        text += " --games";
        for (const std::string& path : options.games) text += ' ' + shell_word(file_name(path));
    }
    if (!one.choices.empty()) text += " --choices " + shell_word(file_name(options.choices));
    return text;
}

void print_list(bool json) {
    for (const Experiment& one : experiment::all_experiments()) {
        if (json) {
            print_json({{"name", one.name},
                        {"source", one.source},
                        {"hypothesis", one.hypothesis},
                        {"games", one.games},
                        {"choices", one.choices}});
            continue;
        }
        fmt::print("{:<20} {}\n", one.name, one.source);
        for (const std::string& line : wrapped(one.hypothesis, 78)) fmt::print("  {}\n", line);
        if (!one.games.empty()) fmt::print("  --games: {}\n", one.games);
        if (!one.choices.empty()) fmt::print("  --choices: {}\n", one.choices);
    }
}

Json table_json(const experiment::Table& table) {
    return {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}};
}

Json entry_json(const Experiment& one, const Entry& entry) {
    Json tables = Json::array();
    for (const auto& table : entry.report.tables) tables.push_back(table_json(table));
    return {{"name", one.name},
            {"source", one.source},
            {"hypothesis", one.hypothesis},
            {"command", entry.command},
            {"date", entry.date},
            {"quick", entry.quick},
            {"seconds", entry.seconds},
            {"tables", std::move(tables)},
            {"notes", entry.report.notes},
            {"verdict", experiment::name_of(entry.report.verdict)},
            {"reason", entry.report.reason}};
}

// The page with its figures in images/ beside it.
Result<Done> write_page(const std::string& path, const std::vector<Entry>& entries) {
    std::string old;
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
        const auto read = read_file(path);
        if (!read) return read.error();
        old = *read;
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path() / "images";
    for (const Entry& entry : entries) {
        for (const experiment::Figure& figure : entry.report.figures) {
            std::filesystem::create_directories(folder, failed);
            if (failed) {
                return Error{fmt::format("cannot make the folder {}: {}", folder.string(),
                                         failed.message())};
            }
            const auto written = write_file((folder / (figure.name + ".svg")).string(), figure.svg);
            if (!written) return written.error();
        }
    }
    return write_file(path, experiment::updated_page(old, entries));
}

Result<std::vector<const Experiment*>> chosen(const std::string& name) {
    std::vector<const Experiment*> found;
    std::vector<std::string> names = {"list", "all"};
    for (const Experiment& one : experiment::all_experiments()) {
        names.push_back(one.name);
        if (name == "all" || name == one.name) found.push_back(&one);
    }
    if (!found.empty()) return found;
    const auto near = closest(name, names);
    return Error{fmt::format("there is no experiment {}{}; 'emilia experiment list' has them all",
                             in_quotes(name),
                             near ? fmt::format(", did you mean '{}'?", *near) : "")};
}

int run_experiments(const Options& options) {
    if (options.name == "list") {
        print_list(options.json);
        return kSuccess;
    }
    const auto experiments = chosen(options.name);
    if (!experiments) return fail(experiments.error());
    const PlayerRegistry players = all_players();
    Setting setting{players, options.quick, options.seed};
    setting.choices = options.choices;
    for (const std::string& path : options.games) {
        const auto files = game_files_of(path);
        if (!files) return fail(files.error());
        setting.games.insert(setting.games.end(), files->begin(), files->end());
    }

    const InterruptGuard guard;
    setting.stopped = interrupted;
    bool disagrees = false;
    for (const Experiment* const one : *experiments) {
        if (const auto possible = experiment::check(*one, setting); !possible) {
            if (options.name != "all") return fail(possible.error());
            std::fflush(stdout);
            fmt::print(stderr, "emilia: left out: {}\n", possible.error().message);
            continue;
        }
        Live live(options.json);
        setting.progress = [&](const std::string& step, std::size_t done, std::size_t all) {
            if (!live.due()) return;
            const std::string line = fmt::format("{}: {}, {} of {}{}", one->name, step, done, all,
                                                 live.time_left(done, all));
            live.show({line}, line);
        };
        const auto start = std::chrono::steady_clock::now();
        auto report = one->run(setting);
        live.clear();
        if (interrupted()) {
            std::fflush(stdout);
            fmt::print(stderr, "emilia: {} was stopped; nothing is kept of it\n", one->name);
            return kInterruptedExitCode;
        }
        if (!report) return fail(report.error());
        const Entry entry{one->name,     command_of(*one, options), today(),
                          options.quick, seconds_since(start),      std::move(*report)};
        disagrees = disagrees || entry.report.verdict == Verdict::disagrees;
        if (options.json) {
            print_json(entry_json(*one, entry));
        } else {
            fmt::print("{}{}\n", text_of(*one, entry.report), experiments->size() > 1 ? "\n" : "");
        }
        std::fflush(stdout);
        // After each, so that nothing is lost when a later one is stopped.
        if (!options.page.empty()) {
            const auto written = write_page(options.page, {entry});
            if (!written) return fail(written.error());
        }
    }
    return disagrees ? kFailure : kSuccess;
}

}  // namespace

void add_experiment(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"experiment", "Measure", "measure again what the old papers published", R"(Examples:
  emilia experiment list
  emilia experiment game-shape --games WTH_1980.wtb WTH_1981.wtb
  emilia experiment all --quick
  emilia experiment all --games wthor --choices choices.txt --page reproductions.md

Each experiment says what a paper found, measures the same with the programs that are
rebuilt here, shows both side by side and gives its verdict: agrees, agrees in part or
disagrees. The list says which files an experiment needs; 'all' leaves out those whose
files are not given and says so. --quick takes seconds and shows only the direction of an
effect; a full one takes a minute or more. The same seed gives the same result, times aside.

--page writes the results as a page of Markdown, with the figures in a folder images beside
it. A page that is there already keeps its other sections.

FILE of --choices is text: 'game 1: Black - White' begins a game, with black first, and a line
'12 W f6 h5' says that at move 12 white played f6 where the program chose h5; a '?' behind it
marks a choice that cannot be right. Lines that begin with '#' are comments.

Exit code 1 if a result disagrees with its paper.
)"},
        [options] { return run_experiments(*options); });
    command.add_option("name", options->name, "an experiment, or 'list', or 'all'")
        ->required()
        ->type_name("NAME");
    command.add_flag("--quick", options->quick, "short versions, for the direction alone");
    command.add_option("--seed", options->seed, "which random numbers to use, 1 by default")
        ->type_name("N");
    command
        .add_option("--games", options->games, "files of games in any format, or folders of them")
        ->type_name("FILE");
    command.add_option("--choices", options->choices, "moves that a program chose in known games")
        ->type_name("FILE");
    command.add_option("--page", options->page, "write the results into this page of Markdown")
        ->type_name("FILE");
    command.add_flag("--json", options->json, "one JSON object an experiment");
}

}  // namespace emilia::cli
