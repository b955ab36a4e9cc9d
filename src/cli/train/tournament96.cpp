#include <fmt/format.h>

#include <memory>

#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "history/tournament96/opening_book.h"
#include "history/tournament96/squares.h"
#include "history/tournament96/training.h"
#include "util/elapsed.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using tournament96::GameLog;
using tournament96::OpeningBook;
using tournament96::SquareLearner;
using tournament96::Training;
using tournament96::TrainingSettings;

struct WeightsOptions {
    std::string file;
    std::string board = "8";
    std::string features = "tournament";
    TrainingSettings settings;
    bool json = false;
};

int run_weights(const WeightsOptions& options) {
    TrainingSettings settings = options.settings;
    const auto shape = classic::parse_shape(options.board);
    if (!shape) return fail(shape.error());
    settings.shape = *shape;
    settings.set = *tournament96::FeatureSet::parse(options.features);
    if (const auto fine = tournament96::check(settings); !fine) return fail(fine.error());
    auto state = read_state<Training>(options.file);
    if (!state) return fail(state.error());
    Training training = *state ? std::move(**state) : Training(settings);
    if (!(training.settings() == settings)) {
        return fail(
            fmt::format("{}: these weights were begun with other settings; 'head -3 FILE' "
                        "shows them",
                        printable(options.file)));
    }
    const InterruptGuard guard;
    Saver saver(options.file, [&] { return training.text(); });
    const std::uint64_t before = training.done();
    double seconds = 0;
    {
        Progress progress("games", before, training.all(), !options.json);
        while (!training.finished() && training.step(interrupted)) {
            progress.tell(training.done());
            if (!saver.now_and_then()) return fail(saver.error());
        }
        seconds = progress.seconds();
    }
    if (!saver.now()) return fail(saver.error());
    if (options.json) {
        print_json({{"file", options.file},
                    {"board", classic::to_string(settings.shape)},
                    {"phases", training.phases()},
                    {"games", training.done()},
                    {"made", training.done() - before},
                    {"finished", training.finished()},
                    {"seconds", seconds}});
    } else {
        fmt::print("{}: {} of {} games in {} phases, {} of them played now in {:.1f} s\n",
                   printable(options.file), with_commas(training.done()),
                   with_commas(training.all()), training.phases(),
                   with_commas(training.done() - before), seconds);
    }
    return training.finished() ? kSuccess : stopped_exit();
}

struct SquaresOptions {
    std::string file;
    std::string board = "96";
    std::uint64_t games = 704;
    std::uint64_t seed = 1;
    bool all = false;
    bool json = false;
};

void print_squares(const SquareLearner& learner, const GridShape& shape) {
    const int last = shape.playable() - 1;
    fmt::print("\n{:>9}  {:<6} {:>12} {:>12} {:>12} {:>10}\n", "parameter", "square", "gain early",
               "gain middle", "gain late", "log10 V");
    for (int parameter = 0; parameter < learner.parameters(); ++parameter) {
        const auto squares = learner.squares().squares(parameter);
        if (squares == 0) continue;
        const int third = (last - 3) / 3;
        fmt::print("{:>9}  {:<6} {:>12.5f} {:>12.5f} {:>12.5f} {:>10.1f}\n", parameter,
                   classic::BitGridShape(shape).name_of(classic::lowest_place(squares)),
                   learner.mean_gain(parameter, 4, 3 + third),
                   learner.mean_gain(parameter, 4 + third, 3 + 2 * third),
                   learner.mean_gain(parameter, 4 + 2 * third, last),
                   learner.reward(learner.stages() - 1, parameter));
    }
}

void print_squares_json(const SquareLearner& learner, const GridShape& shape) {
    for (int parameter = 0; parameter < learner.parameters(); ++parameter) {
        const auto squares = learner.squares().squares(parameter);
        if (squares == 0) continue;
        Json names = Json::array();
        for (const int place : classic::PlaceRange(squares)) {
            names.push_back(classic::BitGridShape(shape).name_of(place));
        }
        Json gains = Json::array();
        Json rewards = Json::array();
        for (int stage = 0; stage < learner.stages(); ++stage) {
            gains.push_back(learner.gain(stage, parameter));
            rewards.push_back(learner.reward(stage, parameter));
        }
        print_json({{"parameter", parameter},
                    {"squares", std::move(names)},
                    {"gain", std::move(gains)},
                    {"log10_reward", std::move(rewards)}});
    }
}

