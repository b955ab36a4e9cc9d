#include <fmt/format.h>

#include "experiment/catalogue.h"
#include "experiment/contest.h"
#include "experiment/selective_nodes.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

Result<Report> run(const Setting& setting) {
    const std::size_t pairs = setting.quick ? 1 : 35;
    const std::uint64_t nodes = setting.quick ? 3'000 : 3'000'000;
    using Depths = std::vector<std::pair<int, int>>;
    const auto generation = logistello::Generation::of_1994;
    const auto saved = selective_nodes(
        setting, generation,
        setting.quick ? Depths{{9, 2}} : Depths{{9, 20}, {10, 20}, {11, 10}, {12, 5}});
    if (!saved) return saved.error();
    std::size_t done = 0;
    const auto tally =
        play_contest(setting, {"logistello-94:probcut=1", "logistello-94:probcut=0", pairs, nodes},
                     "ProbCut against full width", done, 2 * pairs);
    if (!tally) return tally.error();

    Report report;
    Table table{
        "ProbCut (4, 8) against full width at equal time",
        {"", "paper", "ours"},
        {{"games", "70", fmt::format("{}", tally->games())},
         {"won, drawn, lost", "", games_text(*tally)},
         {"score", "74 %", score_text(*tally)},
         {"discs a game", "", fmt::format("{:+.1f}", tally->discs.mean())},
         {"mean depth with ProbCut", "", fmt::format("{:.2f}", tally->efforts[0].mean_depth())},
         {"mean depth of full width", "", fmt::format("{:.2f}", tally->efforts[1].mean_depth())}}};
    report.tables.push_back(std::move(table));
    report.tables.push_back(table_of(*saved, generation));
    report.notes.push_back(fmt::format(
        "logistello-94 with and without ProbCut, threshold 1.5, {} nodes a move for either (check "
        "searches counted), each pair of games from the same eight random moves, after which "
        "neither side is ahead by more than two discs as Emilia sees it. Cuts are made at "
        "nodes eight plies from the leaves, so that nothing changes before the ninth iteration: "
        "the less time there is, the less ProbCut can gain. Depths are means over all moves, ends "
        "that were solved among them.",
        with_commas(nodes)));
    const double score = tally->score();
    const double gain = tally->efforts[0].mean_depth() - tally->efforts[1].mean_depth();
    const SelectiveNodes& deepest = saved->back();
    const double fewer = deepest.probcut_saves();
    if (setting.quick) {
        report.verdict = fewer > 1 ? Verdict::in_part : Verdict::disagrees;
        report.reason = fmt::format(
            "ProbCut reaches {} plies with {:.1f} times fewer nodes; the match is for the full "
            "length.",
            deepest.depth, fewer);
        return report;
    }
    report.verdict = score >= 0.6  ? Verdict::agrees
                     : score > 0.5 ? Verdict::in_part
                                   : Verdict::disagrees;
    report.reason = fmt::format(
        "ProbCut scores {:.0f} % (paper: 74 %) and looks {:.2f} plies further on average; what it "
        "saves grows with the depth, from {:.1f} times at {} plies to {:.1f} times at {}.",
        100 * score, gain, saved->front().probcut_saves(), saved->front().depth, fewer,
        deepest.depth);
    return report;
}

}  // namespace

Experiment probcut() {
    return {.name = "probcut",
            .source = "Buro 1995; Buro 2003, section 3",
            .hypothesis =
                "With s = 4 and d = 8, ProbCut scores 74 % in a tournament of 70 games "
                "against full-width search at equal time.",
            .run = run};
}

}  // namespace emilia::experiment
