#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "cli/game_filter.h"
#include "cli/game_input.h"
#include "cli/game_json.h"
#include "cli/game_report.h"
#include "cli/program.h"
#include "game/files.h"
#include "game/openings.h"
#include "game/statistics.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

const std::vector<std::string> kSortKeys = {"date",  "tournament", "black",   "white",
                                            "score", "margin",     "opening", "moves"};

struct Options {
    std::vector<std::string> paths;
    std::string from;
    GameWishes wishes;
    std::size_t limit = 0;
    std::string sort;
    bool reverse = false;
    bool stats = false;
    bool json = false;
};

// What a line of the list needs of a game; the game itself would take twenty times the memory.
struct Row {
    std::size_t number = 0;  // in its file, as `emilia show --game` counts
    std::string date;
    std::string tournament;
    std::string black;
    std::string white;
    std::optional<DiscDifference> result;
    std::optional<Color> winner;
    std::size_t moves = 0;
    std::string opening;
    std::string json;  // with --json the line to print
};

// "51-13"; "1-0" where only the winner is known, "?" where nothing is. An odd difference leaves one
// square out.
std::string score_text(const Row& row) {
    if (!row.result && !row.winner) return "?";
    if (!row.result) return *row.winner == Color::black ? "1-0" : "0-1";
    const int margin = std::abs(row.result->value());
    const int winner = (kSquares + margin) / 2;
    const int loser = winner - margin;
    return row.result->value() >= 0 ? fmt::format("{}-{}", winner, loser)
                                    : fmt::format("{}-{}", loser, winner);
}

std::optional<Color> winner_of(const Row& row) {
    if (!row.result || row.result->value() == 0) return row.winner;
    return row.result->value() > 0 ? Color::black : Color::white;
}

Row row_of(const GameRecord& game, const std::string& file, std::size_t number, bool json) {
    Row row;
    row.number = number;
    row.date = game.date;
    row.tournament = game.event;
    row.black = game.player(Color::black).name;
    row.white = game.player(Color::white).name;
    row.result = game.result;
    row.winner = game.winner;
    row.moves = game.moves.size();
    if (const auto opening = opening_of(game)) row.opening = opening->name;
    if (json) {
        row.json = json_line({{"file", file}, {"number", number}, {"game", game_json(game)}});
    }
    return row;
}

class List {
  public:
    explicit List(std::vector<Row> rows) : rows_(std::move(rows)) {}

    void sort(const std::string& key, bool reverse) {
        const auto by = [&](auto value_of) {
            std::vector<std::pair<decltype(value_of(Row{})), Row>> keyed;
            keyed.reserve(rows_.size());
            for (Row& row : rows_) keyed.emplace_back(value_of(row), std::move(row));
            std::stable_sort(keyed.begin(), keyed.end(),
                             [](const auto& x, const auto& y) { return x.first < y.first; });
            std::transform(keyed.begin(), keyed.end(), rows_.begin(),
                           [](auto& entry) { return std::move(entry.second); });
        };
        if (key == "date") by([](const Row& row) { return row.date; });
        if (key == "tournament") by([](const Row& row) { return folded(row.tournament); });
        if (key == "black") by([](const Row& row) { return folded(row.black); });
        if (key == "white") by([](const Row& row) { return folded(row.white); });
        // Games without a result come first.
        if (key == "score") by([](const Row& row) { return row.result; });
        if (key == "margin") {
            by([](const Row& row) { return row.result ? std::abs(row.result->value()) : -1; });
        }
        if (key == "opening") by([](const Row& row) { return row.opening; });
        if (key == "moves") by([](const Row& row) { return row.moves; });
        if (reverse) std::reverse(rows_.begin(), rows_.end());
    }

    void cut(std::size_t count) {
        if (count < rows_.size()) rows_.resize(count);
    }

    void print_as_json() const {
        for (const Row& row : rows_) {
            if (interrupted()) return;
            fmt::print("{}", row.json);
        }
    }

