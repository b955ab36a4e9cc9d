#pragma once

#include "cli/program.h"
#include "eval/weights.h"
#include "learn/production.h"
#include "learn/samples.h"

namespace emilia::cli {

// One function a file of this folder; train.cpp calls them in the order of `emilia help train`.
void add_train_bill(Program& program, CLI::App& family);
void add_train_fit(Program& program, CLI::App& family);
void add_train_greene(Program& program, CLI::App& family);
void add_train_info(Program& program, CLI::App& family);
void add_train_label(Program& program, CLI::App& family);
void add_train_logistello(Program& program, CLI::App& family);
void add_train_mcabee(Program& program, CLI::App& family);
void add_train_mpc(Program& program, CLI::App& family);
void add_train_network(Program& program, CLI::App& family);
void add_train_report(Program& program, CLI::App& family);
void add_train_selfplay(Program& program, CLI::App& family);
void add_train_tournament96(Program& program, CLI::App& family);
void add_train_tournament96_book(Program& program, CLI::App& family);
void add_train_tournament96_squares(Program& program, CLI::App& family);

// Options that several of them have: which games, and what of them.
struct GamesOptions {
    std::vector<std::string> files;
    double lambda = 1;
    int validation_permille = 50;
};
void add_games_options(CLI::App& command, GamesOptions& options);
// As many threads as the machine has, unless it is said.
void add_threads_option(CLI::App& command, int& threads);

// The positions of the games; stops when interrupted.
Result<learn::Samples> read_training_samples(const GamesOptions& options, int threads);

// How many they are and how long it took to read them.
void print_samples_line(const learn::Samples& samples, double seconds);

// Where weights go: into a file, or under their own name into a folder, as the only ones there.
struct WeightsOutput {
    std::string file;
    std::string folder;
    int level = 19;
};
void add_output_options(CLI::App& command, WeightsOutput& output);
Result<Done> check(const WeightsOutput& output);
// Writes them and says so; the exit code.
int save_and_tell(const Weights& weights, const learn::Samples& samples,
                  const WeightsOutput& output, bool json, double seconds);

// Brings a file to so many games and says so; the exit code.
int run_production(const std::string& file, learn::GameFileWriter& writer, std::uint64_t games,
                   int threads, bool json, std::function<learn::GameMaker()> maker);

}  // namespace emilia::cli
