#include <fmt/format.h>

#include "experiment/catalogue.h"
#include "experiment/contest.h"
#include "experiment/selective_nodes.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

Result<Report> run(const Setting& setting) {
    const std::size_t pairs = setting.quick ? 3 : 70;
    const std::size_t reduced_pairs = setting.quick ? 3 : 35;
    const std::uint64_t nodes = setting.quick ? 5'000 : 1'000'000;
    // A minute a move of a processor of 1997.
    constexpr std::uint64_t kTournamentNodes = 10'000'000;
    using Depths = std::vector<std::pair<int, int>>;
    const auto generation = logistello::Generation::of_1997;
    const auto saved = selective_nodes(
        setting, generation,
        setting.quick ? Depths{{7, 4}} : Depths{{6, 20}, {8, 20}, {10, 20}, {12, 20}, {14, 5}});
    if (!saved) return saved.error();
    // What Multi-ProbCut gets of full width's time, and how many nodes that is.
    using Parts = std::vector<std::pair<int, std::uint64_t>>;
    const Parts parts =
        setting.quick ? Parts{{4, nodes}} : Parts{{5, nodes}, {25, nodes}, {25, kTournamentNodes}};
    struct Match {
        std::string name;
        std::string paper;
        Contest contest;
    };
    std::vector<Match> matches = {
        {fmt::format("Multi-ProbCut - ProbCut, {} nodes a move", with_commas(nodes)),
         "72 %",
         {"logistello-97:guess=0,book=0", "logistello-97:probcut=1,guess=0,book=0", pairs, nodes}}};
    for (const auto& [part, full_width] : parts) {
        matches.push_back(
            {fmt::format("Multi-ProbCut on 1/{} of the time - full width, {} nodes a move", part,
                         with_commas(full_width)),
             part == 25 ? "50 %" : "",
             {fmt::format("logistello-97:guess=0,book=0,slower={}", part),
              "logistello-97:probcut=0,guess=0,book=0", reduced_pairs, full_width}});
    }
    Report report;
    Table table{
        "", {"players", "paper", "ours: won, drawn, lost", "score", "discs a game", "mean depths"}};
    std::vector<double> scores;
    std::size_t done = 0;
    for (const Match& match : matches) {
        const auto tally = play_contest(setting, match.contest, match.name, done,
                                        2 * (pairs + parts.size() * reduced_pairs));
        if (!tally) return tally.error();
        table.rows.push_back({match.name, match.paper, games_text(*tally), score_text(*tally),
                              fmt::format("{:+.1f}", tally->discs.mean()),
                              fmt::format("{:.1f}, {:.1f}", tally->efforts[0].mean_depth(),
                                          tally->efforts[1].mean_depth())});
        scores.push_back(tally->score());
    }
    report.tables.push_back(std::move(table));
    report.tables.push_back(table_of(*saved, generation));
    report.notes.push_back(
        "logistello-97 with different searches and without guesses about the end (check searches "
        "are counted), each pair of games from the same eight random moves, after "
        "which neither side is ahead by more than two discs as Emilia sees it. What "
        "Multi-ProbCut saves grows with the depth: how much of its time can be taken away hangs on "
        "how deep full width searches.");
    const SelectiveNodes& deepest = saved->back();
    const double fewer = deepest.multi_probcut_saves();
    const bool ties = scores.back() >= 0.4;
    report.verdict = !setting.quick && scores[0] >= 0.6 && ties ? Verdict::agrees
                     : fewer > 1                                ? Verdict::in_part
                                                                : Verdict::disagrees;
    report.reason = fmt::format(
        "Multi-ProbCut scores {:.0f} % against ProbCut (paper: 72 %), {:.0f} % against full width "
        "on 1/{} of its time{}, and reaches {} plies with {:.1f} times fewer nodes.",
        100 * scores[0], 100 * scores.back(), parts.back().first,
        parts.back().first == 25 ? " (paper: 50 %)" : "", deepest.depth, fewer);
    return report;
}

}  // namespace

Experiment multi_probcut() {
    return {.name = "multi-probcut",
            .source = "Buro 2000; Buro 2003, section 3",
            .hypothesis =
                "Multi-ProbCut, with pairs of depths up to (5, 17), scores 72 % in a tournament of "
                "140 games against ProbCut, and ties with full-width search on 1/25 of its time.",
            .run = run};
}

}  // namespace emilia::experiment
