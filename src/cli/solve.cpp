#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "board/position_text.h"
#include "board/rules.h"
#include "board/simd/isa.h"
#include "cli/game_input.h"
#include "game/obf.h"
#include "search/solver.h"
#include "util/interrupt.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> what;
    std::string from;
    std::string mode = "exact";
    std::vector<int> window;
    int threads = 1;
    int hash_megabytes = 64;
    bool all_moves = false;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    bool json = false;

    bool wld() const { return mode == "wld"; }
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

std::string line_text(const std::vector<Move>& line) {
    std::string text;
    for (const Move move : line) text += (text.empty() ? "" : " ") + to_string(move);
    return text;
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

// Shows that something is being done while a long problem is solved: on a terminal, in one line
// that is taken away again.
class Watch {
  public:
    Watch(const Solver& solver, std::string label, bool shown)
        : solver_(solver), label_(std::move(label)) {
        if (shown) thread_ = std::thread([this] { watch(); });
    }
    ~Watch() {
        if (!thread_.joinable()) return;
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    void tell(const Solution& so_far) {
        const std::lock_guard lock(mutex_);
        so_far_ = so_far;
    }

  private:
    void watch() {
        using namespace std::chrono_literals;
        const auto start = std::chrono::steady_clock::now();
        bool shown = false;
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, shown ? 200ms : 1000ms, [this] { return done_; })) {
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            const std::uint64_t nodes = solver_.nodes_so_far();
            const std::string line =
                fmt::format("{}  {}  {:.0f} s  {} nodes  {} nodes/s", label_,
                            so_far_ ? score_text(*so_far_) : "?", seconds, with_commas(nodes),
                            with_commas(per_second(nodes, seconds)));
            fmt::print("\r\x1b[K{}", clipped(line, standard_output().columns - 1));
            std::fflush(stdout);
            shown = true;
        }
        if (shown) fmt::print("\r\x1b[K");
    }

    const Solver& solver_;
    std::string label_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Solution> so_far_;
    bool done_ = false;
    std::thread thread_;
};

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
        fmt::format("{:>4} {:>5} {:>8} {:>4} {:>9} {:>15} {:>11}  {}", number, empties, score, move,
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
    Json line = Json::array();
    for (const Move move : solution.line) line.push_back(to_string(move));
    return {{"score", solution.exact() ? Json(solution.lower.value()) : Json(nullptr)},
            {"bounds", {solution.lower.value(), solution.upper.value()}},
            {"finished", solution.finished},
            {"move", solution.move ? Json(to_string(*solution.move)) : Json(nullptr)},
            {"pv", std::move(line)},
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
    Run(const Options& options, std::size_t problems)
        : options_(options),
          solver_({options.threads, static_cast<std::size_t>(options.hash_megabytes) << 20}),
          problems_(problems) {
        limits_.seconds = options.seconds;
        limits_.nodes = options.nodes;
        limits_.stopped = interrupted;
        watched_ = !options.json && standard_output().is_terminal && !standard_output().is_dumb;
    }

    void solve(std::size_t number, const ObfProblem& problem) {
        if (options_.all_moves) {
            solve_moves(number, problem);
            return;
        }
        Solution solution;
        {
            Watch watch(solver_, fmt::format("{:>4} {:>5}", number, empties(problem)), watched_);
            solution = solver_.solve(problem.diagram.position, options_.asked(), limits_,
                                     [&](const Solution& so_far) { watch.tell(so_far); });
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
    static std::string empties(const ObfProblem& problem) {
        return std::to_string(problem.diagram.position.empties());
    }

    // The value of every legal move; the best of them is the solution.
    void solve_moves(std::size_t number, const ObfProblem& problem) {
        const Position position = problem.diagram.position;
        std::vector<MoveSolution> moves;
        {
            std::size_t done = 0;
            const auto label = [&] { return fmt::format("{:>4} {:>5}", number, empties(problem)); };
            Watch watch(solver_, label(), watched_);
            moves = solver_.solve_moves(position, options_.asked(), limits_,
                                        [&](const MoveSolution& move) {
                                            ++done;
                                            watch.tell(move.solution);
                                        });
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
                           {"empties", problem.diagram.position.empties()}};
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
    bool watched_ = false;
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
    Run run(options, problems.size());
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

A score is the difference of discs at the end for the player to move, empty squares
counted for the winner. Where a file gives scores or best moves they are compared, and
any that differ make the exit code 1. With one thread the nodes of a problem are the
same each time. Up to 20 empty squares take about a second, each further one about two
to three times as long. Ctrl-C ends the search and prints what is proved.
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
    command.add_option("-t,--threads", options->threads, "threads to use, 1 by default")
        ->type_name("T")
        ->check(CLI::Range(1, 1024));
    command.add_option("--hash", options->hash_megabytes, "memory for positions, 64 by default")
        ->type_name("MB")
        ->check(CLI::Range(1, 1 << 20));
    command.add_option("--time", options->seconds, "give up on a problem after so many seconds")
        ->type_name("S")
        ->check(CLI::PositiveNumber);
    command.add_option("--nodes", options->nodes, "give up on a problem after so many nodes")
        ->type_name("N")
        ->check(at_least_one());
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a problem, and one of totals");
}

}  // namespace emilia::cli
