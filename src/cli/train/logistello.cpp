#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/train/progress.h"
#include "cli/train/train.h"
#include "history/logistello/learning.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using logistello::LearnedStep;
using logistello::Parameters;

struct Options {
    GamesOptions games;
    logistello::LearnOptions learn;
    std::string output;
    bool json = false;
};

std::string state_of(const std::string& output) {
    return output + ".state";
}

// What an earlier run left.
Result<Parameters> earlier(const std::string& path) {
    if (!std::filesystem::exists(path)) return Parameters{};
    return logistello::read_parameters(path);
}

void print_steps(const std::vector<LearnedStep>& steps) {
    fmt::print("{:>5} {:>10} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "stage", "positions",
               "held out", "classes", "error", "right 94", "right 97", "seconds");
    for (const LearnedStep& step : steps) {
        if (step.relations || step.positions == 0) continue;
        fmt::print("{:>5} {:>10} {:>9} {:>8} {:>8.3f} {:>6.1f} % {:>6.1f} % {:>8.1f}\n", step.stage,
                   with_commas(step.positions), with_commas(step.held_out),
                   with_commas(step.classes), step.error, 100 * step.right_1994,
                   100 * step.right_1997, step.seconds);
    }
    fmt::print("\n{:>9} {:>5} {:>9} {:>8} {:>8}\n", "relations", "stage", "positions", "sigma",
               "seconds");
    for (const LearnedStep& step : steps) {
        if (!step.relations || step.positions == 0) continue;
        fmt::print("{:>9} {:>5} {:>9} {:>8.1f} {:>8.1f}\n", year_of(*step.relations), step.stage,
                   step.positions, step.sigma, step.seconds);
    }
}

void print_step_json(const LearnedStep& step) {
    Json object = {{"stage", step.stage}, {"positions", step.positions}};
    if (step.relations) {
        object["relations"] = year_of(*step.relations);
        object["sigma"] = step.sigma;
    } else {
        object["held_out"] = step.held_out;
        object["classes"] = step.classes;
        object["error"] = step.error;
        object["right_1994"] = step.right_1994;
        object["right_1997"] = step.right_1997;
    }
    object["seconds"] = step.seconds;
    print_json(object);
    std::fflush(stdout);
}

int run_logistello(const Options& options) {
    const std::string state = state_of(options.output);
    auto from = earlier(state);
    if (!from) return fail(from.error());
    const InterruptGuard guard;
    const auto samples = read_training_samples(options.games, options.learn.threads);
    if (!samples) return fail(samples.error());
    logistello::LearnOptions learn = options.learn;
    learn.stopped = interrupted;
    std::vector<LearnedStep> steps;
    Result<Done> saved = Done{};
    const auto found = [&] {
        Progress progress("steps", 0, logistello::kLearnSteps, !options.json);
        return learn_parameters(*samples, learn, std::move(*from),
                                [&](const LearnedStep& step, const Parameters& parameters) {
                                    steps.push_back(step);
                                    if (options.json) print_step_json(step);
                                    // Steps that an earlier run did take no time and need not be
                                    // saved again.
                                    if (saved && step.positions > 0)
                                        saved = write_file(state, parameters.bytes(1));
                                    progress.tell(steps.size());
                                });
    }();
    if (!saved) return fail(saved.error());
    if (interrupted()) {
        fmt::print(stderr, "emilia: stopped after {} of {} steps; the same command goes on\n",
                   steps.size(), logistello::kLearnSteps);
        return kInterruptedExitCode;
    }
    if (!found) {
        const bool resumed = std::filesystem::exists(state);
        return fail(resumed ? fmt::format("{}: {}", state, found.error().message)
                            : found.error().message);
    }
    const std::string bytes = (*found)->bytes();
    if (const auto done = write_file(options.output, bytes); !done) return fail(done.error());
    std::error_code ignored;
    std::filesystem::remove(state, ignored);
    if (options.json) {
        print_json({{"file", options.output},
                    {"bytes", bytes.size()},
                    {"relations", (*found)->cuts.size()},
                    {"origin", (*found)->origin}});
    } else {
        print_steps(steps);
        fmt::print("\n{} written, {} bytes, from {}\n", options.output, with_commas(bytes.size()),
                   (*found)->origin);
    }
    return kSuccess;
}

}  // namespace

void add_train_logistello(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family,
        {"logistello", "Old programs", "the two evaluations of LOGISTELLO, and its ProbCut",
         R"(Examples:
  emilia train selfplay games.emg --games 100000
  emilia train logistello games.emg --output logistello.parameters

First, stage by stage, both evaluations: that of 1994, where every configuration of a
pattern is worth the mean result of the positions that have it and logistic regression
weighs the patterns; and that of 1997, where all are fitted together. Then, for each of
them, how values of deep searches follow from those of shallow ones.

Printed are, of positions held out, the error of 1997 in discs and how often either
evaluation knows who wins; and what is left to chance between searches of 4 and 8 plies
(sigma, in thousandths of log-odds for 1994, in 1/16 discs for 1997).

Ctrl-C stops; what is finished is kept beside the output in FILE.state, and the same
command goes on there to the same result. The program's own parameters are the file in
data/logistello: put a new one there, and build.
)"},
        [options] { return run_logistello(*options); });
    add_games_options(command, options->games);
    command.add_option("-o,--output", options->output, "the file of parameters to write")
        ->type_name("FILE")
        ->required();
    logistello::LearnOptions& learn = options->learn;
    command
        .add_option("--iterations", learn.iterations,
                    "iterations of the regression of 1997 at most, 30 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 10000));
    command
        .add_option("--ridge", learn.ridge,
                    "hold a weight of 1997 to 0 as so many positions would (20)")
        ->type_name("X")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--prior", learn.prior,
                    "hold an average of 1994 to 0 as so many positions would (4)")
        ->type_name("X")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--positions", learn.positions,
                    "positions of each stage to search, 60 by default")
        ->type_name("N")
        ->check(CLI::Range(8, 1000000));
    command.add_option("--depth", learn.depth, "how deep to search them, 8 by default")
        ->type_name("N")
        ->check(CLI::Range(3, 17));
    command.add_option("--seed", learn.seed, "seed of the choice of positions, 1 by default")
        ->type_name("N");
    add_threads_option(command, learn.threads);
    command.add_flag("--json", options->json, "one JSON object a step, and one for the file");
}

}  // namespace emilia::cli
