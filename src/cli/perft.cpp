#include "board/perft.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "board/position_text.h"
#include "board/simd/isa.h"
#include "cli/program.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    int depth = 0;
    std::string position;
    bool bulk = false;
    bool passes_free = false;
    int threads = 1;
    int hash_megabytes = 0;
    bool json = false;
};

int run_perft(const Options& options) {
    Diagram diagram;
    if (!options.position.empty()) {
        const Result<Diagram> parsed = parse_position(options.position);
        if (!parsed) return fail(parsed.error());
        diagram = *parsed;
    }
    const InterruptGuard guard;
    PerftOptions perft_options;
    perft_options.rules = {options.bulk, options.passes_free};
    perft_options.threads = options.threads;
    perft_options.stopped = interrupted;
    std::optional<PerftTable> table;
    if (options.hash_megabytes > 0) {
        perft_options.table =
            &table.emplace(static_cast<std::size_t>(options.hash_megabytes) << 20);
    }
    if (!options.json)
        fmt::print("{:>5} {:>20} {:>10} {:>16}\n", "depth", "leaves", "seconds", "leaves/s");
    for (int depth = 1; depth <= options.depth; ++depth) {
        const auto start = std::chrono::steady_clock::now();
        const auto leaves = perft(diagram.position, depth, perft_options);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (!leaves) {
            fmt::print(stderr, "emilia: stopped while counting depth {}\n", depth);
            return kInterruptedExitCode;
        }
        if (options.json) {
            print_json({{"depth", depth},
                        {"leaves", *leaves},
                        {"seconds", seconds},
                        {"position", to_string(diagram)},
                        {"bulk", options.bulk},
                        {"passes_free", options.passes_free},
                        {"threads", options.threads},
                        {"hash_mb", options.hash_megabytes},
                        {"instruction_set", name_of(active_isa())}});
        } else {
            fmt::print("{:>5} {:>20} {:>10.3f} {:>16}\n", depth, with_commas(*leaves), seconds,
                       with_commas(per_second(*leaves, seconds)));
        }
        std::fflush(stdout);
    }
    return kSuccess;
}

}  // namespace

void add_perft(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"perft", "Measure", "count the ways a game can go on, ply by ply", R"(Examples:
  emilia perft 9                     3,005,288 at depth 9
  emilia perft 11 --bulk --threads 2
  emilia perft 14 --bulk --hash 1024
  emilia perft 10 --passes-free      24,571,420 at depth 10

A leaf is a line of play of that many plies. A pass is a ply, and a game that ends
earlier counts one. With --passes-free a pass is no ply. --bulk counts the last ply
without playing its moves: the same number, sooner. --hash remembers counts: lines of
play meet, and positions that are images of each other count the same.
)"},
                    [options] { return run_perft(*options); });
    command.add_option("depth", options->depth, "count depths 1 to N")
        ->required()
        ->type_name("N")
        ->check(CLI::Range(1, 60));
    command
        .add_option("-p,--position", options->position,
                    "start here: 64 squares and the player to move")
        ->type_name("POSITION");
    command.add_flag("--bulk", options->bulk, "count the last ply without playing its moves");
    command.add_flag("--passes-free", options->passes_free, "a pass is no ply");
    command.add_option("-t,--threads", options->threads, "threads to use, 1 by default")
        ->type_name("T")
        ->check(CLI::Range(1, 1024));
    command
        .add_option("--hash", options->hash_megabytes,
                    "remember counts in a table of this size, and use them for equal positions; 0, "
                    "the default: do not")
        ->type_name("MB")
        ->check(CLI::Range(0, 1 << 20));
    command.add_flag("--json", options->json, "one JSON object a depth");
}

}  // namespace emilia::cli
