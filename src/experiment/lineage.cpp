#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "experiment/contest.h"
#include "match/tournament.h"

namespace emilia::experiment {

namespace {

constexpr std::size_t kOpeningPlies = 8;

struct Member {
    const char* name;
    const char* year;
    // Besides the name, so that its clock alone limits it.
    const char* options;
    // Of the line of those that were, in their day, the best to be had; the others tried out ways
    // of learning.
    bool champion;
};
// In the order of their years.
constexpr std::array<Member, 11> kMembers = {{
    {"random", "-", "", true},
    {"max-disc", "before 1980", ":depth=20", true},
    {"weighted-squares", "before 1980", ":depth=20", true},
    {"iago", "1981", "", true},
    {"bill", "1990", "", true},
    {"greene", "1991", "", false},
    {"mcabee", "1994", "", false},
    {"logistello-94", "1994", "", true},
    {"logistello-97", "1997", "", true},
    {"tournament-96", "2000s", "", false},
    {"emilia", "today", "", true},
}};

struct Terms {
    std::size_t pairs;       // of games, each against each
    std::size_t step_pairs;  // of those who follow each other
    match::TimeControl control;
    std::string text;
};

Terms terms_of(bool quick) {
    if (quick) return {1, 4, {.nodes = 1000}, "1000 nodes a move"};
    constexpr double kSeconds = 1;
    return {4, 20, {.game = Clock{kSeconds, 0}}, fmt::format("{:g} s a game", kSeconds)};
}

// A player and one that came before.
struct Step {
    std::size_t from;
    std::size_t to;

    bool is_of(const match::Task& task) const {
        return std::minmax(task.seats[0], task.seats[1]) == std::minmax(from, to);
    }
};

std::size_t member(std::string_view name) {
    return static_cast<std::size_t>(
        std::find_if(kMembers.begin(), kMembers.end(),
                     [&](const Member& one) { return one.name == name; }) -
        kMembers.begin());
}

// What even few games show, if they are more than two.
std::vector<Step> robust_steps() {
    return {{member("random"), member("iago")}, {member("iago"), member("emilia")}};
}

std::vector<Step> steps_by_year() {
    std::vector<Step> steps;
    for (std::size_t to = 1; to < kMembers.size(); ++to) steps.push_back({to - 1, to});
    return steps;
}

std::vector<Step> steps_of_champions() {
    std::vector<Step> steps;
    std::size_t from = 0;
    for (std::size_t to = 1; to < kMembers.size(); ++to) {
        if (!kMembers[to].champion) continue;
        steps.push_back({from, to});
        from = to;
    }
    return steps;
}

std::vector<match::Task> tasks_of(const Terms& terms, bool quick) {
    auto tasks = match::round_robin(kMembers.size(), 2 * terms.step_pairs);
    std::vector<Step> steps = steps_by_year();
    for (const Step& step : steps_of_champions()) steps.push_back(step);
    if (quick) {
        for (const Step& step : robust_steps()) steps.push_back(step);
    }
    std::erase_if(tasks, [&](const match::Task& task) {
        return task.pair >= terms.pairs &&
               std::none_of(steps.begin(), steps.end(),
                            [&](const Step& step) { return step.is_of(task); });
    });
    return tasks;
}

// The games of a step, for the later player.
match::Tally tally_of(const Step& step, const std::vector<match::Outcome>& games) {
    match::Tally tally;
    for (const match::Outcome& outcome : games) {
        if (!step.is_of(outcome.task)) continue;
        match::Outcome seen = outcome;
        for (std::size_t& seat : seen.task.seats) seat = seat == step.to ? 0 : 1;
        tally.add(seen);
    }
    return tally;
}

// Better than even by more than the standard error.
bool is_won(const match::Tally& tally) {
    const auto estimate = match::score_of(tally.pairs);
    // A lead of just the error is none, however the last digit is rounded.
    return estimate && estimate->mean - estimate->error > 0.5 + 1e-9;
}

Result<std::vector<match::Outcome>> play(const Setting& setting, const Terms& terms) {
    const std::vector<match::Task> tasks = tasks_of(terms, setting.quick);
    std::size_t count = 0;
    for (const match::Task& task : tasks) count = std::max(count, task.pair + 1);
    const auto openings = even_openings(setting, kOpeningPlies, count);
    if (!openings) return openings.error();
    match::Field field{setting.players, {}, *openings, {}, setting.seed};
    field.arbiter.abandoned = setting.stopped;
    field.arbiter.control = terms.control;
    // What shall be compared is how they play, not what else a machine is busy with.
    field.arbiter.tolerance = 1;
    for (const Member& member : kMembers) {
        const auto spec = setting.players.parse(fmt::format("{}{}", member.name, member.options));
        if (!spec) return spec.error();
        field.players.push_back(*spec);
    }
    std::vector<match::Outcome> games;
    match::play_tasks(field, tasks, 1, false, [&](match::Outcome outcome) {
        const auto& [black, white] = outcome.task.seats;
        const std::string names =
            fmt::format("{} against {}", kMembers[black].name, kMembers[white].name);
        games.push_back(std::move(outcome));
        setting.tell(names, games.size(), tasks.size());
        return !setting.is_stopped();
    });
    if (setting.is_stopped()) return stopped_error();
    return games;
}

// First to last; what a clock decides is not the same twice, and the short version has none.
Table ranking(const std::vector<match::Standing>& standings, const match::Ratings& ratings,
              bool quick) {
    Table table{"Ratings",
                {"player", "year", "rating", "won, drawn, lost", "discs a game", "plies ahead"}};
    if (!quick) table.columns.push_back("seconds a game");
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
        const match::Standing& standing = *std::find_if(
            standings.begin(), standings.end(), [&](const auto& one) { return one.player == i; });
        const auto games = static_cast<double>(standing.games);
        const match::Rating& rating = ratings.players[i];
        table.rows.push_back(
            {kMembers[i].name, kMembers[i].year,
             fmt::format("{:+.0f} (± {:.0f})", rating.elo, rating.error),
             fmt::format("{} - {} - {}", standing.wins, standing.draws, standing.losses),
             fmt::format("{:+.1f}", static_cast<double>(standing.discs) / games),
             fmt::format("{:.1f}", standing.effort.mean_depth())});
        if (!quick) {
            table.rows.back().push_back(fmt::format("{:.2f}", standing.effort.seconds / games));
        }
    }
    std::vector<std::size_t> order(kMembers.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return ratings.players[a].elo > ratings.players[b].elo;
    });
    std::vector<std::vector<std::string>> rows;
    for (const std::size_t i : order) rows.push_back(std::move(table.rows[i]));
    table.rows = std::move(rows);
    return table;
}

