#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "board/position_text.h"
#include "board/rules.h"
#include "board/simd/isa.h"
#include "cli/game_input.h"
#include "cli/search_options.h"
#include "cli/watch.h"
#include "cli/weights_option.h"
#include "game/obf.h"
#include "search/solver.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options : SearchOptions {
    std::vector<std::string> what;
    std::string from;
    std::string mode = "exact";
    std::vector<int> window;
    bool all_moves = false;
    bool json = false;

    bool wld() const { return mode == "wld"; }
    Selectivity left_out() const { return chosen_selectivity().value_or(Selectivity::none); }
    SearchWindow asked() const {
        if (!window.empty()) return {window[0], window[1]};
        return wld() ? SearchWindow{-1, 1} : SearchWindow{};
    }
};

// "+6", or what is known of it: ">= +2", "-4..+6".
std::string score_text(const Solution& solution) {
    const int lower = solution.lower.value();
    const int upper = solution.upper.value();
    if (lower == upper) return fmt::format("{:+d}", lower);
    if (upper == 64) return lower == -64 ? "?" : fmt::format(">= {:+d}", lower);
    if (lower == -64) return fmt::format("<= {:+d}", upper);
    return fmt::format("{:+d}..{:+d}", lower, upper);
}

std::string result_text(const Solution& solution, bool wld) {
    if (!wld || !solution.finished) return score_text(solution);
    return solution.lower.value() > 0 ? "win" : solution.upper.value() < 0 ? "loss" : "draw";
}

// How a solution compares with what the file says; nothing where the file does not say.
struct Check {
    std::optional<bool> score_right;
    std::optional<bool> move_right;
    std::optional<int> expected;

    std::optional<bool> right() const {
        if (!score_right && !move_right) return std::nullopt;
        return score_right.value_or(true) && move_right.value_or(true);
    }
};

int sign(int score) {
    return (score > 0) - (score < 0);
}

Check check(const ObfProblem& problem, const Solution& solution, bool wld) {
    Check result;
    const auto& answers = problem.answers;
    if (answers.empty()) return result;
    const bool scored = std::all_of(answers.begin(), answers.end(),
                                    [](const auto& answer) { return answer.score.has_value(); });
    if (scored) result.expected = answers.front().score->value();
    if (!solution.finished) return result;
    const bool complete =
        answers.size() == static_cast<std::size_t>(popcount(legal_moves(problem.diagram.position)));
    if (scored) {
        const int best = *result.expected;
        result.score_right = solution.lower.value() <= best && best <= solution.upper.value();
    }
    if (!solution.move) return result;
    const auto named = std::find_if(answers.begin(), answers.end(), [&](const auto& answer) {
        return answer.move == *solution.move;
    });
    if (named == answers.end()) {
        // It may be as good as those that are named.
        if (complete || !scored) result.move_right = false;
    } else if (scored) {
        const int value = named->score->value();
        const int best = *result.expected;
        result.move_right = value == best || (wld && sign(value) == sign(best)) ||
                            (!solution.exact() && value >= solution.lower.value());
    } else {
        result.move_right = true;
    }
    return result;
}

struct Totals {
    std::size_t problems = 0;
    std::size_t finished = 0;
    std::size_t checked = 0;
    std::size_t wrong_scores = 0;
    std::size_t wrong_moves = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;

    void add(const Solution& solution, const Check& check) {
        ++problems;
        if (solution.finished) ++finished;
        if (check.right()) ++checked;
        if (!check.score_right.value_or(true)) ++wrong_scores;
        if (!check.move_right.value_or(true)) ++wrong_moves;
        nodes += solution.nodes;
        seconds += solution.seconds;
    }
};

std::string row(std::string_view number, std::string_view empties, std::string_view score,
                std::string_view move, std::string_view seconds, std::string_view nodes,
                std::string_view nodes_per_second, std::string_view line) {
    const Terminal terminal = standard_output();
    const std::string text =
        fmt::format("{:>4} {:>6} {:>8} {:>4} {:>9} {:>15} {:>11}  {}", number, empties, score, move,
                    seconds, nodes, nodes_per_second, line);
    return terminal.is_terminal ? clipped(text, terminal.columns) : text;
}

std::string row(std::string_view number, std::string_view empties, const Solution& solution,
                bool wld) {
    return row(number, empties, result_text(solution, wld),
               solution.move ? to_string(*solution.move) : "-",
               fmt::format("{:.3f}", solution.seconds), with_commas(solution.nodes),
               with_commas(per_second(solution.nodes, solution.seconds)),
               (solution.finished ? "" : "(not finished) ") + line_text(solution.line));
}

void print_heading() {
    fmt::print("{}\n", row("#", "empty", "score", "move", "seconds", "nodes", "nodes/s",
                           "principal variation"));
    std::fflush(stdout);
}

