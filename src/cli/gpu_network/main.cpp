#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "learn/cuda/gpu.h"
#include "learn/cuda/network_gpu.h"
#include "learn/report.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

// emilia-gpu-network: see docs/gpu.md.

namespace emilia::cli {
namespace {

using namespace learn;

struct Options {
    std::vector<std::string> games;
    GpuFitOptions fit;
    double lambda = 0.9;
    int validation_permille = 20;
    std::string output;
};

int fail(const Error& error) {
    fmt::print(stderr, "emilia-gpu-network: {}\n", error.message);
    return 1;
}

int train(const Options& options) {
    const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const InterruptGuard guard;
    const auto start = std::chrono::steady_clock::now();
    SampleOptions sample_options;
    sample_options.lambda = options.lambda;
    sample_options.validation_permille = options.validation_permille;
    sample_options.threads = threads;
    sample_options.stopped = interrupted;
    const Result<Samples> samples = read_samples(options.games, sample_options);
    if (!samples) return fail(samples.error());
    fmt::print("{} games, {} positions to fit to, {} held out, read in {:.1f} s\n",
               with_commas(samples->games), with_commas(samples->training.size()),
               with_commas(samples->validation.size()), seconds_since(start));
    if (interrupted()) return kInterruptedExitCode;
    if (samples->training.size() == 0) return fail(Error{"there are no positions to fit to"});
    std::vector<const std::vector<Sample>*> held_out;
    for (const auto& list : samples->validation.by_empties) held_out.push_back(&list);
    fmt::print("{:>5} {:>9} {:>9} {:>8}\n", "pass", "fitted", "held out", "seconds");
    std::fflush(stdout);
    std::string bytes;
    std::string id;
    const Result<Done> done =
        fit_network_on_gpu(samples->training, options.fit, threads, [&](GpuPass pass) {
            const Weights weights(std::move(pass.network));
            fmt::print("{:>5} {:>9.3f} {:>9.3f} {:>8.1f}\n", pass.pass, pass.training,
                       error_of(weights, held_out, threads).rms, seconds_since(start));
            std::fflush(stdout);
            if (pass.pass == options.fit.passes) {
                bytes = weights.bytes();
                id = weights.id();
            }
            return !interrupted();
        });
    if (!done) return fail(done.error());
    if (bytes.empty()) {
        fmt::print(stderr, "emilia-gpu-network: interrupted; no weights were written\n");
        return kInterruptedExitCode;
    }
    if (const auto written = write_file(options.output, bytes); !written) {
        return fail(written.error());
    }
    fmt::print("{}: network {}\n", options.output, id);
    return 0;
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app{
        "Trains a network on games, on a graphics processor.\n\n"
        "Examples:\n"
        "  emilia-gpu-network games.emg --output new.weights\n"
        "  emilia-gpu-network a.emg b.emg --parts 0,14,21 --passes 12 --output new.weights\n"
        "      rows of their own for the stages from 14 and from 21 on\n"
        "One row a pass over all positions: the error in what is fitted to while it goes on and\n"
        "in what is held out after it (root of the mean square, in discs).\n"};
    app.add_option("games", options.games, "files of training games")->required();
    app.add_option("--output", options.output, "file for the network")->required();
    app.add_option("--lambda", options.lambda,
                   "how much of a position's value comes from what followed, the rest from the "
                   "search there")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    app.add_option("--validation", options.validation_permille,
                   "so many of a thousand games are held out")
        ->check(CLI::Range(0, 999))
        ->capture_default_str();
    app.add_option("--passes", options.fit.passes, "passes over all positions")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--rate", options.fit.rate, "of learning, at its highest")
        ->check(CLI::Range(1e-6, 1.0))
        ->capture_default_str();
    app.add_option("--decay", options.fit.decay,
                   "what rows lose at each step, as a part of the rate")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    app.add_option("--part-decay", options.fit.part_decay,
                   "the same of what a part's rows differ by from those of all parts")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    app.add_option("--parts", options.fit.first_stages,
                   "the stages from which on rows are others, from 0 on")
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--batch", options.fit.batch, "positions between two steps")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    app.add_option("--seed", options.fit.seed, "for the order of positions")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const std::vector<int>& first = options.fit.first_stages;
    bool rising = !first.empty() && first.size() <= Network::kMostParts && first[0] == 0 &&
                  first.back() < kStages;
    for (std::size_t i = 1; i < first.size(); ++i) rising = rising && first[i] > first[i - 1];
    if (!rising) {
        return fail(
            Error{fmt::format("--parts is {}; at most {} rising numbers are expected, from "
                              "0 on and below {}",
                              fmt::join(first, ","), Network::kMostParts, kStages)});
    }
    const Result<std::string> gpu = describe_gpu();
    if (!gpu) return fail(gpu.error());
    fmt::print("{}\n", *gpu);
    return train(options);
}

}  // namespace
}  // namespace emilia::cli

int main(int argc, char** argv) {
    return emilia::cli::run(argc, argv);
}
