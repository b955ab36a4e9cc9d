#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/game_filter.h"
#include "cli/game_report.h"
#include "cli/program.h"
#include "game/openings.h"
#include "game/statistics.h"
#include "game/wthor.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

const std::vector<std::string> kSortKeys = {"date",  "tournament", "black",   "white",
                                            "score", "margin",     "opening", "moves"};

struct Options {
    std::vector<std::string> paths;
    GameWishes wishes;
    std::size_t limit = 0;
    std::string sort;
    bool reverse = false;
    bool stats = false;
    bool json = false;
};

// What a line of the list needs of a game; the game itself would take twenty times the memory.
struct Row {
    std::string file;
    std::size_t number = 0;  // in its file, from 1
    std::string date;
    std::string tournament;
    std::string black;
    std::string white;
    std::optional<DiscDifference> result;
    std::size_t moves = 0;
    std::string transcript;  // only for JSON
    std::string opening;
};

// The files meant by an argument: itself, or those with games in a folder.
Result<std::vector<std::string>> files_of(const std::string& path) {
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed)) return std::vector<std::string>{path};
    std::vector<std::string> files;
    std::filesystem::directory_iterator entry(path, failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        const std::string extension = lower_case(entry->path().extension().string());
        if (extension == ".wtb") files.push_back(entry->path().string());
    }
    if (failed) return Error{fmt::format("cannot read the folder {}: {}", path, failed.message())};
    if (files.empty()) {
        return Error{fmt::format("the folder {} has no file of games (*.wtb)", path)};
    }
    std::sort(files.begin(), files.end());
    return files;
}

// "51-13"; "?" where nothing is known. An odd difference leaves one square out.
std::string score_text(std::optional<DiscDifference> result) {
    if (!result) return "?";
    const int margin = std::abs(result->value());
    const int winner = (kSquares + margin) / 2;
    const int loser = winner - margin;
    return result->value() >= 0 ? fmt::format("{}-{}", winner, loser)
                                : fmt::format("{}-{}", loser, winner);
}

std::string transcript(const GameRecord& game) {
    std::string moves;
    for (const PlayedMove& move : game.moves) {
        if (!move.move.is_pass()) moves += to_string(move.move);
    }
    return moves;
}

Row row_of(const GameRecord& game, const std::string& file, std::size_t number, bool json) {
    const auto opening = opening_of(game);
    return {file,
            number,
            game.date,
            game.event,
            game.player(Color::black).name,
            game.player(Color::white).name,
            game.result,
            game.moves.size(),
            json ? transcript(game) : "",
            opening ? std::string(opening->name) : ""};
}

Json json_of(const Row& row) {
    Json json{{"file", row.file},   {"game", row.number},
              {"date", row.date},   {"tournament", row.tournament},
              {"black", row.black}, {"white", row.white}};
    if (row.result) json["result"] = row.result->value();
    json["opening"] = row.opening;
    json["moves"] = row.transcript;
    return json;
}

class List {
  public:
    explicit List(std::vector<Row> rows) : rows_(std::move(rows)) {}

    void sort(const std::string& key, bool reverse) {
        const auto by = [&](auto value_of) {
            std::stable_sort(rows_.begin(), rows_.end(),
                             [&](const Row& a, const Row& b) { return value_of(a) < value_of(b); });
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
            print_json(json_of(row));
        }
    }

    void print(const Terminal& terminal) const {
        const Columns columns = fit(terminal.columns);
        const std::string_view mark = terminal.unicode ? "…" : ".";
        const auto line = [&](std::string_view date, std::string_view event,
                              const std::string& black, const std::string& white,
                              std::string_view score, std::string_view opening) {
            std::string text = fmt::format("{} {} {} {} {:>5} {}", fitted(date, columns.date, mark),
                                           fitted(event, columns.event, mark), black, white, score,
                                           fitted(opening, columns.opening, mark));
            text.resize(text.find_last_not_of(' ') + 1);
            fmt::print("{}\n", text);
        };
        const auto player = [&](std::string_view name, bool won) {
            return styled(terminal.color && won, "1", fitted(name, columns.player, mark));
        };
        if (terminal.is_terminal) {
            line("date", "tournament", player("black", false), player("white", false), "score",
                 "opening");
        }
        for (const Row& row : rows_) {
            if (interrupted()) return;
            const int result = row.result ? row.result->value() : 0;
            line(row.date, row.tournament, player(row.black, result > 0),
                 player(row.white, result < 0), score_text(row.result), row.opening);
        }
    }