int run_squares(const SquaresOptions& options) {
    const auto shape = classic::parse_shape(options.board);
    if (!shape) return fail(shape.error());
    auto state = read_state<GameLog>(options.file);
    if (!state) return fail(state.error());
    GameLog log = *state ? std::move(**state) : GameLog(*shape, options.seed);
    if (!(log.shape() == *shape) || log.seed() != options.seed) {
        return fail(fmt::format("{}: these games are on board {} with seed {}",
                                printable(options.file), classic::to_string(log.shape()),
                                log.seed()));
    }
    const InterruptGuard guard;
    Saver saver(options.file, [&] { return log.text(); });
    {
        Progress progress("games", log.size(), options.games, !options.json);
        while (log.size() < options.games && !interrupted()) {
            log.play();
            progress.tell(log.size());
            if (!saver.now_and_then()) return fail(saver.error());
        }
    }
    if (!saver.now()) return fail(saver.error());
    if (log.size() < options.games) return stopped_exit();
    SquareLearner::Options how;
    how.balanced = !options.all;
    const SquareLearner learner(log, how);
    if (options.json) {
        print_json({{"file", options.file},
                    {"board", classic::to_string(*shape)},
                    {"games", log.size()},
                    {"black_wins", learner.wins_of(Color::black)},
                    {"white_wins", learner.wins_of(Color::white)},
                    {"draws", learner.draws()},
                    {"used", learner.used()}});
        print_squares_json(learner, *shape);
    } else {
        fmt::print("{}: {} games, {} won by black, {} by white, {} drawn; {} learned from\n",
                   printable(options.file), with_commas(log.size()), learner.wins_of(Color::black),
                   learner.wins_of(Color::white), learner.draws(), learner.used());
        print_squares(learner, *shape);
    }
    return kSuccess;
}

struct BookOptions {
    std::string file;
    std::string weights;
    std::string board = "8";
    int depth = 12;
    int discs = 12;
    bool json = false;
};

int run_book(const BookOptions& options) {
    const auto shape = classic::parse_shape(options.board);
    if (!shape) return fail(shape.error());
    std::shared_ptr<const tournament96::Weights> weights;
    if (options.weights.empty()) {
        weights = tournament96::carried_weights(*shape);
        if (weights == nullptr) {
            return fail(fmt::format("the program has no weights for board {}; give --weights FILE",
                                    classic::to_string(*shape)));
        }
    } else {
        const auto text = read_file(options.weights);
        if (!text) return fail(text.error());
        const auto training = Training::parse(*text);
        if (!training) return fail(in_file(options.weights, training.error()));
        if (!(training->settings().shape == *shape)) {
            return fail(fmt::format("{}: these weights are for board {}",
                                    printable(options.weights),
                                    classic::to_string(training->settings().shape)));
        }
        weights = std::make_shared<const tournament96::Weights>(training->weights());
    }
    auto state = read_state<OpeningBook>(options.file);
    if (!state) return fail(state.error());
    OpeningBook book =
        *state ? std::move(**state) : OpeningBook(*shape, options.depth, options.discs);
    if (!(book.shape() == *shape) || book.depth() != options.depth ||
        book.discs() != options.discs) {
        return fail(fmt::format("{}: these openings are on board {}, depth {}, up to {} discs",
                                printable(options.file), classic::to_string(book.shape()),
                                book.depth(), book.discs()));
    }
    const InterruptGuard guard;
    Saver saver(options.file, [&] { return book.text(); });
    const std::size_t before = book.size();
    const auto start = std::chrono::steady_clock::now();
    auto told = start;
    bool written = true;
    const bool finished = tournament96::build_book(
        book, *weights,
        [&](std::size_t positions) {
            if (!options.json && seconds_since(told) >= kSecondsBetweenSaves) {
                told = std::chrono::steady_clock::now();
                // How many there will be is known only at the end.
                fmt::print("{} positions, {:.1f} a second\n", with_commas(positions),
                           static_cast<double>(positions - before) / seconds_since(start));
                std::fflush(stdout);
            }
            written = saver.now_and_then();
            return written;
        },
        interrupted);
    if (!written || !saver.now()) return fail(saver.error());
    if (options.json) {
        print_json({{"file", options.file},
                    {"board", classic::to_string(*shape)},
                    {"positions", book.size()},
                    {"made", book.size() - before},
                    {"finished", finished},
                    {"seconds", seconds_since(start)}});
    } else {
        fmt::print("{}: {} positions, {} of them searched now in {:.1f} s\n",
                   printable(options.file), with_commas(book.size()),
                   with_commas(book.size() - before), seconds_since(start));
    }
    return finished ? kSuccess : stopped_exit();
}

void add_board_option(CLI::App& command, std::string& board) {
    command
        .add_option(
            "--board", board,
            fmt::format("4 to 10, 96, or a size and its blocked squares; {} by default", board))
        ->type_name("BOARD");
}

}  // namespace

