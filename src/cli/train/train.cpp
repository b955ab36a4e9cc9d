#include "cli/train/train.h"

#include <algorithm>
#include <thread>

#include "util/interrupt.h"

namespace emilia::cli {

void add_games_options(CLI::App& command, GamesOptions& options) {
    command.add_option("games", options.files, "files of training games")
        ->type_name("FILE")
        ->required();
    command
        .add_option("--lambda", options.lambda,
                    "how much of a position's value comes from what followed, the rest from the "
                    "search there; 1, the default: from the result alone")
        ->type_name("X")
        ->check(CLI::Range(0.0, 1.0));
    command
        .add_option("--validation", options.validation_permille,
                    "so many of a thousand games are held out, 50 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 999));
}

void add_threads_option(CLI::App& command, int& threads) {
    threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 1024u));
    command.add_option("-t,--threads", threads, "threads to use (default: all there are)")
        ->type_name("T")
        ->check(CLI::Range(1, 1024));
}

Result<learn::Samples> read_training_samples(const GamesOptions& options, int threads) {
    learn::SampleOptions sample_options;
    sample_options.lambda = options.lambda;
    sample_options.validation_permille = options.validation_permille;
    sample_options.threads = threads;
    sample_options.stopped = interrupted;
    return learn::read_samples(options.files, sample_options);
}

void add_train(Program& program) {
    CLI::App& family = program.add_family(
        {"train", "Learn", "make the evaluation's weights; let the old programs learn", R"(Examples:
  emilia train selfplay games.emg --games 100000
  emilia train fit games.emg --output new.weights
  emilia train report games.emg --weights new.weights
  emilia train info games.emg new.weights
  emilia train greene my.heuristics --games 10000   an old program learns in its own way

'emilia help train fit' explains one of them alone.
)"});
    add_train_selfplay(program, family);
    add_train_label(program, family);
    add_train_fit(program, family);
    add_train_network(program, family);
    add_train_report(program, family);
    add_train_mpc(program, family);
    add_train_info(program, family);
    add_train_bill(program, family);
    add_train_greene(program, family);
    add_train_mcabee(program, family);
    add_train_logistello(program, family);
    add_train_logistello_book(program, family);
    add_train_tournament96(program, family);
    add_train_tournament96_squares(program, family);
    add_train_tournament96_book(program, family);
}

}  // namespace emilia::cli