    void print(const Terminal& terminal) const {
        const Columns columns = fit(terminal.columns);
        const std::string_view mark = terminal.unicode ? "…" : ".";
        const auto line = [&](std::string_view number, std::string_view date,
                              std::string_view event, const std::string& black,
                              const std::string& white, std::string_view score,
                              std::string_view opening) {
            std::string text =
                fmt::format("{:>{}} {} {} {} {} {:>5} {}", number, columns.number,
                            fitted(date, columns.date, mark), fitted(event, columns.event, mark),
                            black, white, score, fitted(opening, columns.opening, mark));
            text.resize(text.find_last_not_of(' ') + 1);
            fmt::print("{}\n", text);
        };
        const auto player = [&](std::string_view name, bool won) {
            return styled(terminal.color && won, "1", fitted(name, columns.player, mark));
        };
        if (terminal.is_terminal) {
            line("#", "date", "tournament", player("black", false), player("white", false), "score",
                 "opening");
        }
        for (const Row& row : rows_) {
            if (interrupted()) return;
            const std::optional<Color> winner = winner_of(row);
            line(std::to_string(row.number), row.date, row.tournament,
                 player(row.black, winner == Color::black),
                 player(row.white, winner == Color::white), score_text(row), row.opening);
        }
    }

  private:
    struct Columns {
        std::size_t number = 1;
        std::size_t date = 4;
        std::size_t event = 0;
        std::size_t player = 0;
        std::size_t opening = 0;
    };

    // As wide as the contents need, and then narrower until it fits: the tournament first, the
    // players last.
    Columns fit(int width) const {
        constexpr std::size_t kScore = 5;
        constexpr std::size_t kGaps = 6;
        Columns columns{1, 4, 10, 5, 7};
        for (const Row& row : rows_) {
            const auto widen = [](std::size_t& column, std::string_view text, std::size_t most) {
                column = std::max(column, std::min(columns_of(text), most));
            };
            widen(columns.number, std::to_string(row.number), 20);
            widen(columns.date, row.date, 10);
            widen(columns.event, row.tournament, 40);
            widen(columns.player, row.black, 30);
            widen(columns.player, row.white, 30);
            widen(columns.opening, row.opening, 34);
        }
        const std::size_t room = static_cast<std::size_t>(std::max(width, 60));
        const auto shrink = [&](std::size_t& column, std::size_t least) {
            const std::size_t used = columns.number + columns.date + columns.event +
                                     2 * columns.player + kScore + columns.opening + kGaps;
            const std::size_t copies = &column == &columns.player ? 2 : 1;
            if (used <= room || column <= least) return;
            column =
                std::max(least, column - std::min(column, (used - room + copies - 1) / copies));
        };
        shrink(columns.opening, 18);
        shrink(columns.event, 14);
        shrink(columns.player, 16);
        shrink(columns.opening, 14);
        shrink(columns.event, 6);
        shrink(columns.player, 8);
        return columns;
    }

    std::vector<Row> rows_;
};

