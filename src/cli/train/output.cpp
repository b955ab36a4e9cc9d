#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "cli/train/train.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

Result<std::string> save(const Weights& weights, const WeightsOutput& options) {
    const std::string bytes = weights.bytes(options.level);
    std::string path = options.file;
    if (!options.folder.empty()) {
        path = fmt::format("{}/emilia-{}.weights", options.folder, weights.id());
    }
    if (const auto done = write_file(path, bytes); !done) return done.error();
    if (options.folder.empty()) return path;
    std::error_code trouble;
    for (const auto& entry : std::filesystem::directory_iterator(options.folder, trouble)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("emilia-") && name.ends_with(".weights") &&
            name != std::filesystem::path(path).filename()) {
            std::filesystem::remove(entry.path(), trouble);
        }
    }
    if (trouble) return Error{fmt::format("{}: {}", options.folder, trouble.message())};
    return path;
}

}  // namespace

void add_output_options(CLI::App& command, WeightsOutput& output) {
    command.add_option("-o,--output", output.file, "the file of weights to write")
        ->type_name("FILE");
    command
        .add_option("--into", output.folder,
                    "the folder to write them to instead, under their own name")
        ->type_name("FOLDER")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    command.add_option("--level", output.level, "how hard to compress, 19 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 19));
}

int run_training(const Training& training,
                 const std::function<Result<Trained>(const learn::Samples&)>& make) {
    const WeightsOutput& output = training.output;
    if (output.file.empty() == output.folder.empty()) {
        return fail(Error{"say where the weights go: --output FILE, or --into FOLDER"});
    }
    const auto start = std::chrono::steady_clock::now();
    const InterruptGuard guard;
    const auto samples = read_training_samples(training.games, training.threads);
    if (!samples) return fail(samples.error());
    if (!training.json && !interrupted()) {
        fmt::print("{} games, {} positions to fit to and {} held out, read in {:.1f} s\n\n{}\n",
                   with_commas(samples->games), with_commas(samples->training.size()),
                   with_commas(samples->validation.size()), seconds_since(start), training.header);
    }
    const auto made = make(*samples);
    if (interrupted()) {
        fmt::print(stderr, "emilia: stopped; {}\n", training.stopped);
        return kInterruptedExitCode;
    }
    if (!made) return fail(made.error());
    const Weights& weights = **made;
    const auto path = save(weights, output);
    if (!path) return fail(path.error());
    const double seconds = seconds_since(start);
    if (training.json) {
        print_json({{"games", samples->games},
                    {"training_samples", samples->training.size()},
                    {"validation_samples", samples->validation.size()},
                    {"weights", weights.id()},
                    {"file", *path},
                    {"seconds", seconds}});
    } else {
        fmt::print("\nweights {} written to {}, {:.1f} s in all\n", weights.id(), *path, seconds);
    }
    return kSuccess;
}

}  // namespace emilia::cli
