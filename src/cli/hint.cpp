#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "board/position_text.h"
#include "board/rules.h"
#include "cli/game_input.h"
#include "cli/search_options.h"
#include "cli/watch.h"
#include "cli/weights_option.h"
#include "engine/engine.h"
#include "search/solver.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options : SearchOptions {
    std::vector<std::string> what;
    std::string from;
    int moves = 3;
    std::optional<int> level;
    std::optional<int> depth;
    bool levels = false;
    bool json = false;
};

// A row: a move, a forced pass, or the end of the game.
struct Row {
    std::optional<Move> move;
    std::optional<int> value;  // none: stopped before it was known
    Draft draft;
    bool to_the_end = false;
    std::vector<Move> line;

    bool proved() const { return to_the_end && draft.selectivity == Selectivity::none; }
    // Proved; by a search to the end that left something out; by the evaluation some plies ahead.
    std::string_view kind() const {
        return !value ? "unknown" : proved() ? "exact" : to_the_end ? "selective" : "estimate";
    }
};

std::string draft_text(Draft draft) {
    if (draft.selectivity == Selectivity::none) return std::to_string(draft.depth);
    return fmt::format("{}@{}%", draft.depth, percent_of(draft.selectivity));
}

std::string value_text(const Row& row) {
    return row.value ? fmt::format("{:+d}", *row.value) : "?";
}

Row row_of(const ValuedMove& valued) {
    Row row{valued.move, std::nullopt, valued.draft, valued.to_the_end, valued.line};
    if (valued.draft.depth > 0) row.value = valued.value;
    return row;
}

// What a forced pass is worth: what the best answer is worth to the other one, less.
Row passed(Row row) {
    row.move = Move::pass();
    if (row.value) row.value = -*row.value;
    row.line.insert(row.line.begin(), Move::pass());
    return row;
}

class Adviser {
  public:
    Adviser(const Options& options, const std::shared_ptr<const Weights>& weights)
        : options_(options),
          weights_(weights),
          engine_({options.threads, options.table_bytes(), weights}) {
        limits_.level = options.level;
        limits_.depth = options.depth;
        limits_.selectivity = options.chosen_selectivity();
        limits_.nodes = options.nodes;
        limits_.seconds = options.seconds;
        limits_.stopped = interrupted;
    }

    void advise(std::size_t number, const Diagram& diagram, bool is_one_of_many) {
        // Each as if it were the only one.
        engine_.forget();
        if (!options_.json) print_heading(number, diagram, is_one_of_many);
        const Position position = diagram.position;
        std::vector<Row> rows;
        EngineReport report;
        if (is_over(position)) {
            Row row;
            row.value = final_score(position).value();
            row.to_the_end = true;
            rows.push_back(row);
        } else if (must_pass(position)) {
            report = analyse(number, position.passed(), 1);
            rows.push_back(passed(row_of(report.moves.front())));
        } else {
            report = analyse(number, position, options_.moves);
            for (const ValuedMove& move : report.moves) rows.push_back(row_of(move));
        }
        if (options_.json) {
            print_json(number, diagram, rows, report);
        } else {
            print(rows, report);
        }
    }

  private:
    EngineReport analyse(std::size_t number, Position position, int moves) {
        limits_.moves = moves;
        Watch watch(
            fmt::format("{:>3}", number), [this] { return engine_.nodes_so_far(); },
            !options_.json);
        return engine_.analyse(position, limits_, [&](const EngineReport& so_far) {
            std::string text;
            for (const ValuedMove& move : so_far.moves) {
                if (move.draft.depth == 0) continue;
                if (!text.empty()) text += ", ";
                text += fmt::format("{} {:+d} at {}", to_string(move.move), move.value,
                                    draft_text(move.draft));
            }
            watch.tell(text);
        });
    }

    static void print_line(const std::string& text) {
        const Terminal terminal = standard_output();
        fmt::print("{}\n", terminal.is_terminal ? clipped(text, terminal.columns) : text);
    }

    static void print_heading(std::size_t number, const Diagram& diagram, bool is_one_of_many) {
        if (is_one_of_many) {
            if (number > 1) fmt::print("\n");
            print_line(fmt::format("position {}: {} to move, {} empty", number,
                                   name_of(diagram.to_move), diagram.position.empties()));
        }
        print_line(fmt::format("{:>4} {:>6} {:>7}  {:<9}  {}", "move", "value", "depth", "kind",
                               "what follows"));
        std::fflush(stdout);
    }

    static void print(const std::vector<Row>& rows, const EngineReport& report) {
        for (const Row& row : rows) {
            print_line(fmt::format("{:>4} {:>6} {:>7}  {:<9}  {}",
                                   row.move ? to_string(*row.move) : "-", value_text(row),
                                   draft_text(row.draft), row.kind(), line_text(row.line)));
        }
        print_line(fmt::format("{} nodes in {:.3f} s, {} nodes/s", with_commas(report.nodes),
                               report.seconds,
                               with_commas(per_second(report.nodes, report.seconds))));
        std::fflush(stdout);
    }

