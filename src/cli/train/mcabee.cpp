#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "history/mcabee/learning.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using mcabee::Knowledge;
using mcabee::LearningSettings;

struct Options {
    std::string file;
    std::uint64_t games = 64;
    LearningSettings settings;
    std::string learner = std::string(name_of(LearningSettings{}.learner));
    std::string search = std::string(name_of(LearningSettings{}.method));
    bool unordered = false;
    bool exponents = false;
    bool json = false;
    CLI::App* command = nullptr;

    bool given(const std::string& option) const { return command->count(option) > 0; }
};

template <typename Value>
std::vector<std::string> names_of(int count) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.emplace_back(name_of(static_cast<Value>(i)));
    return names;
}

template <typename Value>
Value value_of(const std::string& name, int count) {
    int i = 0;
    while (i + 1 < count && name_of(static_cast<Value>(i)) != name) ++i;
    return static_cast<Value>(i);
}

// What the command line asks for.
LearningSettings settings_of(const Options& options) {
    LearningSettings settings = options.settings;
    settings.learner = value_of<mcabee::Learner>(options.learner, mcabee::kLearners);
    settings.method = value_of<mcabee::Method>(options.search, mcabee::kMethods);
    settings.ordered = !options.unordered;
    return settings;
}

// A run goes on as it began; what the command line says besides has to be the same.
Result<Done> check_same(const Options& options, const LearningSettings& known) {
    const LearningSettings asked = settings_of(options);
    const auto differs = [&](const char* option, const auto& was, const auto& is) -> Result<Done> {
        if (!options.given(option) || was == is) return Done{};
        return Error{
            fmt::format("{} was learned with {} {}, and {} is asked for; leave {} out to "
                        "go on, or give another file",
                        options.file, option, was, is, option)};
    };
    for (const Result<Done>& same :
         {differs("--depth", known.depth, asked.depth), differs("--seed", known.seed, asked.seed),
          differs("--random", known.random_moves, asked.random_moves),
          differs("--pieces", known.pieces, asked.pieces),
          differs("--inferior", known.inferior, asked.inferior),
          differs("--learner", name_of(known.learner), name_of(asked.learner)),
          differs("--search", name_of(known.method), name_of(asked.method)),
          differs("--unordered", !known.ordered, !asked.ordered),
          differs("--leaf", known.leaf_coefficients, asked.leaf_coefficients)}) {
        if (!same) return same;
    }
    return Done{};
}

Result<Knowledge> begin(const Options& options) {
    std::error_code ignored;
    if (!std::filesystem::exists(options.file, ignored)) {
        Knowledge knowledge;
        knowledge.settings = settings_of(options);
        return knowledge;
    }
    const auto text = read_file(options.file);
    if (!text) return text.error();
    auto knowledge = mcabee::parse_knowledge(*text);
    if (!knowledge) return Error{fmt::format("{}: {}", options.file, knowledge.error().message)};
    if (const auto same = check_same(options, knowledge->settings); !same) return same.error();
    return knowledge;
}

// Table 1 of the thesis.
void print_exponents(const mcabee::Exponents& exponents) {
    fmt::print("\nExponents of the coefficients, by move and class of squares\n\nmove");
    for (int which = 0; which < mcabee::kClasses; ++which) {
        fmt::print(" {:>3}", to_string(mcabee::square_of_class(which)));
    }
    fmt::print("\n");
    for (std::size_t move = 0; move < exponents.size(); ++move) {
        fmt::print("{:>4}", move + 1);
        for (const int exponent : exponents[move]) fmt::print(" {:>3}", exponent);
        fmt::print("\n");
    }
}

void print_game_json(const Knowledge& knowledge, const mcabee::LearningGame& game) {
    print_json({{"game", knowledge.games},
                {"choices", game.choices},
                {"forced", game.forced},
                {"matches", game.matches},
                {"balance", game.balance},
                {"nodes", game.nodes}});
}

struct Tally {
    std::uint64_t games = 0;
    std::uint64_t choices = 0;
    std::uint64_t matches = 0;

    void add(const mcabee::LearningGame& game) {
        ++games;
        choices += static_cast<std::uint64_t>(game.choices);
        matches += static_cast<std::uint64_t>(game.matches);
    }
    double share() const {
        return choices == 0 ? 0 : static_cast<double>(matches) / static_cast<double>(choices);
    }
};

