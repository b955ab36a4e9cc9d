#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "board/random_positions.h"
#include "board/rules.h"
#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "game/statistics.h"
#include "history/mcabee/learning.h"
#include "util/elapsed.h"
#include "util/seeds.h"

namespace emilia::experiment {

namespace {

using mcabee::Knowledge;
using mcabee::Learner;
using mcabee::LearningGame;
using mcabee::LearningSettings;
using mcabee::Polynomial;

constexpr std::size_t kRun = 64;  // games of a run
constexpr int kFigureMove = 55;   // of figure 17
constexpr std::size_t kClasses = mcabee::kClasses;

// A run with what is worth knowing of each game.
struct Run {
    Knowledge knowledge;
    std::vector<double> matches;               // in per cent
    std::vector<double> balances;              // ALPHA's discs less BETA's
    std::vector<mcabee::Exponents> exponents;  // after each game
    std::vector<Position> last_positions;      // of its last eighth, where there was a choice
};

double mean(const std::vector<double>& values, std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += values[i];
    return last == first ? 0 : sum / static_cast<double>(last - first);
}

// The mean of the first eighth of a run and of its last.
std::pair<double, double> ends_of(const std::vector<double>& values) {
    const std::size_t eighth = std::max<std::size_t>(1, values.size() / 8);
    return {mean(values, 0, eighth), mean(values, values.size() - eighth, values.size())};
}

class Laboratory {
  public:
    explicit Laboratory(const Setting& setting) : setting_(setting) {}

    // The first run of an experiment has its seed, others have others.
    Result<Run> learn(const LearningSettings& settings, std::size_t games, const std::string& what,
                      std::size_t which = 0) {
        Run run;
        run.knowledge.settings = settings;
        run.knowledge.settings.seed = setting_.seed + which;
        for (std::size_t i = 0; i < games; ++i) {
            setting_.tell(what, i, games);
            const auto game = mcabee::learn_game(run.knowledge, setting_.stopped);
            if (!game) return stopped_error();
            if (i + games / 8 >= games) {
                for (std::size_t ply = 0; ply < game->record.moves.size(); ++ply) {
                    const Position position = game->record.diagram_after(ply).position;
                    if (popcount(legal_moves(position)) > 1) run.last_positions.push_back(position);
                }
            }
            run.matches.push_back(game->choices == 0 ? 0 : 100.0 * game->matches / game->choices);
            run.balances.push_back(game->balance);
            run.exponents.push_back(run.knowledge.alpha);
        }
        return run;
    }

    // Positions as they come up in play between two of the program, for measuring orders.
    std::vector<Position> positions(std::size_t count) const {
        Random random(mixed(setting_.seed, 1994));
        std::vector<Position> list;
        const Polynomial polynomial;
        while (list.size() < count) {
            Position position = random_position_from_play(random, 2);
            const int wanted = 8 + static_cast<int>(random.below(44));
            while (!is_over(position) && mcabee::kMoves - position.empties() < wanted) {
                const auto found = legal_moves(position) == 0
                                       ? std::nullopt
                                       : mcabee::search(polynomial, position, 2, {});
                position = play(position, found ? found->line.front() : Move::pass());
            }
            if (popcount(legal_moves(position)) > 1) list.push_back(position);
        }
        return list;
    }

    // Mean discs by which the first of two polynomials wins, playing both colours of each opening,
    // and how many of the games.
    struct Score {
        double balance = 0;
        double won = 0;  // a draw is half
    };
    Result<Score> contest(const Polynomial& one, const Polynomial& other, int depth,
                          std::size_t pairs, const std::string& what) {
        Score score;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            setting_.tell(what, pair, pairs);
            if (setting_.is_stopped()) return stopped_error();
            for (const bool first_is_one : {true, false}) {
                Random random(mixed(setting_.seed, 7000 + pair));
                Position position = random_position_from_play(random, 8);
                bool one_moves = first_is_one;
                while (!is_over(position)) {
                    Move move = Move::pass();
                    if (legal_moves(position) != 0) {
                        const Polynomial& mover = one_moves ? one : other;
                        move = mcabee::search(mover, position, depth, {})->line.front();
                    }
                    position = play(position, move);
                    one_moves = !one_moves;
                }
                const int balance = disc_balance(position).value() * (one_moves ? 1 : -1);
                score.balance += balance;
                score.won += balance > 0 ? 1 : balance == 0 ? 0.5 : 0;
            }
        }
        score.balance /= static_cast<double>(2 * pairs);
        score.won /= static_cast<double>(2 * pairs);
        return score;
    }