    void print_json(std::size_t number, const Diagram& diagram, const std::vector<Row>& rows,
                    const EngineReport& report) const {
        Json moves = Json::array();
        for (const Row& row : rows) {
            if (!row.move) continue;
            moves.push_back({{"move", to_string(*row.move)},
                             {"value", row.value ? Json(*row.value) : Json(nullptr)},
                             {"kind", row.kind()},
                             {"depth", row.draft.depth},
                             {"selectivity", percent_of(row.draft.selectivity)},
                             {"pv", line_json(row.line)}});
        }
        const bool over = is_over(diagram.position);
        cli::print_json({{"number", number},
                         {"position", to_string(diagram)},
                         {"empties", diagram.position.empties()},
                         {"over", over},
                         {"score", over ? Json(*rows.front().value) : Json(nullptr)},
                         {"moves", std::move(moves)},
                         {"depth", report.draft.depth},
                         {"selectivity", percent_of(report.draft.selectivity)},
                         {"nodes", report.nodes},
                         {"seconds", report.seconds},
                         {"weights", weights_->id()}});
    }

    const Options& options_;
    std::shared_ptr<const Weights> weights_;
    Engine engine_;
    EngineLimits limits_;
};

// With how many empty squares at most a level looks to the end with that confidence.
int most_empties(int level, Selectivity least) {
    int most = 0;
    for (int empties = 1; empties <= 60; ++empties) {
        const Draft draft = draft_of_level(level, empties);
        if (draft.depth == empties && draft.selectivity >= least) most = empties;
    }
    return most;
}

void print_levels(bool json) {
    if (!json) {
        fmt::print("                 to the end of the game with so many empty squares\n");
        fmt::print("level  midgame   73 %  87 %  95 %  98 %  99 % exact\n");
    }
    for (int level = kLeastLevel; level <= kMostLevel; ++level) {
        // A level that looks to the end from the start has no midgame.
        const Draft midgame = draft_of_level(level, 60);
        const bool has_midgame = midgame.depth < 60;
        if (json) {
            Json ends = Json::object();
            for (const Selectivity step : kSelectivities) {
                ends[std::to_string(percent_of(step))] = most_empties(level, step);
            }
            print_json({{"level", level},
                        {"depth", has_midgame ? Json(midgame.depth) : Json(nullptr)},
                        {"selectivity", percent_of(midgame.selectivity)},
                        {"empties", std::move(ends)}});
            continue;
        }
        std::string row =
            fmt::format("{:>5} {:>8} ", level, has_midgame ? draft_text(midgame) : "-");
        for (const Selectivity step : kSelectivities) {
            row += fmt::format(" {:>5}", most_empties(level, step));
        }
        fmt::print("{}\n", row);
    }
}

int run_hint(const Options& options) {
    if (options.levels) {
        print_levels(options.json);
        return kSuccess;
    }
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    const auto given = given_games(options.what, from_option(options.from));
    if (!given) return fail(given.error());
    report_issues(given->name, given->games);
    int code = given->games.bad.empty() ? kSuccess : kBadInput;
    const std::vector<GameRecord>& games = given->games.games;
    const InterruptGuard guard;
    Adviser adviser(options, *weights);
    for (std::size_t i = 0; i < games.size() && !interrupted(); ++i) {
        const Diagram diagram = games[i].final_diagram();
        if (const auto fine = check_solvable(diagram.position); !fine) {
            fmt::print(stderr, "emilia: position {}: {}\n", i + 1, fine.error().message);
            code = kBadInput;
            continue;
        }
        adviser.advise(i + 1, diagram, games.size() > 1);
    }
    if (interrupted()) {
        fmt::print(stderr, "emilia: stopped; what was found by then is above\n");
        return kInterruptedExitCode;
    }
    return code;
}

}  // namespace

void add_hint(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"hint", "Analyse", "the best moves and what they are worth", R"help(Examples:
  emilia hint f5d6c3d3c4                   the three best moves after these
  emilia hint f5d6c3d3c4 -n 1 --level 24   only the best, more thoroughly
  emilia hint "$(cat position.txt)" -n 64  every move: 64 squares and the player to move
  emilia hint game.sgf --time 5            at the end of a game so far, in five seconds
  emilia hint problems.obf --json          each of a file, for machines
  emilia hint --levels                     what the levels are

Values are discs at the end of the game for the player to move. Each move has its own
true value, as if it were the only one, not merely a bound. 'kind' says what they are:
  exact      proved: the game was searched to its end, and nothing was left out
  selective  searched to the end, but moves were left out that are unlikely to matter
  estimate   what the evaluation says of positions some plies ahead
The depth is in plies; '14@73%' leaves out with a confidence of 73 %.

Without a limit it is level 16. A level looks as many plies ahead as its number, and from
some number of empty squares on to the end of the game; --levels prints the table.
--depth is the level of that number, but never looks further. With --time or --nodes
alone it looks ever deeper until they are used up. All limits that are given hold.
Ctrl-C ends the search and prints what is known. With one thread and without --time the
same question has the same answer, to the node.
)help"},
                    [options] { return run_hint(*options); });
    command
        .add_option("what", options->what,
                    "a position, moves, or a file of positions, problems or games (- is standard "
                    "input; default: the start)")
        ->type_name("FILE");
    command.add_option("-n,--moves", options->moves, "how many of the best moves (3)")
        ->type_name("N")
        ->check(CLI::Range(1, 64));
    command.add_option("-l,--level", options->level, "how thoroughly, 1 to 60 (16)")
        ->type_name("L")
        ->check(CLI::Range(kLeastLevel, kMostLevel));
    command.add_option("-d,--depth", options->depth, "plies to look ahead, at most")
        ->type_name("N")
        ->check(CLI::Range(1, 60));
    command.add_flag("--levels", options->levels, "print what the levels are, and no more");
    add_search_options(command, *options, "a position", "default: by the level");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a position");
}

}  // namespace emilia::cli