int run_mcabee(const Options& options) {
    auto knowledge = begin(options);
    if (!knowledge) return fail(knowledge.error());
    const InterruptGuard guard;
    const std::uint64_t before = knowledge->games;
    Tally first;
    Tally last;
    double seconds = 0;
    const auto save = [&] { return write_file(options.file, to_text(*knowledge)); };
    {
        constexpr double kSecondsBetweenSaving = 60;
        const std::uint64_t all = std::max(options.games, before);
        const std::uint64_t eighth = (all - before) / 8;
        Progress progress("games", before, all, !options.json);
        auto saved = std::chrono::steady_clock::now();
        while (knowledge->games < options.games && !interrupted()) {
            const auto game = mcabee::learn_game(*knowledge, interrupted);
            if (!game) break;
            if (knowledge->games <= before + eighth) first.add(*game);
            if (knowledge->games > all - eighth) last.add(*game);
            if (options.json) print_game_json(*knowledge, *game);
            progress.tell(knowledge->games);
            if (seconds_since(saved) > kSecondsBetweenSaving) {
                if (const auto done = save(); !done) return fail(done.error());
                saved = std::chrono::steady_clock::now();
            }
        }
        seconds = progress.seconds();
    }
    if (const auto done = save(); !done) return fail(done.error());
    const bool finished = knowledge->games >= options.games;
    if (options.json) {
        print_json({{"file", options.file},
                    {"games", knowledge->games},
                    {"made", knowledge->games - before},
                    {"finished", finished},
                    {"exponents", knowledge->alpha},
                    {"seconds", seconds}});
    } else {
        fmt::print("{}: {} games, {} of them made now in {:.1f} s\n", printable(options.file),
                   with_commas(knowledge->games), with_commas(knowledge->games - before), seconds);
        if (first.games > 0 && finished) {
            fmt::print(
                "depth 1 chose as depth {}: {:.1f} % of the moves in the first eighth of "
                "these games, {:.1f} % in the last\n",
                knowledge->settings.depth, 100 * first.share(), 100 * last.share());
        }
        if (options.exponents) print_exponents(knowledge->alpha);
    }
    return finished ? kSuccess : stopped_exit();
}

}  // namespace

void add_train_mcabee(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family,
        {"mcabee", "Old programs", "Samuel's method, as McAbee's program has it", R"(Examples:
  emilia train mcabee run.txt                             a run of 64 games, as in the thesis
  emilia train mcabee run.txt --exponents                 its coefficients: table 1
  emilia train mcabee long.txt --games 10000 --depth 3
  emilia train mcabee loser.txt --pieces -32              learns to lose
  emilia train mcabee black.txt --learner black --inferior 3

The program plays against itself. At each move a search of depth 1 is compared with one of
--depth plies: where they choose differently, the coefficient of the term that spoke most
for the shallow choice is halved, that of the term that spoke most for the deep one doubled,
and the values of squares by which the search is ordered move towards the deep choice. A
learner that is one of two players is Samuel's ALPHA: BETA gets his coefficients when he wins.

Ctrl-C stops after the last whole game, and the same command goes on where it stopped, to
the same result; with more --games it adds to the run. Settings of a run that was begun are
in its file.
)"},
        [options] { return run_mcabee(*options); });
    options->command = &command;
    LearningSettings& settings = options->settings;
    command
        .add_option("file", options->file, "the file of what is learned, to write or go on with")
        ->type_name("FILE")
        ->required();
    command
        .add_option("--games", options->games, "how many games the run is to have, 64 by default")
        ->type_name("N")
        ->check(CLI::Range(1LL, mcabee::kMostGames));
    command.add_option("--depth", settings.depth, "plies of the deep search, 3 by default")
        ->type_name("N")
        ->check(CLI::Range(1, mcabee::kMostDepth));
    command
        .add_option("--learner", options->learner,
                    "who learns: both players (default), or ALPHA as black, or ALPHA alternating")
        ->type_name("WHO")
        ->check(CLI::IsMember(names_of<mcabee::Learner>(mcabee::kLearners)));
    command
        .add_option("--random", settings.random_moves,
                    "random moves at the start of a game, 2 by default")
        ->type_name("N")
        ->check(CLI::Range(0, mcabee::kMoves));
    command
        .add_option("--pieces", settings.pieces,
                    "weight of the learner's piece count, 32 by default; below 0 he wants to lose")
        ->type_name("N")
        ->check(CLI::Range(-mcabee::kMostPieces, mcabee::kMostPieces));
    command
        .add_option("--inferior", settings.inferior,
                    "take ALPHA's leading terms back after so many lost games in a row; 0, the "
                    "default: never")
        ->type_name("N")
        ->check(CLI::Range(0, mcabee::kMostInferior));
    command.add_flag("--leaf", settings.leaf_coefficients,
                     "leaves have the coefficients of their own move, not of the move at the root");
    command
        .add_option("--search", options->search,
                    "minimax, branch-and-bound or alpha-beta (default)")
        ->type_name("NAME")
        ->check(CLI::IsMember(names_of<mcabee::Method>(mcabee::kMethods)));
    command.add_flag("--unordered", options->unordered,
                     "search the moves as they are generated, not by the values of squares");
    command.add_option("--seed", settings.seed, "seed of the random moves, 1 by default")
        ->type_name("N")
        ->check(CLI::Range(0LL, mcabee::kMostSeed));
    command.add_flag("--exponents", options->exponents, "print the coefficients at the end");
    command.add_flag("--json", options->json, "one JSON object a game, and one for all");
}

}  // namespace emilia::cli