void add_train_tournament96(Program& program, CLI::App& family) {
    auto options = std::make_shared<WeightsOptions>();
    CLI::App& command = program.add(
        family,
        {"tournament-96", "Old programs", "learn weights from the end of the game backwards",
         R"(Examples:
  emilia train tournament-96 mine.weights --plies 4 --end 10      half a minute
  emilia train tournament-96 mine.weights --board 96              as the report did, half an hour
  emilia train tournament-96 mine.weights --features squares

The weights of the players of tournament-96, for each stage of two plies and each of the
two players. The first phase plays games to --end empty squares, searches them to the end
and learns what their positions are worth; each other phase learns --plies plies before
that from searches of as many plies. Moves before a phase are random (10 %), greedy (20 %)
or the best by weights of 1. The result depends on the options alone. Ctrl-C stops, and the
same command goes on where it stopped. 'emilia variant --weights FILE' plays with them.
)"},
        [options] { return run_weights(*options); });
    TrainingSettings& settings = options->settings;
    command.add_option("file", options->file, "the file of weights to write, or go on with")
        ->type_name("FILE")
        ->required();
    add_board_option(command, options->board);
    command
        .add_option("--features", options->features,
                    "tournament (the default), stability (one more) or squares (corners told "
                    "apart, x-squares, edges)")
        ->type_name("SET")
        ->check(CLI::IsMember({"tournament", "stability", "squares"}));
    command
        .add_option("--plies", settings.plies, "plies of a phase and its searches, 8 by default")
        ->type_name("N");
    command.add_option("--end", settings.end, "plies of the first phase, 14 by default")
        ->type_name("N");
    command.add_option("--games", settings.games, "games of a phase, 500 by default")
        ->type_name("N");
    command.add_option("--rate", settings.rate, "the learning rate, 0.02 by default")
        ->type_name("X");
    command
        .add_option("--decay", settings.decay,
                    "what is left of the rate at the end of a phase; 1, the default: all")
        ->type_name("X");
    command.add_option("--seed", settings.seed, "which random numbers to use, 1 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 1'000'000'000));
    command.add_flag("--json", options->json, "one JSON object");
}

void add_train_tournament96_squares(Program& program, CLI::App& family) {
    auto options = std::make_shared<SquaresOptions>();
    CLI::App& command = program.add(
        family,
        {"tournament-96-squares", "Old programs", "learn which squares matter from watched games",
         R"(Examples:
  emilia train tournament-96-squares games.log
  emilia train tournament-96-squares games.log --board 8 --games 2000

The square learner of tournament-96. It plays games, switching at random between a greedy
player and one with weights of 1, keeps them in FILE, and learns from as many wins of
black as of white. Squares that are images of each other are one parameter. One row a
parameter: the information gained by knowing whose its squares are, in bits, in the early,
middle and late third of the game; and the logarithm of the value that the older rule, by
rewards, gives in the last stage. Ctrl-C stops, and the same command goes on; with more
--games it adds to the file.
)"},
        [options] { return run_squares(*options); });
    command.add_option("file", options->file, "the file of games to write, or go on with")
        ->type_name("FILE")
        ->required();
    add_board_option(command, options->board);
    command.add_option("--games", options->games, "how many games, 704 by default")
        ->type_name("N")
        ->check(at_least_one());
    command.add_option("--seed", options->seed, "which random numbers to use, 1 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 1'000'000'000));
    command.add_flag("--all", options->all, "learn from all games, whoever won");
    command.add_flag("--json", options->json, "one JSON object for all and one a parameter");
}

void add_train_tournament96_book(Program& program, CLI::App& family) {
    auto options = std::make_shared<BookOptions>();
    CLI::App& command = program.add(
        family,
        {"tournament-96-book", "Old programs", "search the openings that a player will meet",
         R"(Examples:
  emilia train tournament-96-book openings.book --depth 8
  emilia train tournament-96-book openings.book --board 96 --discs 8

For each of the two players: his best move by a search of --depth plies, then all answers,
then his best moves there, and so on up to --discs discs. The result depends on the
options and weights alone. Ctrl-C stops, and the same command goes on where it stopped.
)"},
        [options] { return run_book(*options); });
    command.add_option("file", options->file, "the file of openings to write, or go on with")
        ->type_name("FILE")
        ->required();
    add_board_option(command, options->board);
    command.add_option("--weights", options->weights, "weights to search with; the program's own")
        ->type_name("FILE");
    command.add_option("--depth", options->depth, "plies of the searches, 12 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 20));
    command.add_option("--discs", options->discs, "positions with at most so many discs, 12")
        ->type_name("N")
        ->check(CLI::Range(4, 20));
    command.add_flag("--json", options->json, "one JSON object");
}

}  // namespace emilia::cli
