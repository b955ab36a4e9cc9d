#include "learn/fit.h"

#include <fmt/format.h>

#include <memory>

#include "cli/train/train.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    GamesOptions games;
    learn::FitOptions fit;
    WeightsOutput output;
    bool json = false;
};

void print_stage(const learn::StageFit& stage) {
    if (stage.training_samples == 0) return;
    const learn::CurvePoint& first = stage.curve.front();
    const learn::CurvePoint& chosen = stage.curve[static_cast<std::size_t>(stage.chosen)];
    fmt::print("{:>5} {:>12} {:>10} {:>8} {:>9.3f} {:>9.3f} {:>9.3f} {:>4} {:>8.1f}\n", stage.stage,
               with_commas(stage.training_samples), with_commas(stage.validation_samples),
               with_commas(stage.classes_seen), first.validation, chosen.training,
               chosen.validation, stage.chosen, stage.seconds);
    std::fflush(stdout);
}

void print_stage_json(const learn::StageFit& stage) {
    Json curve = Json::array();
    for (const learn::CurvePoint& point : stage.curve) {
        curve.push_back({{"iteration", point.iteration},
                         {"training", point.training},
                         {"validation", point.validation}});
    }
    print_json({{"stage", stage.stage},
                {"training_samples", stage.training_samples},
                {"validation_samples", stage.validation_samples},
                {"classes", stage.classes_seen},
                {"curve", std::move(curve)},
                {"chosen", stage.chosen},
                {"seconds", stage.seconds}});
    std::fflush(stdout);
}

int run_fit(const Options& options) {
    const std::string header =
        fmt::format("{:>5} {:>12} {:>10} {:>8} {:>9} {:>9} {:>9} {:>4} {:>8}", "stage", "positions",
                    "held out", "classes", "before", "fitted", "held out", "it", "seconds");
    const Training training{options.games, options.fit.threads,      options.output, options.json,
                            header,        "no weights were written"};
    return run_training(training, [&](const learn::Samples& samples) -> Result<Trained> {
        learn::FitOptions fit_options = options.fit;
        fit_options.stopped = interrupted;
        auto found =
            learn::fit(samples, fit_options, options.json ? print_stage_json : print_stage);
        if (!found) return found.error();
        if (!*found) return Trained();
        return Trained(std::move((*found)->weights));
    });
}

}  // namespace

void add_train_fit(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family, {"fit", "Subcommands", "find the weights that games speak for", R"(Examples:
  emilia train fit games.emg --output new.weights
  emilia train fit a.emg b.emg --lambda 0.7 --output new.weights
  emilia train fit games.emg --into data/weights     the program's own, for its next build

One row a stage of the game, from the last to the first: positions fitted to and held
out, classes of configurations that occur, the error of the held-out positions before,
the error after in what was fitted to and in what was held out (root of the mean square,
in discs), and the iteration that was best. Stages without positions have no row and the
weights of the next stage. The result is the same for any number of threads. --into
gives the file the name of its weights and removes others there.
)"},
        [options] { return run_fit(*options); });
    add_games_options(command, options->games);
    add_output_options(command, options->output);
    command
        .add_option("--iterations", options->fit.iterations,
                    "iterations of each stage at most, 60 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 10000));
    command
        .add_option("--ridge", options->fit.ridge,
                    "hold a weight to that of the next stage as so many positions would (20)")
        ->type_name("X")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--neighbours", options->fit.neighbours,
                    "how much positions count that are one disc outside a stage (0.5)")
        ->type_name("X")
        ->check(CLI::Range(0.0, 1.0));
    add_threads_option(command, options->fit.threads);
    command.add_flag("--json", options->json,
                     "one JSON object a stage with its learning curve, and one for all");
}

}  // namespace emilia::cli