Table cross_table(const match::Points& points) {
    Table table{"Points of the player on the left, in per cent", {"player"}};
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
        table.columns.push_back(std::to_string(i + 1));
        std::vector<std::string> row = {fmt::format("{} {}", i + 1, kMembers[i].name)};
        for (std::size_t j = 0; j < kMembers.size(); ++j) {
            row.push_back(
                i == j ? "-"
                       : fmt::format("{:.0f}", 100 * points[i][j] / (points[i][j] + points[j][i])));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

// A row a step, and how many of them are won.
struct Walk {
    Table table;
    std::size_t won = 0;
    std::vector<std::string> failed = {};  // the later players of the others

    bool all_won() const { return failed.empty(); }
};

Walk walk(std::string title, const std::vector<Step>& steps,
          const std::vector<match::Outcome>& games) {
    Walk result{{std::move(title),
                 {"player - the one before", "expected", "ours: won, drawn, lost",
                  "score (± standard error)", "discs a game", "wins"}}};
    for (const Step& step : steps) {
        const match::Tally tally = tally_of(step, games);
        const bool won = is_won(tally);
        result.table.rows.push_back(
            {fmt::format("{} - {}", kMembers[step.to].name, kMembers[step.from].name), "> 50 %",
             games_text(tally), score_text(tally), fmt::format("{:+.1f}", tally.discs.mean()),
             won ? "yes" : "no"});
        if (won) {
            ++result.won;
        } else {
            result.failed.emplace_back(kMembers[step.to].name);
        }
    }
    return result;
}

Figure figure_of(const match::Ratings& ratings) {
    Chart chart{"Ratings at equal time, in the order of years",
                "player",
                "Elo, the mean of all is 0",
                {{"rating", {}}}};
    chart.bars = true;
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
        chart.series[0].points.emplace_back(static_cast<double>(i + 1), ratings.players[i].elo);
        chart.x_names.emplace_back(kMembers[i].name);
    }
    return {"lineage", "Ratings of all players at equal time", chart.svg()};
}

void judge_quick(const std::vector<match::Outcome>& games, Report& report) {
    bool all_won = true;
    std::vector<std::string> scores;
    for (const Step& step : robust_steps()) {
        const double score = tally_of(step, games).score();
        all_won = all_won && score > 0.5;
        scores.push_back(fmt::format("{} scores {:.0f} % against {}", kMembers[step.to].name,
                                     100 * score, kMembers[step.from].name));
    }
    report.verdict = all_won ? Verdict::in_part : Verdict::disagrees;
    report.reason =
        fmt::format("With few nodes, which says nothing of time, {}.", fmt::join(scores, " and "));
}

// Every step of the years is what was said. The programs that tried out learning did not set out to
// be the strongest, so that the line without them is the part that counts most; one step of it may
// be a matter of luck.
void judge(const Walk& years, const Walk& champions, Report& report) {
    report.verdict = years.all_won() && champions.all_won() ? Verdict::agrees
                     : champions.failed.size() <= 1         ? Verdict::in_part
                                                            : Verdict::disagrees;
    const auto sentence = [](const Walk& walk) {
        return fmt::format(
            "{} of {} steps are won{}", walk.won, walk.table.rows.size(),
            walk.all_won() ? "" : fmt::format(" (not by {})", fmt::join(walk.failed, ", ")));
    };
    report.reason = fmt::format("In the line of champions {}, in the order of years {}.",
                                sentence(champions), sentence(years));
}

Result<Report> run(const Setting& setting) {
    const Terms terms = terms_of(setting.quick);
    const auto games = play(setting, terms);
    if (!games) return games.error();
    const match::Points points = match::points_between(kMembers.size(), *games);
    const match::Ratings ratings = match::rate(points);
    const auto standings = match::standings(kMembers.size(), *games);

    Report report;
    const Walk champions =
        walk("The line of champions, each against the one before", steps_of_champions(), *games);
    const Walk years = walk("All, each against the one before in years", steps_by_year(), *games);
    report.tables = {ranking(standings, ratings, setting.quick), champions.table, years.table,
                     cross_table(points)};
    report.notes.push_back(fmt::format(
        "Every player has {}; random and greene need next to nothing of it. All meet in {} games, "
        "those who follow each other in {}{}, in pairs from the same {} random moves with colours "
        "exchanged, after which neither side is ahead by more than two discs as Emilia sees it. A "
        "step is won if the score is above 50 % by more than its standard error.{}",
        terms.text, 2 * terms.pairs, 2 * terms.step_pairs,
        setting.quick ? " as do those of the verdict" : "", kOpeningPlies,
        setting.quick ? ""
                      : " The verdict is agrees if every step of both tables is won, agrees in "
                        "part if all but at most one of the line of champions are."));
    report.notes.push_back(
        "The line of champions leaves out greene, mcabee and tournament-96, which tried out ways "
        "of learning and never were the best of their time. The year of tournament-96 is a guess, "
        "its report has none.");
    std::size_t forfeits = 0;
    for (const match::Standing& standing : standings) forfeits += standing.forfeits;
    report.notes.push_back(fmt::format(
        "Ratings are those that make all results most likely, with standard errors; the mean is "
        "0.{}{}",
        ratings.exist ? ""
                      : " Some won or lost everything against the rest, so that for the ratings "
                        "each was given a draw against a player of rating 0 besides; their "
                        "distance from the rest is a lower bound.",
        forfeits == 0 ? "" : fmt::format(" Games lost on time or by a failure: {}.", forfeits)));
    report.figures.push_back(figure_of(ratings));
    if (setting.quick) {
        judge_quick(*games, report);
    } else {
        judge(years, champions, report);
    }
    return report;
}

}  // namespace

Experiment lineage() {
    return {.name = "lineage",
            .source = "all sources of the museum together",
            .hypothesis =
                "Each generation of programs beats the one before it at equal time, from a player "
                "of random moves to the engine of today.",
            .run = run};
}

}  // namespace emilia::experiment
