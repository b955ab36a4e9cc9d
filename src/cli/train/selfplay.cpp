#include "learn/selfplay.h"

#include <fmt/format.h>

#include <memory>

#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "cli/weights_option.h"
#include "learn/openings.h"
#include "learn/production.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::string file;
    std::uint64_t games = 0;
    std::vector<int> random = {6, 20};
    std::string weights;
    learn::SelfplayOptions selfplay;
    int threads = 1;
    bool json = false;
};

int run_selfplay(const Options& options) {
    learn::SelfplayOptions selfplay = options.selfplay;
    selfplay.least_random = options.random.front();
    selfplay.most_random = options.random.back();
    if (const auto fine = learn::check(selfplay); !fine) return fail(fine.error());
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    selfplay.weights = *weights;
    auto writer = learn::GameFileWriter::open(options.file, learn::settings_of(selfplay));
    if (!writer) return fail(writer.error());
    return run_production(options.file, *writer, options.games, options.threads, options.json,
                          [&selfplay]() -> learn::GameMaker {
                              auto one = std::make_shared<learn::Selfplay>(selfplay, interrupted);
                              return [one](std::uint64_t number) { return one->play(number); };
                          });
}

}  // namespace

int run_production(const std::string& file, learn::GameFileWriter& writer, std::uint64_t games,
                   int threads, bool json, std::function<learn::GameMaker()> maker) {
    const InterruptGuard guard;
    const std::uint64_t before = writer.games();
    learn::Production production;
    production.games = games;
    production.threads = threads;
    production.stopped = interrupted;
    production.maker = std::move(maker);
    double seconds = 0;
    const auto finished = [&] {
        Progress progress("games", before, games, !json);
        production.progress = [&](std::uint64_t made) { progress.tell(made); };
        auto outcome = learn::produce(production, writer);
        seconds = progress.seconds();
        return outcome;
    }();
    if (!finished) return fail(finished.error());
    const std::uint64_t made = writer.games() - before;
    if (json) {
        print_json({{"file", file},
                    {"games", writer.games()},
                    {"made", made},
                    {"finished", *finished},
                    {"seconds", seconds}});
    } else {
        fmt::print("{}: {} games, {} of them made now in {:.1f} s\n", printable(file),
                   with_commas(writer.games()), with_commas(made), seconds);
    }
    return *finished ? kSuccess : stopped_exit();
}

void add_train_selfplay(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add(family, {"selfplay", "Subcommands", "play games to learn from", R"(Examples:
  emilia train selfplay first.emg --games 100000 --depth 0 --weights none
  emilia train selfplay games.emg --games 1000000 --depth 6 --exact 16
  emilia train selfplay games.emg --games 10000 --openings 6 --random 0 4

A game begins with random moves, or with --openings with one of all the positions after
so many plies, in turn, and random moves then; goes on with the best move of a search;
and is played perfectly at its end. What was thought of each position is kept. A game
depends on the seed, its number and the settings alone: the same file comes out for any
number of threads. Ctrl-C stops, and the same command goes on where it stopped; with
more --games it adds to the file.
)"},
                    [options] { return run_selfplay(*options); });
    command.add_option("file", options->file, "the file of training games to write, or go on with")
        ->type_name("FILE")
        ->required();
    command.add_option("--games", options->games, "how many games the file is to have")
        ->type_name("N")
        ->required()
        ->check(at_least_one());
    command
        .add_option("--depth", options->selfplay.depth,
                    "plies to search for a move, 4 by default; 0: random moves")
        ->type_name("N")
        ->check(CLI::Range(0, 40));
    command
        .add_option("--exact", options->selfplay.exact,
                    "perfect play from so many empty squares on, 12 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 40));
    command
        .add_option("--random", options->random,
                    "random moves at the beginning, at least and at most; 6 20 by default")
        ->type_name("A B")
        ->expected(2)
        ->check(CLI::Range(0, 50));
    command
        .add_option("--openings", options->selfplay.enumerated,
                    "before them one of all positions after so many plies; 0, the default: none")
        ->type_name("N")
        ->check(CLI::Range(0, learn::kMostEnumeratedPlies));
    command
        .add_option("--noise", options->selfplay.noise,
                    "moves at most so many discs worse than the best have the same chance; 0 by "
                    "default")
        ->type_name("N")
        ->check(CLI::Range(0, 64));
    command
        .add_option("--seed", options->selfplay.seed, "seed of the random numbers, 1 by default")
        ->type_name("N");
    add_weights_option(command, options->weights);
    add_threads_option(command, options->threads);
    command.add_flag("--json", options->json, "one JSON object at the end");
}

}  // namespace emilia::cli