  private:
    struct Columns {
        std::size_t date = 4;
        std::size_t event = 0;
        std::size_t player = 0;
        std::size_t opening = 0;
    };

    // As wide as the contents need, and then narrower until it fits: the tournament first, the
    // players last.
    Columns fit(int width) const {
        constexpr std::size_t kScore = 5;
        constexpr std::size_t kGaps = 5;
        Columns columns{4, 10, 5, 7};
        for (const Row& row : rows_) {
            const auto widen = [](std::size_t& column, std::string_view text, std::size_t most) {
                column = std::max(column, std::min(columns_of(text), most));
            };
            widen(columns.date, row.date, 10);
            widen(columns.event, row.tournament, 40);
            widen(columns.player, row.black, 30);
            widen(columns.player, row.white, 30);
            widen(columns.opening, row.opening, 34);
        }
        const std::size_t room = static_cast<std::size_t>(std::max(width, 60));
        const auto shrink = [&](std::size_t& column, std::size_t least) {
            const std::size_t used = columns.date + columns.event + 2 * columns.player + kScore +
                                     columns.opening + kGaps;
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

// Says what is wrong with single games, but not without end.
void report_problems(const std::vector<std::string>& problems) {
    constexpr std::size_t kShown = 20;
    for (std::size_t i = 0; i < std::min(problems.size(), kShown); ++i) {
        fmt::print(stderr, "emilia: {}\n", problems[i]);
    }
    if (problems.size() > kShown) {
        fmt::print(stderr, "emilia: and {} more like these\n", problems.size() - kShown);
    }
}

int run_games(const Options& options) {
    auto filter = GameFilter::make(options.wishes);
    if (!filter) return fail(filter.error());
    std::vector<std::string> files;
    for (const std::string& path : options.paths) {
        const auto found = files_of(path);
        if (!found) return fail(found.error());
        files.insert(files.end(), found->begin(), found->end());
    }

    const InterruptGuard guard;
    GameStatistics statistics;
    std::vector<Row> rows;
    std::vector<std::string> problems;
    std::size_t accepted = 0;
    const auto enough = [&] {
        return options.sort.empty() && !options.reverse && options.limit > 0 &&
               accepted >= options.limit;
    };
    for (const std::string& file : files) {
        auto read = read_wthor(file);
        if (!read) return fail(read.error());
        problems.insert(problems.end(), read->problems.begin(), read->problems.end());
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
    report_problems(problems);
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
        return kSuccess;
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
    return interrupted() ? kInterruptedExitCode : kSuccess;
}

}  // namespace

void add_games(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"games", "Games", "list the games of files or folders, or their statistics", R"(Examples:
  emilia games WTH_1980.wtb
  emilia games wthor --player "rose brian" --opening tiger --sort date
  emilia games wthor --year 1980-1985 --stats

The names of a WTHOR file come from WTH.JOU and WTH.TRN beside it. A text is found
anywhere in a name, capitals and accents aside; --opening finds all names a game goes
through, so 'tiger' has every Stephenson too. Scores count the empty squares for the
winner. A game that breaks the rules is named on standard error and left out.
Exit code 1 if no game fits, 2 if a file cannot be read.
)"},
        [options] { return run_games(*options); });
    command.add_option("file", options->paths, "files of games, or folders of such files")
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
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
    command.add_flag("--stats", options->stats,
                     "results, margins, lengths, passes, legal moves, openings");
    command.add_flag("--json", options->json, "one JSON object a game; with --stats one in all");
}

}  // namespace emilia::cli
