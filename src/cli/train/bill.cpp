#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "history/bill/learn_run.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::string output;
    std::uint64_t games = 8000;
    std::vector<int> random = {8, 20};
    std::string from;
    bill::LearnSettings settings;
    bool json = false;
};

// What both sides play with, and its name in the settings.
Result<std::shared_ptr<const bill::Knowledge>> players_of(const Options& options,
                                                          bill::LearnSettings& settings) {
    if (options.from.empty()) return bill::hand_set_knowledge();
    const auto bytes = read_file(options.from);
    if (!bytes) return bytes.error();
    const auto parameters = bill::parse_parameters(*bytes);
    if (!parameters) {
        return Error{fmt::format("{}: {}", printable(options.from), parameters.error().message)};
    }
    settings.played_by = bill::name_of(*parameters);
    return bill::knowledge_of(*parameters);
}

int run_bill(const Options& options) {
    bill::LearnRun run;
    run.settings = options.settings;
    run.settings.least_random = options.random.front();
    run.settings.most_random = options.random.back();
    if (const auto fine = bill::check(run.settings); !fine) return fail(fine.error());
    const auto players = players_of(options, run.settings);
    if (!players) return fail(players.error());
    run.by = *players;
    run.games = options.games;
    run.state_file = options.output + ".training";
    const auto before = bill::games_before(run);
    if (!before) return fail(before.error());

    const InterruptGuard guard;
    run.stopped = interrupted;
    double seconds = 0;
    const auto state = [&] {
        Progress progress("games", *before, run.games, !options.json);
        run.progress = [&](std::uint64_t games) { progress.tell(games); };
        auto result = bill::learn(run);
        seconds = progress.seconds();
        return result;
    }();
    if (!state) return fail(state.error());
    const bool finished = state->games == run.games;
    std::string name;
    if (finished) {
        const auto parameters = bill::learned(*state);
        if (!parameters) return fail(parameters.error());
        const auto written = write_file(options.output, bill::to_text(*parameters));
        if (!written) return fail(written.error());
        name = bill::name_of(*parameters);
        std::error_code ignored;
        std::filesystem::remove(run.state_file, ignored);
    }
    if (options.json) {
        print_json({{"file", options.output},
                    {"games", state->games},
                    {"made", state->games - *before},
                    {"finished", finished},
                    {"id", name},
                    {"seconds", seconds}});
    } else {
        fmt::print("{}: {} games, {} of them played now in {:.1f} s\n", printable(options.output),
                   with_commas(state->games), with_commas(state->games - *before), seconds);
        if (finished) fmt::print("parameters {}\n", name);
    }
    return finished ? kSuccess : stopped_exit();
}

}  // namespace

void add_train_bill(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family, {"bill", "Old programs", "let BILL learn from games against itself", R"(Examples:
  emilia train bill new.bill
  emilia train bill new.bill --games 10000 --depth 5
  emilia train bill next.bill --from new.bill --seed 2

BILL plays both sides of games that begin with random moves. Every position that follows
is marked won or lost for the player to move, by how its game ended. From these come the
constants within its four features, by least squares, and the means and covariances of
the features in won and in lost positions, for each move of the game; both are written to
FILE. --from lets both sides play by such a file; else they play by constants and weights
that were set by hand.

A game depends on the seed, its number and the settings alone. Ctrl-C leaves what was
learned so far in FILE.training, and the same command goes on from there to the same
result as if it had not been stopped.
)"},
        [options] { return run_bill(*options); });
    command.add_option("file", options->output, "the file of parameters to write")
        ->type_name("FILE")
        ->required();
    command.add_option("--games", options->games, "how many games to learn from, 8000 by default")
        ->type_name("N")
        ->check(at_least_one());
    command
        .add_option("--depth", options->settings.depth,
                    "plies to search for a move, 4 by default; ends are solved six plies earlier")
        ->type_name("N")
        ->check(CLI::Range(1, 12));
    command
        .add_option("--random", options->random,
                    "random moves at the beginning, at least and at most; 8 20 by default")
        ->type_name("A B")
        ->expected(2)
        ->check(CLI::Range(0, 50));
    command.add_option("--from", options->from, "parameters for both sides to play by")
        ->type_name("FILE");
    command
        .add_option("--seed", options->settings.seed, "seed of the random numbers, 1 by default")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{0},
                           static_cast<std::uint64_t>(std::numeric_limits<long long>::max())));
    command.add_flag("--json", options->json, "one JSON object at the end");
}

}  // namespace emilia::cli