int run_games(const Options& options) {
    auto filter = GameFilter::make(options.wishes);
    if (!filter) return fail(filter.error());
    std::vector<std::string> files;
    for (const std::string& path : options.paths) {
        const auto found = game_files_of(path);
        if (!found) return fail(found.error());
        files.insert(files.end(), found->begin(), found->end());
    }

    const InterruptGuard guard;
    GameStatistics statistics;
    std::vector<Row> rows;
    std::size_t accepted = 0;
    bool bad_input = false;
    const auto enough = [&] {
        return options.sort.empty() && !options.reverse && options.limit > 0 &&
               accepted >= options.limit;
    };
    for (const std::string& file : files) {
        const auto read = read_game_file(file, from_option(options.from));
        if (!read) return fail(read.error());
        report_issues(file, *read);
        // Of 126,000 games typed in over forty years a few may be wrong: no reason to distrust the
        // others. In a file of one's own there is something to put right.
        bad_input |= !read->bad.empty() && (read->format != Format::wthor || read->games.empty());
        for (std::size_t i = 0; i < read->games.size() && !enough() && !interrupted(); ++i) {
            const GameRecord& game = read->games[i];
            if (!filter->accepts(game)) continue;
            ++accepted;
            if (options.stats) {
                statistics.add(game);
                continue;
            }
            rows.push_back(row_of(game, file, i + 1, options.json));
        }
        if (interrupted()) {
            fmt::print(stderr, "emilia: stopped while reading {}\n", file);
            return kInterruptedExitCode;
        }
        if (enough()) break;
    }
    if (accepted == 0 && bad_input) return kBadInput;
    if (accepted == 0) {
        fmt::print(stderr, "emilia: {}\n", filter->why_none());
        return kFailure;
    }

    if (options.stats) {
        if (options.json) {
            print_json(report_json(statistics));
        } else {
            fmt::print("{}", report_text(statistics));
        }
        return bad_input ? kBadInput : kSuccess;
    }
    List list(std::move(rows));
    list.sort(options.sort, options.reverse);
    if (options.limit > 0) list.cut(options.limit);
    if (options.json) {
        list.print_as_json();
    } else {
        Terminal terminal = standard_output();
        if (!terminal.is_terminal) terminal.columns = 100;
        list.print(terminal);
    }
    if (interrupted()) return kInterruptedExitCode;
    return bad_input ? kBadInput : kSuccess;
}

}  // namespace

void add_games(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"games", "Games", "list the games of files or folders, or their statistics", R"(Examples:
  emilia games WTH_1980.wtb
  emilia games wthor --player "rose brian" --opening tiger --sort date
  emilia games wthor --year 1980-1985 --stats

A line is the number of the game in its file (for emilia show FILE --game N),
date, tournament, players, score and opening. Scores count the empty squares for
the winner. The names of a WTHOR file come from WTH.JOU and WTH.TRN beside it.

A text is found anywhere in a name, capitals and accents aside; --opening finds
all names that a game goes through, so that 'tiger' has every Stephenson too.
A game that breaks the rules is named on standard error and left out. Exit code
1 if no game fits, 2 if a file cannot be read, or one of its games (in a WTHOR
file a few of them may be bad).
)"},
        [options] { return run_games(*options); });
    command.add_option("file", options->paths, "files of games in any format, or folders of them")
        ->required()
        ->type_name("FILE");
    command.add_option("--player", options->wishes.player, "black or white is called so")
        ->type_name("NAME");
    command.add_option("--black", options->wishes.black, "black is called so")->type_name("NAME");
    command.add_option("--white", options->wishes.white, "white is called so")->type_name("NAME");
    command.add_option("--tournament", options->wishes.tournament, "played there")
        ->type_name("NAME");
    command.add_option("--opening", options->wishes.opening, "goes through that opening")
        ->type_name("NAME");
    command.add_option("--year", options->wishes.years, "1980, or 1980-1985, 1980-, -1985")
        ->type_name("YEARS");
    command.add_option("--result", options->wishes.result, "who won")
        ->type_name("WHO")
        ->check(CLI::IsMember(
            std::vector<std::string>(GameWishes::kResults.begin(), GameWishes::kResults.end())));
    command.add_flag("--programs", options->wishes.programs,
                     "between programs, which WTHOR calls 'Name (author)'");
    command
        .add_option("--sort", options->sort, "the order of the list (default: that of the files)")
        ->type_name("KEY")
        ->check(CLI::IsMember(kSortKeys));
    command.add_flag("--reverse", options->reverse, "the last first");
    command.add_option("--limit", options->limit, "no more than N games")
        ->type_name("N")
        ->check(at_least_one());
    command.add_flag("--stats", options->stats,
                     "results, margins, lengths, passes, legal moves, openings");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a game; with --stats one in all");
}

}  // namespace emilia::cli
