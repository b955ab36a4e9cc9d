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
void add_train_logistello_book(Program& program, CLI::App& family);
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

// Where weights go: into a file, or under their own name into a folder, as the only ones there.
struct WeightsOutput {
    std::string file;
    std::string folder;
    int level = 19;
};
void add_output_options(CLI::App& command, WeightsOutput& output);

// Reads positions, has weights made of them, writes these and says so; the exit code. Nothing is
// made where the training was stopped.
struct Training {
    const GamesOptions& games;
    int threads;
    const WeightsOutput& output;
    bool json;
    std::string header;        // of the rows that the maker prints
    std::string_view stopped;  // what is said of the result if it is
};
using Trained = std::optional<Weights>;
int run_training(const Training& training,
                 const std::function<Result<Trained>(const learn::Samples&)>& make);

// Brings a file to so many games and says so; the exit code.
int run_production(const std::string& file, learn::GameFileWriter& writer, std::uint64_t games,
                   int threads, bool json, std::function<learn::GameMaker()> maker);

}  // namespace emilia::cli
