#include <fmt/format.h>

#include <cmath>

#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "experiment/inputs.h"
#include "game/statistics.h"
#include "game/wthor.h"

namespace emilia::experiment {

namespace {

// What the paper says of the 77 games of the Santa Cruz tournament.
constexpr double kGames = 77;
constexpr double kMargin = 27.9;
constexpr double kMarginDeviation = 15.7;
constexpr double kBlackWins = 36;
constexpr double kBlackMargin = 30.6;
constexpr double kWhiteMargin = 25.5;
constexpr double kEarlyEnds = 7;
constexpr int kLastYear = 1982;  // of programs like those
constexpr std::size_t kEnough = 20;

std::string share(double part, double whole) {
    return whole == 0 ? "-" : fmt::format("{:.1f} %", 100 * part / whole);
}

std::string mean(const Summary& summary) {
    return summary.count() == 0 ? "-" : fmt::format("{:.1f}", summary.mean());
}

double early_ends(const GameStatistics& games) {
    return static_cast<double>(games.finished() - games.lengths()[GameStatistics::kMoves]);
}

// Two shares differ by less than twice what chance alone does to them.
bool near_share(double part, double whole, double other_part, double other_whole) {
    if (whole == 0) return false;
    const double pooled = (part + other_part) / (whole + other_whole);
    const double error = std::sqrt(pooled * (1 - pooled) * (1 / whole + 1 / other_whole));
    return std::abs(part / whole - other_part / other_whole) <= 2 * error;
}

bool near_mean(const Summary& ours) {
    if (ours.count() < 2) return false;
    const double error =
        std::hypot(kMarginDeviation / std::sqrt(kGames),
                   ours.standard_deviation() / std::sqrt(static_cast<double>(ours.count())));
    return std::abs(ours.mean() - kMargin) <= 2 * error;
}

// The pair of moves with the widest choice.
int widest(const GameStatistics& games) {
    int best = 1;
    for (int pair = 1; pair <= GameStatistics::kMoves / 2; ++pair) {
        if (games.has_pair(pair) && games.choices_of_pair(pair) > games.choices_of_pair(best)) {
            best = pair;
        }
    }
    return best;
}

// Mean choices over the moves before IAGO searched to the end.
double middle_choices(const GameStatistics& games) {
    double sum = 0;
    int count = 0;
    for (int move = 1; move <= 46; ++move) {
        if (games.choices(move).count() == 0) continue;
        sum += games.choices(move).mean();
        ++count;
    }
    return count == 0 ? 0 : sum / count;
}

Series choices_series(const std::string& name, const GameStatistics& games) {
    Series series{name, {}};
    for (int pair = 1; pair <= GameStatistics::kMoves / 2; ++pair) {
        if (games.has_pair(pair)) series.points.emplace_back(2 * pair, games.choices_of_pair(pair));
    }
    return series;
}

Series margin_series(const GameStatistics& games) {
    Series series{"games", {}};
    for (std::size_t low = 1; low <= 64; low += 4) {
        double count = 0;
        for (std::size_t margin = low; margin < low + 4 && margin <= 64; ++margin) {
            count += static_cast<double>(games.margin_counts()[margin]);
        }
        series.points.emplace_back(static_cast<double>(low) + 1.5, count);
    }
    return series;
}

Result<Report> run(const Setting& setting) {
    GameStatistics all;
    GameStatistics programs;
    const auto done = for_each_game(setting, [&](const GameRecord& game) {
        all.add(game);
        if (game.year().value_or(kLastYear + 1) <= kLastYear &&
            is_program(game.player(Color::black).name) &&
            is_program(game.player(Color::white).name)) {
            programs.add(game);
        }
    });
    if (!done) return done.error();
    if (all.games() == 0) return Error{"game-shape: the files of --games hold no game"};
    const bool has_programs = programs.games() >= kEnough;
    const GameStatistics& ours = has_programs ? programs : all;

    Report report;
    Table table{"", {"", "paper", has_programs ? "ours, programs to 1982" : "ours"}};
    if (has_programs) table.columns.emplace_back("ours, all games");
    const auto row = [&](const std::string& what, const std::string& paper, const auto& of) {
        std::vector<std::string> cells = {what, paper, of(ours)};
        if (has_programs) cells.push_back(of(all));
        table.rows.push_back(std::move(cells));
    };
    using Games = GameStatistics;
    row("games", "77", [](const Games& g) { return fmt::format("{}", g.games()); });
    row("margin, mean", "27.9", [](const Games& g) { return mean(g.margins()); });
    row("margin, standard deviation", "15.7",
        [](const Games& g) { return fmt::format("{:.1f}", g.margins().standard_deviation()); });
    row("won by black", share(kBlackWins, kGames), [](const Games& g) {
        return share(static_cast<double>(g.score().black_wins),
                     static_cast<double>(g.score().known()));
    });
    row("margin where black won", fmt::format("{:.1f}", kBlackMargin),
        [](const Games& g) { return mean(g.margins_of(Color::black)); });
    row("margin where white won", fmt::format("{:.1f}", kWhiteMargin),
        [](const Games& g) { return mean(g.margins_of(Color::white)); });
    row("ended before the board was full", share(kEarlyEnds, kGames),
        [](const Games& g) { return share(early_ends(g), static_cast<double>(g.finished())); });
    row("of these wiped out", "2 of 7",
        [](const Games& g) { return fmt::format("{} of {:.0f}", g.wipe_outs(), early_ends(g)); });
    row("squares left in the others", "1.4", [](const Games& g) { return mean(g.squares_left()); });
    row("legal moves, mean of moves 1-46", "9.9",
        [](const Games& g) { return fmt::format("{:.1f}", middle_choices(g)); });
    row("most legal moves at moves", "lost with figure 3.5",
        [](const Games& g) { return fmt::format("{}-{}", 2 * widest(g) - 1, 2 * widest(g)); });
    report.tables.push_back(std::move(table));

    const int peak = 2 * widest(ours);
    const bool margins = near_mean(ours.margins());
    const bool ends =
        near_share(early_ends(ours), static_cast<double>(ours.finished()), kEarlyEnds, kGames);
    const bool winners = near_share(static_cast<double>(ours.score().black_wins),
                                    static_cast<double>(ours.score().known()), kBlackWins, kGames);
    const bool shape = peak > 10 && peak < 50;
    const int right = margins + ends + winners + shape;
    report.verdict = right == 4   ? Verdict::agrees
                     : right == 0 ? Verdict::disagrees
                                  : Verdict::in_part;
    report.reason = fmt::format(
        "Within twice the error of chance: margin {}, share of black's wins {}, early ends {}; the "
        "choice of moves is widest at move {}.",
        margins ? "yes" : "no", winners ? "yes" : "no", ends ? "yes" : "no", peak);
    report.notes.emplace_back(
        "The paper's 77 games are those of one tournament (Santa Cruz, January 1981); of these "
        "only "
        "some are in WTHOR, with others of the same programs. The 9.9 legal moves are those of one "
        "game of IAGO against itself. Margins count empty squares for the winner.");
    std::vector<Series> choices = {choices_series(has_programs ? "programs" : "games", ours)};
    if (has_programs) choices.push_back(choices_series("all games", all));
    report.figures.push_back(
        {"game-shape-moves", "Mean number of legal moves by move number",
         Chart{"Legal moves at each point of a game", "move", "legal moves", choices}.svg()});
    report.figures.push_back(
        {"game-shape-margins", "How many games were won by how many discs",
         Chart{"Winning margins", "discs", "games", {margin_series(ours)}, true}.svg()});
    return report;
}

}  // namespace

Experiment game_shape() {
    return {.name = "game-shape",
            .source = "Rosenbloom 1982, section 2 and figures 2.3, 3.5",
            .hypothesis =
                "Games of programs are won by 27.9 discs on average (standard deviation 15.7), by "
                "black "
                "in 36 of 77 games; 7 of 77 end before the board is full. The number of legal "
                "moves rises to the middle of the game and falls towards its end.",
            .games = "games of any kind; the paper's are in WTHOR's years 1980 and 1981",
            .run = run};
}

}  // namespace emilia::experiment