  private:
    const Setting& setting_;
};

// How far exponents of moves 3 to 59 go from one state of a run to another, on average.
double distance(const mcabee::Exponents& from, const mcabee::Exponents& to) {
    double sum = 0;
    double count = 0;
    for (std::size_t row = 2; row < 59; ++row) {
        for (std::size_t which = 0; which < kClasses; ++which) {
            sum += std::abs(to[row][which] - from[row][which]);
            ++count;
        }
    }
    return sum / count;
}

// The exponents of one sign, the others 0.
mcabee::Exponents only(mcabee::Exponents exponents, int sign) {
    for (auto& row : exponents) {
        for (int& exponent : row) {
            if (exponent * sign < 0) exponent = 0;
        }
    }
    return exponents;
}

// Table 1 in numbers, the first class left out, on the moves of the one who learns.
struct Shape {
    double zero = 0;
    double one_less = 0;
    double two_less = 0;
    double further = 0;
    double more = 0;
    int greatest = 0;
    int least_of_first = 0;
    double first_negative = 0;
};
Shape shape_of(const mcabee::Exponents& exponents) {
    Shape shape;
    double count = 0;
    double rows = 0;
    for (std::size_t row = 2; row < 59; row += 2) {
        ++rows;
        shape.least_of_first = std::min(shape.least_of_first, exponents[row][0]);
        if (exponents[row][0] < 0) ++shape.first_negative;
        for (std::size_t which = 1; which < kClasses; ++which) {
            const int exponent = exponents[row][which];
            ++count;
            (exponent == 0    ? shape.zero
             : exponent == -1 ? shape.one_less
             : exponent == -2 ? shape.two_less
             : exponent < 0   ? shape.further
                              : shape.more) += 1;
            shape.greatest = std::max(shape.greatest, exponent);
        }
    }
    for (double* const share :
         {&shape.zero, &shape.one_less, &shape.two_less, &shape.further, &shape.more}) {
        *share *= 100 / count;
    }
    shape.first_negative *= 100 / rows;
    return shape;
}

Table exponents_table(const mcabee::Exponents& exponents) {
    Table table{"Table 1: exponents of the coefficients after a run of 64 games, black learning",
                {"move"}};
    for (int which = 0; which < mcabee::kClasses; ++which) {
        table.columns.push_back(fmt::format("{}", to_string(mcabee::square_of_class(which))));
    }
    for (std::size_t row = 0; row < exponents.size(); ++row) {
        std::vector<std::string> cells = {fmt::format("{}", row + 1)};
        for (const int exponent : exponents[row]) cells.push_back(fmt::format("{}", exponent));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Series over_games(const std::string& name, const std::vector<double>& values) {
    Series series{name, {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.points.emplace_back(static_cast<double>(i + 1), values[i]);
    }
    return series;
}

Figure figure_17(const Run& run, const char* name, const char* squares,
                 std::initializer_list<int> classes) {
    Chart chart{fmt::format("Exponents of move {}: squares like {}", kFigureMove, squares),
                "game",
                "exponent",
                {}};
    for (const int which : classes) {
        std::vector<double> values;
        for (const auto& exponents : run.exponents) {
            values.push_back(exponents[kFigureMove - 1][static_cast<std::size_t>(which)]);
        }
        chart.series.push_back(over_games(to_string(mcabee::square_of_class(which)), values));
    }
    return {fmt::format("samuel-learning-{}", name),
            fmt::format("Figure 17: exponents of move {} over a run, {}", kFigureMove, squares),
            chart.svg()};
}

// Per cent that the order of a run saves in searches to its depth, by positions and by time.
struct Saving {
    double nodes = 0;
    double seconds = 0;
};
Result<Saving> saving(const Setting& setting, const Run& run, const std::vector<Position>& list) {
    const Polynomial polynomial(run.knowledge.alpha);
    std::array<double, 2> nodes{};
    std::array<double, 2> seconds{};
    for (const std::size_t ordered : {std::size_t{0}, std::size_t{1}}) {
        mcabee::SearchSettings how;
        if (ordered != 0) how.order = &run.knowledge.squares;
        const double start = processor_seconds();
        for (const Position position : list) {
            if (setting.is_stopped()) return stopped_error();
            const auto found =
                mcabee::search(polynomial, position, run.knowledge.settings.depth, how);
            nodes[ordered] += static_cast<double>(found->counts.nodes);
        }
        seconds[ordered] = processor_seconds() - start;
    }
    return Saving{100 * (1 - nodes[1] / nodes[0]), 100 * (1 - seconds[1] / seconds[0])};
}

Result<Report> run(const Setting& setting) {
    Laboratory laboratory(setting);
    Report report;
    const std::size_t games = setting.quick ? 24 : kRun;
    const int deepest = setting.quick ? 3 : 5;

    // Figure 16 and the order.
    Table matches{"Depth 1 makes the choice of the deep search, per cent of the moves (figure 16)",
                  {"depth of learning", "paper", "ours, first eighth of the run", "last eighth",
                   "best game"}};
    Table orders{"What the order by learned values of squares saves, per cent",
                 {"depth", "paper, time", "ours: positions, other games",
                  "positions, last games of the run", "time, last games of the run"}};
    if (setting.quick) orders.columns.pop_back();
    Chart figure_16{"Depth 1 makes the same choice", "game", "per cent of moves", {}};
    const auto positions = laboratory.positions(setting.quick ? 20 : 300);
    double best_match = 0;
    int improved = 0;
    double least_saved = 100;
    double most_saved = -100;
    const std::size_t runs = setting.quick ? 1 : 3;
    const auto tabulate = [&](const std::string& name, const char* paper, const Summary& before,
                              const Summary& after, const Summary& best) {
        matches.rows.push_back({name, paper, fmt::format("{:.1f}", before.mean()),
                                fmt::format("{:.1f}", after.mean()),
                                fmt::format("{:.1f}", best.greatest())});
    };
    for (int depth = 2; depth <= deepest; ++depth) {
        LearningSettings settings;
        settings.depth = depth;
        Summary before;
        Summary after;
        Summary best;
        Summary saved_own;
        Summary saved_seconds;
        Summary saved_other;
        for (std::size_t which = 0; which < runs; ++which) {
            const auto learned = laboratory.learn(
                settings, games, fmt::format("learning at depth {}", depth), which);
            if (!learned) return learned.error();
            const auto [first, last] = ends_of(learned->matches);
            before.add(first);
            after.add(last);
            best.add(*std::max_element(learned->matches.begin(), learned->matches.end()));
            if (which == 0) {
                figure_16.series.push_back(
                    over_games(fmt::format("depth {}", depth), learned->matches));
            }
            setting.tell(fmt::format("measuring the order at depth {}", depth), which, runs);
            const auto own = saving(setting, *learned, learned->last_positions);
            if (!own) return own.error();
            saved_own.add(own->nodes);
            saved_seconds.add(own->seconds);
            const auto saved = saving(setting, *learned, positions);
            if (!saved) return saved.error();
            saved_other.add(saved->nodes);
        }
        best_match = std::max(best_match, best.greatest());
        if (after.mean() > before.mean()) ++improved;
        tabulate(fmt::format("{}", depth),
                 depth == 2   ? "over 78 in one run, depth not said"
                 : depth == 3 ? "from 35 to over 60 in another"
                              : "",
                 before, after, best);
        std::vector<std::string> row = {fmt::format("{}", depth), "20-25",
                                        fmt::format("{:.1f}", saved_other.mean()),
                                        fmt::format("{:.1f}", saved_own.mean())};
        if (!setting.quick) row.push_back(fmt::format("{:.1f}", saved_seconds.mean()));
        orders.rows.push_back(std::move(row));
        if (depth > 2) {
            least_saved = std::min(least_saved, saved_other.mean());
            most_saved = std::max(most_saved, saved_other.mean());
        }
    }
    {
        // The other reading of which coefficients a leaf has.
        LearningSettings settings;
        settings.leaf_coefficients = true;
        Summary before;
        Summary after;
        Summary best;
        for (std::size_t which = 0; which < runs; ++which) {
            const auto learned =
                laboratory.learn(settings, games, "learning with coefficients of leaves", which);
            if (!learned) return learned.error();
            const auto [first, last] = ends_of(learned->matches);
            before.add(first);
            after.add(last);
            best.add(*std::max_element(learned->matches.begin(), learned->matches.end()));
        }
        tabulate("3, leaves with coefficients of their own move", "", before, after, best);
    }

    // Table 1 and figure 17: black alone learns, as the table shows.
    LearningSettings alpha;
    alpha.learner = Learner::black;
    const auto table_run = laboratory.learn(alpha, games, "the run of table 1");
    if (!table_run) return table_run.error();
    const Shape shape = shape_of(table_run->knowledge.alpha);
    Table shapes{"Table 1 in numbers: black's moves, the first class by itself",
                 {"exponent", "paper", "ours"}};
    const auto per_cent = [](double share) { return fmt::format("{:.0f} %", share); };
    shapes.rows = {{"0", "51 %", per_cent(shape.zero)},
                   {"-1", "34 %", per_cent(shape.one_less)},
                   {"-2", "2 %", per_cent(shape.two_less)},
                   {"below -2", "0 %", per_cent(shape.further)},
                   {"above 0", "12 %", per_cent(shape.more)},
                   {"greatest", "12", fmt::format("{}", shape.greatest)},
                   {"first class below 0", "72 %", per_cent(shape.first_negative)},
                   {"least of the first class", "-16", fmt::format("{}", shape.least_of_first)}};

    // Do they settle? Ten runs long, in steps of one run.
    const std::size_t long_games = setting.quick ? 4 * games : 10 * kRun;
    const auto long_run = laboratory.learn(alpha, long_games, "a long run");
    if (!long_run) return long_run.error();
    const std::size_t quarter = games / 4;
    const auto moved = [&](std::size_t from) {
        return distance(long_run->exponents[from - 1], long_run->exponents[from - 1 + quarter]);
    };
    const double moved_first = distance(mcabee::Exponents{}, long_run->exponents[quarter - 1]);
    const double moved_run = moved(games - quarter);
    const double moved_last = moved(long_games - quarter);
    Table settling{
        fmt::format("Do coefficients settle? Mean change of an exponent in {} games", quarter),
        {"games", "paper", "ours"}};
    settling.rows = {{fmt::format("1-{}", quarter), "", fmt::format("{:.2f}", moved_first)},
                     {fmt::format("{}-{}", games - quarter + 1, games), "\"stabilized over time\"",
                      fmt::format("{:.2f}", moved_run)},
                     {fmt::format("{}-{}", long_games - quarter + 1, long_games), "",
                      fmt::format("{:.2f}", moved_last)}};

    // Learning to lose, and what learning is worth for winning.
    LearningSettings loser = alpha;
    loser.pieces = -mcabee::kUsualPieces;
    const auto losing = laboratory.learn(loser, games, "learning to lose");
    if (!losing) return losing.error();
    const std::size_t pairs = setting.quick ? 10 : 100;
    LearningSettings winner;
    const auto winning = laboratory.learn(winner, games, "learning to win");
    if (!winning) return winning.error();
    const int depth = winner.depth;
    const Polynomial nothing;
    const Polynomial turned({}, -mcabee::kUsualPieces);
    const auto lost = laboratory.contest(Polynomial(losing->knowledge.alpha, -mcabee::kUsualPieces),
                                         nothing, depth, pairs, "the loser's games");
    if (!lost) return lost.error();
    const auto only_turned =
        laboratory.contest(turned, nothing, depth, pairs, "games without learning");
    if (!only_turned) return only_turned.error();
    const mcabee::Exponents& learned = winning->knowledge.alpha;
    const auto won =
        laboratory.contest(Polynomial(learned), nothing, depth, pairs, "the winner's games");
    if (!won) return won.error();
    const auto raised = laboratory.contest(Polynomial(only(learned, 1)), nothing, depth, pairs,
                                           "games with what was raised");
    if (!raised) return raised.error();
    const auto lowered = laboratory.contest(Polynomial(only(learned, -1)), nothing, depth, pairs,
                                            "games with what was lowered");
    if (!lowered) return lowered.error();
    const auto [lose_before, lose_after] = ends_of(losing->balances);
    Table direction{fmt::format("Direction: {} games at depth {} against the program with nothing "
                                "learned",
                                2 * pairs, depth),
                    {"player", "paper", "ours: won", "discs a game"}};
    const auto row = [](const char* name, const char* paper, const Laboratory::Score& score) {
        return std::vector<std::string>{name, paper, fmt::format("{:.0f} %", 100 * score.won),
                                        fmt::format("{:+.1f}", score.balance)};
    };
    direction.rows = {row("sign of the piece count turned, learned",
                          "\"a clear tendency to learn to lose\"", *lost),
                      row("sign turned, nothing learned", "", *only_turned),
                      row("as it is, learned", "\"works towards a win\"", *won),
                      row("of what was learned, coefficients above 1 alone", "", *raised),
                      row("of what was learned, coefficients below 1 alone", "", *lowered)};

    report.tables = {matches, orders, shapes, settling, direction};
    if (!setting.quick) report.tables.push_back(exponents_table(table_run->knowledge.alpha));
    report.figures.push_back({"samuel-learning-matches",
                              "Figure 16: how often depth 1 makes the choice of the deep search",
                              figure_16.svg()});
    report.figures.push_back(figure_17(*table_run, "corner", "a1 and h1", {0, 7}));
    report.figures.push_back(figure_17(*table_run, "edge", "b1 to g1", {1, 2, 3, 4, 5, 6}));
    report.figures.push_back(
        figure_17(*table_run, "second-row", "b2 to g2", {8, 9, 10, 11, 12, 13}));
    report.figures.push_back(figure_17(*table_run, "third-row", "c3 to f3", {14, 15, 16, 17}));

    const bool order_helps = least_saved > 0;
    const bool matches_rise = 2 * improved > deepest - 1;
    const bool settles = moved_last < moved_first / 2;
    const bool loses = lost->balance < -5;
    // Beyond what the turned sign does by itself.
    const bool learns_to_lose = lost->balance < only_turned->balance - 3;
    const int right = order_helps + matches_rise + settles + loses;
    report.verdict = right == 4 && learns_to_lose ? Verdict::agrees
                     : right == 0                 ? Verdict::disagrees
                                                  : Verdict::in_part;
    report.reason = fmt::format(
        "The learned order saves {:.0f} to {:.0f} % of the positions at depths 3 to {} (the paper: "
        "20-25 % of the time); depth 1 comes to agree more often with the deep search at {} of {} "
        "depths, in the best game {:.0f} % (78 %); coefficients change less and less: {}; with the "
        "sign turned it loses by {:.0f} discs a game, but by {:.0f} with nothing learned.",
        least_saved, most_saved, deepest, improved, deepest - 1, best_match, settles ? "yes" : "no",
        -lost->balance, -only_turned->balance);
    report.notes.push_back(fmt::format(
        "Runs of {} games of the program against itself, two random moves at the start, {} of them "
        "at each depth; depth 3 where none is given, {} positions for the order. While it learned "
        "to lose, black's mean result went from {:+.1f} discs in the first eighth of the run to "
        "{:+.1f} in the last, against an opponent who wants to win and is given what was learned "
        "when it succeeds.",
        games, runs, positions.size(), lose_before, lose_after));
    if (!setting.quick && won->won < 0.5 && raised->won < lowered->won) {
        report.notes.emplace_back(
            "To choose more often at depth 1 as a deeper search does is not to play better: with "
            "what it has learned the program loses to itself with nothing learned, and the "
            "coefficients that were raised are the reason. They are mostly those of squares near "
            "the middle (the last columns of table 1), where most moves are made: a deep search "
            "recommends such a square, its coefficient is doubled, and at the leaves of the next "
            "search discs there count as worth having, which for most of a game they are not. A "
            "coefficient below 1 only takes its term away.");
    }
    return report;
}

}  // namespace

Experiment samuel_learning() {
    return {.name = "samuel-learning",
            .source = "McAbee 1994, chapters VI and VII, table 1, figures 16 and 17",
            .hypothesis =
                "Searching squares in the order of their learned values saves 20 to 25 % of the "
                "time. Depth 1 comes to choose as the deep search does, in one run 78 % of the "
                "time. Coefficients settle, though isolated large values remain. With the sign of "
                "the piece count turned the program learns to lose.",
            .run = run};
}

}  // namespace emilia::experiment
