#include <fmt/format.h>

#include <cmath>

#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "experiment/contest.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

// The ratio at which a line through two points crosses one half, ratios on a scale of logarithms.
std::optional<double> even_ratio(const std::vector<std::pair<double, double>>& scores) {
    for (std::size_t i = 1; i < scores.size(); ++i) {
        const auto [x0, y0] = scores[i - 1];
        const auto [x1, y1] = scores[i];
        if (y0 >= 0.5 && y1 < 0.5) {
            const double part = (y0 - 0.5) / (y0 - y1);
            return std::exp(std::log(x0) + part * (std::log(x1) - std::log(x0)));
        }
    }
    return std::nullopt;
}

Result<Report> run(const Setting& setting) {
    const std::vector<int> ratios =
        setting.quick ? std::vector<int>{1} : std::vector<int>{1, 3, 10, 30};
    const std::size_t pairs = setting.quick ? 6 : 40;
    const std::uint64_t nodes = setting.quick ? 2'000 : 20'000;

    Report report;
    Table table{"The evaluation of 1997 on a part of the time against that of 1994",
                {"its time", "paper", "ours: won, drawn, lost", "score", "discs a game", "depth 97",
                 "depth 94"}};
    std::vector<std::pair<double, double>> scores;
    std::size_t done = 0;
    for (const int ratio : ratios) {
        const auto tally = play_contest(
            setting,
            {fmt::format("logistello-97:evaluation=97,probcut=0,guess=0,book=0,slower={}", ratio),
             "logistello-97:evaluation=94,probcut=0,guess=0,book=0", pairs, nodes},
            fmt::format("1997 on 1/{} of the time", ratio), done, ratios.size() * 2 * pairs);
        if (!tally) return tally.error();
        table.rows.push_back({fmt::format("1/{}", ratio), ratio == 10 ? "about 50 %" : "",
                              games_text(*tally), score_text(*tally),
                              fmt::format("{:+.1f}", tally->discs.mean()),
                              fmt::format("{:.1f}", tally->efforts[0].mean_depth()),
                              fmt::format("{:.1f}", tally->efforts[1].mean_depth())});
        scores.emplace_back(ratio, tally->score());
    }
    report.tables.push_back(std::move(table));
    report.notes.push_back(fmt::format(
        "Both evaluations look at the same patterns, cost one look into a table for each, and were "
        "fitted to the same positions (data/logistello), so that equal nodes are equal time: {} a "
        "move for 1994's. Both search to full width with the same search. {} pairs of games for "
        "each row, each pair from the same eight random moves with colours exchanged, after which "
        "neither side is ahead by more than two discs as Emilia sees it.",
        with_commas(nodes), pairs));
    const bool better = scores.front().second > 0.5;
    if (setting.quick) {
        report.verdict = better ? Verdict::in_part : Verdict::disagrees;
        report.reason = fmt::format(
            "At equal time the evaluation of 1997 scores {:.0f} %; ratios are for the "
            "full length.",
            100 * scores.front().second);
        return report;
    }
    const auto even = even_ratio(scores);
    std::vector<std::pair<double, double>> points;
    for (const auto& [ratio, score] : scores) points.emplace_back(std::log10(ratio), 100 * score);
    report.figures.push_back({"logistello-evaluations",
                              "Score of the evaluation of 1997 over its handicap",
                              Chart{"The evaluation of 1997 against that of 1994",
                                    "handicap in time, powers of ten",
                                    "score in %",
                                    {{"1997", points}}}
                                  .svg()});
    const double worth = even ? *even : better ? scores.back().first : 1;
    report.verdict = worth >= 5 && worth <= 20 ? Verdict::agrees
                     : better                  ? Verdict::in_part
                                               : Verdict::disagrees;
    report.reason = even ? fmt::format(
                               "Fitting together is worth a factor of {:.1f} in time "
                               "(paper: about 10).",
                               *even)
                    : better ? fmt::format(
                                   "Fitting together is worth more than a factor of {} in "
                                   "time (paper: about 10).",
                                   ratios.back())
                             : "The evaluation of 1997 is not better at equal time.";
    return report;
}

}  // namespace

Experiment logistello_evaluations() {
    return {.name = "logistello-evaluations",
            .source = "Buro 2003, section 2",
            .hypothesis =
                "Fitting the values of all pattern configurations together instead of estimating "
                "each on its own makes the program as strong as ten times the speed would.",
            .run = run};
}

}  // namespace emilia::experiment
