#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "eval/weights.h"
#include "learn/cuda/gpu.h"
#include "learn/cuda/played_game.h"
#include "learn/cuda/reference.h"
#include "learn/game_file.h"
#include "learn/label.h"
#include "util/elapsed.h"
#include "util/interrupt.h"
#include "util/text.h"

// emilia-gpu-selfplay: see docs/gpu.md.

namespace emilia::cli {
namespace {

using namespace learn;

struct Options {
    std::string weights = "none";
    std::uint64_t games = 0;
    SelfPlay play;
    std::string random_plies = "6-16";
    double noise = 0.1;
    double seconds = 0;
    std::string out;
    std::string label;
    std::size_t check = 0;
};

int fail(const Error& error) {
    fmt::print(stderr, "emilia-gpu-selfplay: {}\n", error.message);
    return 1;
}

Result<std::shared_ptr<const Weights>> choose_weights(const std::string& name) {
    if (name == "none") return std::make_shared<const Weights>(zero_weights());
    Result<Weights> weights = read_weights(name);
    if (!weights) return weights.error();
    return std::make_shared<const Weights>(std::move(*weights));
}

Result<Done> read_random_plies(Options& options) {
    const std::string& text = options.random_plies;
    const std::size_t dash = text.find('-');
    const auto from = parse_integer(std::string_view(text).substr(0, dash));
    const auto to =
        dash == std::string::npos ? from : parse_integer(std::string_view(text).substr(dash + 1));
    if (!from || !to || *from < 0 || *to < *from || *to > kMostRandom) {
        return Error{
            fmt::format("--random-plies is {}; a number or a range such as 6-16 is "
                        "expected, from 0 to {}",
                        in_quotes(text), kMostRandom)};
    }
    options.play.random_from = static_cast<int>(*from);
    options.play.random_to = static_cast<int>(*to);
    options.play.longer = static_cast<int>(options.noise * 65536);
    return Done{};
}

int check_gpu(const Options& options) {
    const Result<std::shared_ptr<const Weights>> chosen = choose_weights(options.weights);
    if (!chosen) return fail(chosen.error());
    const Weights& weights = **chosen;
    Random random(options.play.seed);
    std::vector<Probe> probes =
        random_probes(random, options.check, options.play.depth, options.play.exact);
    auto start = std::chrono::steady_clock::now();
    if (Result<Done> done = answer_on_gpu(weights, probes); !done) return fail(done.error());
    fmt::print("{} positions answered in {:.2f} s\n", probes.size(), seconds_since(start));
    start = std::chrono::steady_clock::now();
    std::size_t wrong = 0;
    for (const Probe& probe : probes) {
        const auto sentence = mistake(weights, probe);
        if (!sentence) continue;
        if (++wrong <= 20) fmt::print("{}\n", *sentence);
    }
    fmt::print("{} of {} are wrong, says the processor after {:.2f} s\n", wrong, probes.size(),
               seconds_since(start));
    return wrong == 0 ? 0 : 1;
}

// What there is to do: games to be played, or such that are given new values.
struct Task {
    Settings settings;
    std::uint64_t games = 0;
    std::vector<PlayedGame> given;
};

Result<Task> label_task(const Options& options, const std::shared_ptr<const Weights>& weights) {
    Result<GameFileReader> file = GameFileReader::open(options.label);
    if (!file) return file.error();
    Task task;
    for (;;) {
        const Result<std::optional<GameBlock>> block = file->next();
        if (!block) return block.error();
        if (!block->has_value()) break;
        const Result<std::vector<TrainingGame>> games = unpack(**block);
        if (!games) return Error{fmt::format("{}: {}", options.label, games.error().message)};
        for (const TrainingGame& game : *games) task.given.push_back(played_game(game));
    }
    task.games = task.given.size();
    task.settings = settings_of(LabelOptions{options.play.depth, options.play.exact, weights},
                                file->settings());
    return task;
}

Task play_task(const Options& options, const Weights& weights) {
    return {{{"made-by", "gpu-selfplay"},
             {"seed", std::to_string(options.play.seed)},
             {"depth", std::to_string(options.play.depth)},
             {"exact", std::to_string(options.play.exact)},
             {"random", options.random_plies},
             {"noise", decimal(options.noise)},
             {"weights", weights.id()}},
            options.games,
            {}};
}

int play(const Options& options) {
    const Result<std::shared_ptr<const Weights>> weights = choose_weights(options.weights);
    if (!weights) return fail(weights.error());
    Result<Task> task = options.label.empty() ? Result<Task>(play_task(options, **weights))
                                              : label_task(options, *weights);
    if (!task) return fail(task.error());
    Result<GameFileWriter> file = GameFileWriter::open(options.out, task->settings);
    if (!file) return fail(file.error());
    if (file->games() >= task->games) {
        fmt::print("{} has {} games already\n", options.out, with_commas(file->games()));
        return 0;
    }
    const InterruptGuard guard;
    GpuWork work;
    work.play = options.play;
    work.play.first_game = file->games();
    work.games = task->games - file->games();
    if (!task->given.empty()) {
        work.given = std::span<const PlayedGame>(task->given).subspan(file->games());
    }
    work.take = [&](std::span<const PlayedGame> games) -> Result<Done> {
        std::vector<TrainingGame> training;
        training.reserve(games.size());
        for (const PlayedGame& game : games) training.push_back(training_game(game));
        return file->append(training);
    };
    const auto start = std::chrono::steady_clock::now();
    double told = 0;
    GpuCounts before;
    const auto line = [](const GpuCounts& counts, const GpuCounts& since, double at, double over) {
        const auto rate = [&](std::uint64_t now, std::uint64_t then) {
            return static_cast<double>(now - then) / over;
        };
        fmt::print(
            "{:7.1f} s  {:>9} games  {:>12} positions  a second: {:.0f} games, {:.0f} "
            "positions, {:.1f} million leaves, {:.1f} million solver nodes\n",
            at, with_commas(counts.games), with_commas(counts.positions),
            rate(counts.games, since.games), rate(counts.positions, since.positions),
            rate(counts.leaves, since.leaves) / 1e6, rate(counts.nodes, since.nodes) / 1e6);
        std::fflush(stdout);
    };
    work.stopped = [&](const GpuCounts& counts) {
        const double now = seconds_since(start);
        if (now - told >= 5) {
            line(counts, before, now, now - told);
            told = now;
            before = counts;
        }
        return interrupted() || (options.seconds > 0 && now >= options.seconds);
    };
    const Result<GpuCounts> counts = play_on_gpu(**weights, work);
    if (!counts) return fail(counts.error());
    const double seconds = seconds_since(start);
    line(*counts, {}, seconds, seconds);
    fmt::print("{}: {} games\n", options.out, with_commas(file->games()));
    return interrupted() ? kInterruptedExitCode : 0;
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app{
        "Plays games of the evaluation against itself on a graphics processor, for training.\n\n"
        "Examples:\n"
        "  emilia-gpu-selfplay --check 400\n"
        "      compare the graphics processor with the processor on 400 positions\n"
        "  emilia-gpu-selfplay --games 500000 --out games0.emg\n"
        "  emilia-gpu-selfplay --weights first.weights --games 500000 --depth 6 --out games1.emg\n"
        "  emilia-gpu-selfplay --weights second.weights --label games1.emg --depth 8 --out "
        "new1.emg\n"
        "      the same games, with new values for positions whose value is not exact\n"
        "A file that is there is gone on with.\n"};
    app.add_option(
        "--weights", options.weights,
        "file that 'emilia train fit' or 'emilia train network' made (none, the default: "
        "every position is worth 0)");
    app.add_option("--games", options.games, "games the file is to have");
    app.add_option("--depth", options.play.depth, "plies of the search")
        ->check(CLI::Range(1, kMostDepth))
        ->capture_default_str();
    app.add_option("--exact", options.play.exact,
                   "with so many empty squares or fewer, values are exact and play is perfect")
        ->check(CLI::Range(0, kMostExact))
        ->capture_default_str();
    app.add_option("--random-plies", options.random_plies,
                   "random moves at the beginning, a number or a range")
        ->capture_default_str();
    app.add_option("--noise", options.noise,
                   "share of the games with more random moves than that, up to 40")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    app.add_option("--seed", options.play.seed, "of all random moves")->capture_default_str();
    app.add_option("--out", options.out, "file of games");
    app.add_option("--label", options.label, "file of games to give new values instead of playing");
    app.add_option("--seconds", options.seconds, "stop after so long");
    app.add_option("--check", options.check, "check so many positions instead of playing");
    CLI11_PARSE(app, argc, argv);
    if (Result<Done> done = read_random_plies(options); !done) return fail(done.error());
    const Result<std::string> gpu = describe_gpu();
    if (!gpu) return fail(gpu.error());
    fmt::print("{}\n", *gpu);
    if (options.check > 0) return check_gpu(options);
    if (options.out.empty() || (options.games == 0) == options.label.empty()) {
        return fail(Error{"--out and either --games or --label say what to do, or --check alone"});
    }
    return play(options);
}

}  // namespace
}  // namespace emilia::cli

int main(int argc, char** argv) {
    return emilia::cli::run(argc, argv);
}
