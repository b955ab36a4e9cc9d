#include "learn/report.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "cli/game_input.h"
#include "cli/train/train.h"
#include "cli/weights_option.h"
#include "game/obf.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    GamesOptions games;
    std::vector<std::string> exact;
    std::string weights;
    bool all = false;
    bool by_empties = false;
    int threads = 1;
    bool json = false;
};

void print_row(std::string_view label, const learn::ErrorReport& error) {
    fmt::print("{:<24} {:>11} {:>+8.3f} {:>8.3f} {:>8.3f} {:>8.4f}\n", label,
               with_commas(error.samples), error.mean, error.absolute, error.rms,
               error.correlation);
}

void print_heading(std::string_view label) {
    fmt::print("{:<24} {:>11} {:>8} {:>8} {:>8} {:>8}\n", label, "positions", "mean", "absolute",
               "rms", "corr.");
}

Json error_json(const learn::ErrorReport& error) {
    return {{"positions", error.samples},
            {"mean", error.mean},
            {"absolute", error.absolute},
            {"rms", error.rms},
            {"correlation", error.correlation}};
}

// Positions of a file with the best score that it gives.
Result<std::vector<learn::Sample>> scored_positions(const std::string& path) {
    const auto given = given_games({path}, std::nullopt);
    if (!given) return given.error();
    report_issues(given->name, given->games);
    std::vector<learn::Sample> samples;
    for (const GameRecord& game : given->games.games) {
        const ObfProblem problem = to_obf(game);
        std::optional<int> best;
        for (const auto& answer : problem.answers) {
            if (answer.score) best = std::max(best.value_or(-64), answer.score->value());
        }
        if (best) samples.push_back({problem.diagram.position, static_cast<float>(*best)});
    }
    if (samples.empty()) return Error{fmt::format("{} has no position with a score", path)};
    return samples;
}

void report_by_empties(const learn::SampleSet& set, const Weights& weights,
                       const Options& options) {
    if (!options.json) print_heading("empty squares");
    for (std::size_t empties = 60; empties > 0; --empties) {
        const auto error = learn::error_of(weights, set.by_empties[empties], options.threads);
        if (error.samples == 0) continue;
        if (options.json) {
            Json object = {{"stage", stage_of(static_cast<int>(empties))}, {"empties", {empties}}};
            object.update(error_json(error));
            print_json(object);
        } else {
            print_row(std::to_string(empties), error);
        }
    }
}

void report_by_stage(const learn::SampleSet& set, const Weights& weights, const Options& options) {
    if (!options.json) print_heading("stage (empty squares)");
    std::vector<const std::vector<learn::Sample>*> everything;
    for (int stage = 0; stage < kStages; ++stage) {
        std::vector<const std::vector<learn::Sample>*> lists;
        for (int empties = 60; empties > 0; --empties) {
            if (stage_of(empties) == stage) {
                lists.push_back(&set.by_empties[static_cast<std::size_t>(empties)]);
            }
        }
        everything.insert(everything.end(), lists.begin(), lists.end());
        const auto error = learn::error_of(weights, lists, options.threads);
        if (error.samples == 0) continue;
        if (options.json) {
            Json object = {{"stage", stage}, {"empties", {60 - 2 * stage, 59 - 2 * stage}}};
            object.update(error_json(error));
            print_json(object);
        } else {
            print_row(fmt::format("{} ({}, {})", stage, 60 - 2 * stage, 59 - 2 * stage), error);
        }
    }
    const auto error = learn::error_of(weights, everything, options.threads);
    if (options.json) {
        Json object = {{"stage", nullptr}};
        object.update(error_json(error));
        print_json(object);
    } else {
        print_row("all", error);
    }
}

Result<Done> report_exact(const std::string& path, const Weights& weights, const Options& options) {
    const auto samples = scored_positions(path);
    if (!samples) return samples.error();
    std::map<int, std::vector<learn::Sample>, std::greater<>> by_empties;
    for (const learn::Sample& sample : *samples) {
        by_empties[sample.position.empties()].push_back(sample);
    }
    for (const auto& [empties, some] : by_empties) {
        const auto error = learn::error_of(weights, some, options.threads);
        if (options.json) {
            Json object = {{"file", path}, {"empties", empties}};
            object.update(error_json(error));
            print_json(object);
        } else {
            print_row(fmt::format("{} empty", empties), error);
        }
    }
    return Done{};
}

int run_report(const Options& options) {
    if (options.games.files.empty() && options.exact.empty()) {
        return fail("there is nothing to report on: name files of training games, or --exact FILE");
    }
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    const InterruptGuard guard;
    if (!options.games.files.empty()) {
        const auto samples = read_training_samples(options.games, options.threads);
        if (!samples) return fail(samples.error());
        if (interrupted()) return kInterruptedExitCode;
        learn::SampleSet set = samples->validation;
        if (options.all) {
            for (std::size_t i = 0; i < set.by_empties.size(); ++i) {
                const auto& others = samples->training.by_empties[i];
                set.by_empties[i].insert(set.by_empties[i].end(), others.begin(), others.end());
            }
        }
        if (set.size() == 0) {
            return fail("none of these games is held out; --all reports on all of them");
        }
        if (options.by_empties) {
            report_by_empties(set, **weights, options);
        } else {
            report_by_stage(set, **weights, options);
        }
    }
    for (const std::string& path : options.exact) {
        if (!options.json) print_heading(printable(path));
        if (const auto done = report_exact(path, **weights, options); !done) {
            return fail(done.error());
        }
        if (interrupted()) return kInterruptedExitCode;
    }
    return kSuccess;
}

}  // namespace

void add_train_report(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family,
        {"report", "Subcommands", "how far the evaluation is from what it should say", R"(Examples:
  emilia train report games.emg                    games held out, by stage
  emilia train report games.emg --weights new.weights
  emilia train report --exact solved.obf           positions with known scores

The value of each position without any search, within -64 and 64, against its label:
mean error (above 0: it hopes too much), mean without signs, root of the mean square,
and the correlation of values and labels; in discs. Games are held out here as in
'train fit' with the same files in the same order. A problem's label is its best score.
)"},
        [options] { return run_report(*options); });
    add_games_options(command, options->games);
    command.get_option("games")->required(false);
    command.add_option("--exact", options->exact, "a file of problems with scores (OBF)")
        ->type_name("FILE")
        ->expected(1)
        ->take_all();
    command.add_flag("--all", options->all, "report on all games, not only on those held out");
    command.add_flag("--by-empties", options->by_empties,
                     "a row for each number of empty squares instead of one a stage");
    add_weights_option(command, options->weights);
    add_threads_option(command, options->threads);
    command.add_flag("--json", options->json, "one JSON object a row");
}

}  // namespace emilia::cli