Json solution_json(const Solution& solution) {
    return {{"score", solution.exact() ? Json(solution.lower.value()) : Json(nullptr)},
            {"bounds", {solution.lower.value(), solution.upper.value()}},
            {"finished", solution.finished},
            {"move", solution.move ? Json(to_string(*solution.move)) : Json(nullptr)},
            {"pv", line_json(solution.line)},
            {"nodes", solution.nodes},
            {"seconds", solution.seconds}};
}

Json expected_json(const ObfProblem& problem) {
    if (problem.answers.empty()) return nullptr;
    Json moves = Json::object();
    for (const auto& answer : problem.answers) {
        moves[to_string(answer.move)] = answer.score ? Json(answer.score->value()) : Json(nullptr);
    }
    return moves;
}

class Run {
  public:
    Run(const Options& options, std::shared_ptr<const Weights> weights, std::size_t problems)
        : options_(options),
          solver_({options.threads, options.table_bytes(), std::move(weights), options.left_out()}),
          problems_(problems) {
        limits_.seconds = options.seconds;
        limits_.nodes = options.nodes;
        limits_.stopped = interrupted;
    }

    void solve(std::size_t number, const ObfProblem& problem) {
        if (options_.all_moves) {
            solve_moves(number, problem);
            return;
        }
        Solution solution;
        {
            Watch watch(label(number, problem), nodes(), !options_.json);
            solution =
                solver_.solve(problem.diagram.position, options_.asked(), limits_,
                              [&](const Solution& so_far) { watch.tell(score_text(so_far)); });
        }
        finish(number, problem, solution, {});
    }

    void print_totals() const {
        if (options_.json) {
            print_json({{"problems", totals_.problems},
                        {"finished", totals_.finished},
                        {"checked", totals_.checked},
                        {"wrong_scores", totals_.wrong_scores},
                        {"wrong_moves", totals_.wrong_moves},
                        {"nodes", totals_.nodes},
                        {"seconds", totals_.seconds},
                        {"threads", options_.threads},
                        {"hash_mb", options_.hash_megabytes},
                        {"selectivity", percent_of(options_.left_out())},
                        {"instruction_set", name_of(active_isa())}});
            return;
        }
        if (problems_ == 1 && totals_.checked == 0) return;
        fmt::print("{} {} in {:.3f} s, {} nodes, {} nodes/s\n", totals_.problems,
                   totals_.problems == 1 ? "problem" : "problems", totals_.seconds,
                   with_commas(totals_.nodes),
                   with_commas(per_second(totals_.nodes, totals_.seconds)));
        if (totals_.finished < totals_.problems) {
            fmt::print("{} not finished\n", totals_.problems - totals_.finished);
        }
        if (totals_.checked > 0) {
            fmt::print("{} compared with the file: {} wrong {}, {} wrong {}\n", totals_.checked,
                       totals_.wrong_scores, totals_.wrong_scores == 1 ? "score" : "scores",
                       totals_.wrong_moves, totals_.wrong_moves == 1 ? "move" : "moves");
        }
    }

    bool all_right() const { return totals_.wrong_scores == 0 && totals_.wrong_moves == 0; }

  private:
    // "20", or "20@73%" where something is left out.
    std::string empties(const ObfProblem& problem) const {
        const int count = problem.diagram.position.empties();
        if (options_.left_out() == Selectivity::none) return std::to_string(count);
        return fmt::format("{}@{}%", count, percent_of(options_.left_out()));
    }
    std::string label(std::size_t number, const ObfProblem& problem) const {
        return fmt::format("{:>4} {:>6}", number, empties(problem));
    }
    std::function<std::uint64_t()> nodes() const {
        return [this] { return solver_.nodes_so_far(); };
    }

    // The value of every legal move; the best of them is the solution.
    void solve_moves(std::size_t number, const ObfProblem& problem) {
        const Position position = problem.diagram.position;
        std::vector<MoveSolution> moves;
        {
            Watch watch(label(number, problem), nodes(), !options_.json);
            moves = solver_.solve_moves(
                position, options_.asked(), limits_,
                [&](const MoveSolution& move) { watch.tell(score_text(move.solution)); });
        }
        Solution solution;
        if (moves.empty()) {
            // A pass or the end of the game: nothing to compare.
            solution = solver_.solve(position, options_.asked(), limits_);
        } else {
            solution = moves.front().solution;
            solution.finished = true;
            solution.nodes = 0;
            solution.seconds = 0;
            for (const MoveSolution& move : moves) {
                solution.upper = std::max(solution.upper, move.solution.upper);
                solution.finished = solution.finished && move.solution.finished;
                solution.nodes += move.solution.nodes;
                solution.seconds += move.solution.seconds;
            }
        }
        finish(number, problem, solution, moves);
    }

