#include "learn/mpc.h"

#include <fmt/format.h>

#include <memory>

#include "cli/train/progress.h"
#include "cli/train/train.h"
#include "cli/weights_option.h"
#include "util/file.h"
#include "util/interrupt.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string output;
    std::string weights;
    learn::MpcOptions mpc;
    bool json = false;
};

void print_pairs(const std::vector<learn::DepthPair>& pairs, const ProbcutModel& model) {
    fmt::print("{:>5} {:>5} {:>7} {:>9} {:>8} {:>8} {:>8} {:>8}\n", "empty", "depth", "shallow",
               "positions", "bias", "sigma", "slope", "model");
    for (const learn::DepthPair& pair : pairs) {
        fmt::print("{:>5} {:>5} {:>7} {:>9} {:>+8.2f} {:>8.2f} {:>8.2f} {:>8.2f}\n", pair.empties,
                   pair.depth, pair.shallow, pair.positions, pair.bias, pair.sigma, pair.slope,
                   model.sigma(pair.empties, pair.depth, pair.shallow));
    }
    fmt::print("model");
    for (const double factor : model.factor) fmt::print(" {:.4f}", factor);
    fmt::print("\n");
}

void print_pairs_json(const std::vector<learn::DepthPair>& pairs, const ProbcutModel& model,
                      const Weights& weights) {
    for (const learn::DepthPair& pair : pairs) {
        print_json({{"empties", pair.empties},
                    {"depth", pair.depth},
                    {"shallow", pair.shallow},
                    {"positions", pair.positions},
                    {"bias", pair.bias},
                    {"sigma", pair.sigma},
                    {"slope", pair.slope},
                    {"model", model.sigma(pair.empties, pair.depth, pair.shallow)}});
    }
    print_json({{"factors", model.factor}, {"weights", weights.id()}});
}

int run_mpc(const Options& options) {
    if (options.mpc.least_empties > options.mpc.most_empties) {
        return fail("--empties: the first has to be no more than the second");
    }
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    const InterruptGuard guard;
    GamesOptions games;
    games.files = options.files;
    games.validation_permille = 0;
    const auto samples = read_training_samples(games, options.mpc.threads);
    if (!samples) return fail(samples.error());
    learn::MpcOptions mpc = options.mpc;
    mpc.weights = *weights;
    mpc.stopped = interrupted;
    const auto pairs = [&] {
        const std::uint64_t all = learn::positions_to_measure(samples->training, mpc);
        Progress progress("positions", 0, all, !options.json);
        mpc.progress = [&](std::uint64_t done) { progress.tell(done); };
        return learn::measure_depths(samples->training, mpc);
    }();
    if (!pairs) return fail(pairs.error());
    if (!*pairs) {
        fmt::print(stderr, "emilia: stopped; nothing was written\n");
        return kInterruptedExitCode;
    }
    const auto model = learn::fit_model(**pairs);
    if (!model) return fail(model.error());
    if (options.json) {
        print_pairs_json(**pairs, *model, **weights);
    } else {
        print_pairs(**pairs, *model);
    }
    if (options.output.empty()) return kSuccess;
    const auto done = write_file(options.output, learn::mpc_text(*model, **pairs, **weights));
    return done ? kSuccess : fail(done.error());
}

}  // namespace

void add_train_mpc(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family,
        {"mpc", "Subcommands", "measure how shallow searches foretell deep ones", R"(Examples:
  emilia train mpc games.emg --depth 10 --output mpc.txt
  emilia train mpc games.emg --positions 1000 --empties 20 40 --step 2

One row for each number of empty squares, depth and shallower depth: the mean of deep
less shallow values, their standard deviation (what Multi-ProbCut cuts by), how the deep
value grows with the shallow one, and the deviation by the model, whose six numbers
come last. The positions are chosen from the games by the seed.
)"},
        [options] { return run_mpc(*options); });
    learn::MpcOptions& mpc = options->mpc;
    command.add_option("games", options->files, "files of training games")
        ->type_name("FILE")
        ->required();
    command.add_option("-o,--output", options->output, "the file to write the table to")
        ->type_name("FILE");
    command.add_option("--depth", mpc.depth, "the deepest search in plies, 8 by default")
        ->type_name("N")
        ->check(CLI::Range(ProbcutTable::kLeastDepth, 30));
    command
        .add_option("--positions", mpc.positions,
                    "positions of each number of empty squares, 200 by default")
        ->type_name("N")
        ->check(CLI::Range(2, 1000000));
    command
        .add_option_function<std::vector<int>>(
            "--empties",
            [options](const std::vector<int>& range) {
                options->mpc.least_empties = range[0];
                options->mpc.most_empties = range[1];
            },
            "from so many empty squares to so many; 12 52 by default")
        ->type_name("A B")
        ->expected(2)
        ->check(CLI::Range(4, 56));
    command.add_option("--step", mpc.step, "every so many of them, 4 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 60));
    command.add_option("--seed", mpc.seed, "seed of the choice of positions, 1 by default")
        ->type_name("N");
    add_weights_option(command, options->weights);
    add_threads_option(command, mpc.threads);
    command.add_flag("--json", options->json, "one JSON object a row, and one for the model");
}

}  // namespace emilia::cli
