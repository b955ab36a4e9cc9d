#include <fmt/format.h>

#include <memory>

#include "cli/train/progress.h"
#include "cli/train/state_file.h"
#include "cli/train/train.h"
#include "history/logistello/book_learning.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using logistello::OpeningBook;

struct Options {
    std::string file;
    std::uint64_t games = 500;
    OpeningBook::Origin origin;
    bool json = false;
};

// Which book to go on with.
Result<OpeningBook> begin(const Options& options) {
    auto state = read_state<OpeningBook>(options.file);
    if (!state) return state.error();
    if (!*state) return OpeningBook(options.origin);
    const OpeningBook::Origin& known = (**state).origin();
    if (known.depth != options.origin.depth || known.seed != options.origin.seed) {
        return in_file(options.file, {fmt::format("these openings were begun with --depth {} "
                                                  "--seed {}",
                                                  known.depth, known.seed)});
    }
    return std::move(**state);
}

int run_book(const Options& options) {
    auto begun = begin(options);
    if (!begun) return fail(begun.error());
    OpeningBook book = std::move(*begun);
    const InterruptGuard guard;
    Saver saver(options.file, [&] { return book.bytes(); });
    const std::uint64_t before = book.origin().games;
    double seconds = 0;
    {
        Progress progress("games", before, options.games, !options.json);
        while (book.origin().games < options.games &&
               logistello::play_book_game(book, interrupted)) {
            progress.tell(book.origin().games);
            if (!saver.now_and_then()) return fail(saver.error());
        }
        seconds = progress.seconds();
    }
    const std::uint64_t games = book.origin().games;
    if (games > before && !saver.now()) return fail(saver.error());
    const bool finished = games >= options.games;
    if (options.json) {
        print_json({{"file", options.file},
                    {"games", games},
                    {"made", games - before},
                    {"positions", book.size()},
                    {"finished", finished},
                    {"seconds", seconds}});
    } else {
        fmt::print("{}: {} games, {} positions, {} of the games played now in {:.1f} s\n",
                   printable(options.file), with_commas(games), with_commas(book.size()),
                   with_commas(games - before), seconds);
    }
    return finished ? kSuccess : stopped_exit();
}

}  // namespace

void add_train_logistello_book(Program& program, CLI::App& family) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        family,
        {"logistello-book", "Old programs", "the opening book of LOGISTELLO, from its own games",
         R"(Examples:
  emilia train logistello-book openings.book
  emilia train logistello-book openings.book --games 5000      adds to the same file

The program of 1997 plays against itself, both sides by the book while it knows the
position, then by searches of --depth plies. Each game is added to the book down to 24
empty squares, where its result stands. For every position on the way the best move that no
game has tried is searched for; by negamax these and the results say what each position is
worth, so that who has lost finds an improvement. A game depends on those before it, the
depth and the seed alone. Ctrl-C stops, and the same command goes on where it stopped; with
more --games it adds to the file.

The program's own book is the file in data/logistello: put a new one there, and build.
)"},
        [options] { return run_book(*options); });
    command.add_option("file", options->file, "the book to write, or go on with")
        ->type_name("FILE")
        ->required();
    command.add_option("--games", options->games, "how many games, 500 by default")
        ->type_name("N")
        ->check(at_least_one());
    command.add_option("--depth", options->origin.depth, "plies of the searches, 8 by default")
        ->type_name("N")
        ->check(CLI::Range(1, 20));
    command.add_option("--seed", options->origin.seed, "which random numbers to use, 1 by default")
        ->type_name("N")
        ->check(CLI::Range(0, 1'000'000'000));
    command.add_flag("--json", options->json, "one JSON object");
}

}  // namespace emilia::cli
