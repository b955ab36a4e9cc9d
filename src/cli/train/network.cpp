#include <fmt/format.h>

#include <memory>

#include "cli/train/train.h"
#include "learn/network_fit.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    GamesOptions games;
    learn::NetworkFitOptions fit;
    WeightsOutput output;
    bool json = false;
};

void print_pass(const learn::NetworkPass& pass) {
    fmt::print("{:>5} {:>9.3f} {:>9.3f} {:>8.1f}\n", pass.pass, pass.training, pass.validation,
               pass.seconds);
    std::fflush(stdout);
}

void print_pass_json(const learn::NetworkPass& pass) {
    print_json({{"pass", pass.pass},
                {"training", pass.training},
                {"validation", pass.validation},
                {"seconds", pass.seconds}});
    std::fflush(stdout);
}

int run_network(const Options& options) {
    const std::string header =
        fmt::format("{:>5} {:>9} {:>9} {:>8}", "pass", "fitted", "held out", "seconds");
    const Training training{options.games,
                            options.fit.threads,
                            options.output,
                            options.json,
                            header,
                            options.fit.state.empty()
                                ? "no weights were written"
                                : "the same command goes on after the last whole pass"};
    return run_training(training, [&](const learn::Samples& samples) -> Result<Trained> {
        learn::NetworkFitOptions fit_options = options.fit;
        fit_options.stopped = interrupted;
        auto found =
            learn::fit_network(samples, fit_options, options.json ? print_pass_json : print_pass);
        if (!found) return found.error();
        if (!*found) return Trained();
        return Trained(std::move((*found)->weights));
    });
}

}  // namespace

void add_train_network(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add(family, {"network", "Subcommands", "train a network on games", R"(Examples:
  emilia train network games.emg --output new.weights
  emilia train network a.emg b.emg --passes 6 --output new.weights
  emilia train network games.emg --state going.state --output new.weights     can be stopped
  emilia train network games.emg --into data/weights     the program's own, for its next build

One row a pass over all positions: the error in what is fitted to while it goes on and in
what is held out after it (root of the mean square, in discs). The result is the same
for any number of threads. --into gives the file the name of its weights and removes
others there.
)"},
                    [options] { return run_network(*options); });
    add_games_options(command, options->games);
    add_output_options(command, options->output);
    command.add_option("--passes", options->fit.passes, "passes over all positions (8)")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command.add_option("--rate", options->fit.rate, "of learning, at its highest (0.004)")
        ->type_name("X")
        ->check(CLI::Range(1e-6, 1.0));
    command
        .add_option("--decay", options->fit.decay,
                    "what rows lose at each step, as a part of the rate (0.3)")
        ->type_name("X")
        ->check(CLI::Range(0.0, 100.0));
    command.add_option("--seed", options->fit.seed, "for the order of positions (1)")
        ->type_name("N");
    command
        .add_option("--state", options->fit.state,
                    "keep here after each pass what has been learned; a training that was stopped "
                    "goes on from it")
        ->type_name("FILE");
    add_threads_option(command, options->fit.threads);
    command.add_flag("--json", options->json, "one JSON object a pass, and one for all");
}

}  // namespace emilia::cli