    void finish(std::size_t number, const ObfProblem& problem, const Solution& solution,
                const std::vector<MoveSolution>& moves) {
        const Check compared = check(problem, solution, options_.wld());
        totals_.add(solution, compared);
        if (options_.json) {
            Json object = {{"index", number},
                           {"position", to_string(problem.diagram)},
                           {"empties", problem.diagram.position.empties()},
                           {"selectivity", percent_of(options_.left_out())}};
            object.update(solution_json(solution));
            if (options_.all_moves) {
                Json list = Json::array();
                for (const MoveSolution& move : moves) list.push_back(solution_json(move.solution));
                object["moves"] = std::move(list);
            }
            object["expected"] = expected_json(problem);
            const auto right = compared.right();
            object["correct"] = right ? Json(*right) : Json(nullptr);
            print_json(object);
            return;
        }
        if (moves.empty()) {
            fmt::print("{}\n",
                       row(std::to_string(number), empties(problem), solution, options_.wld()));
        } else {
            for (std::size_t i = 0; i < moves.size(); ++i) {
                fmt::print("{}\n",
                           row(i == 0 ? std::to_string(number) : "", i == 0 ? empties(problem) : "",
                               moves[i].solution, options_.wld()));
            }
        }
        if (!compared.right().value_or(true)) {
            fmt::print("     wrong: the file says {}\n", expected_text(problem));
        }
        std::fflush(stdout);
    }

    static std::string expected_text(const ObfProblem& problem) {
        std::string text;
        for (const auto& answer : problem.answers) {
            if (answer.score && answer.score != problem.answers.front().score) break;
            text += (text.empty() ? "" : ", ") + to_string(answer.move);
            if (answer.score) text += fmt::format(" {:+d}", answer.score->value());
        }
        return text;
    }

    const Options& options_;
    Solver solver_;
    SearchLimits limits_;
    std::size_t problems_;
    Totals totals_;
};

int run_solve(const Options& options) {
    if (!options.window.empty()) {
        if (options.wld()) return fail("--mode wld is a window of its own; leave out --window");
        if (options.window[0] >= options.window[1]) {
            return fail(fmt::format("--window {} {}: the first has to be less than the second",
                                    options.window[0], options.window[1]));
        }
    }
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    const auto given = given_games(options.what, from_option(options.from));
    if (!given) return fail(given.error());
    report_issues(given->name, given->games);
    int code = given->games.bad.empty() ? kSuccess : kBadInput;
    std::vector<std::pair<std::size_t, ObfProblem>> problems;
    for (const GameRecord& game : given->games.games) {
        const std::size_t number = problems.size() + 1;
        problems.emplace_back(number, to_obf(game));
        if (const auto fine = check_solvable(problems.back().second.diagram.position); !fine) {
            fmt::print(stderr, "emilia: problem {}: {}\n", number, fine.error().message);
            code = kBadInput;
        }
    }
    if (code != kSuccess && problems.size() == 1) return code;

    const InterruptGuard guard;
    Run run(options, *weights, problems.size());
    if (!options.json) print_heading();
    for (const auto& [number, problem] : problems) {
        if (!check_solvable(problem.diagram.position)) continue;
        run.solve(number, problem);
        if (interrupted()) break;
    }
    run.print_totals();
    if (interrupted()) {
        fmt::print(stderr, "emilia: stopped; what was proved by then is above\n");
        return kInterruptedExitCode;
    }
    return code == kSuccess && !run.all_right() ? kFailure : code;
}

}  // namespace

void add_solve(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"solve", "Analyse", "play out endgames perfectly", R"help(Examples:
  emilia solve problems.obf                  a file of problems, one row each
  emilia solve problems.obf --threads 2 --hash 512
  emilia solve "$(cat position.txt)"         64 squares and the player to move
  emilia solve game.sgf                      the position at the end of a game so far
  emilia solve problems.obf --mode wld       who wins, and no more: sooner
  emilia solve position.txt --all-moves      the value of every move, best first
  emilia solve position.txt --time 10        what can be proved in ten seconds
  emilia solve position.txt --selectivity 95 what is likely, sooner

A score is the difference of discs at the end for the player to move, empty squares
counted for the winner. Where a file gives scores or best moves they are compared, and
any that differ make the exit code 1. With one thread the nodes of a problem are the
same each time. Up to 20 empty squares take about a second, each further one about two
to three times as long. Ctrl-C ends the search and prints what is proved.

With --selectivity moves are left out that a shallow search says, with that confidence,
would not change the result: scores, bounds and lines are then likely, not proved, and
'20@73%' stands for 20 empty squares. docs/engine.md says how often they are wrong.
)help"},
                    [options] { return run_solve(*options); });
    command
        .add_option("file", options->what,
                    "a file of problems, positions or games (- is standard input), or a position")
        ->type_name("FILE")
        ->required();
    command.add_option("--mode", options->mode, "exact: the score (default); wld: who wins")
        ->type_name("MODE")
        ->check(CLI::IsMember({"exact", "wld"}));
    command
        .add_option("--window", options->window,
                    "ask for the score only if it lies between A and B, else on which side")
        ->type_name("A B")
        ->expected(2)
        ->check(CLI::Range(-64, 64));
    command.add_flag("--all-moves", options->all_moves, "the value of every legal move");
    add_search_options(command, *options, "a problem", "100, the default, leaves out nothing");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a problem, and one of totals");
}

}  // namespace emilia::cli
