#include "experiment/selective_nodes.h"

#include <fmt/format.h>

#include <cmath>

#include "board/rules.h"
#include "history/logistello/search.h"
#include "match/openings.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

constexpr std::array<const char*, 3> kNames = {"full width", "ProbCut", "Multi-ProbCut"};

}  // namespace

Result<SelectiveNodes> selective_nodes(const Setting& setting, logistello::Generation generation,
                                       int depth, int positions) {
    const auto openings = match::Openings::random(20, setting.seed, 5);
    if (!openings) return openings.error();
    SelectiveNodes all;
    for (std::size_t i = 0; all.positions < positions; ++i) {
        const Position position = openings->at(i).final_diagram().position;
        if (legal_moves(position) == 0) continue;
        logistello::Found full;
        for (std::size_t selection = 0; selection < all.nodes.size(); ++selection) {
            if (setting.is_stopped()) return stopped_error();
            logistello::Technique technique;
            technique.selection = static_cast<logistello::Technique::Selection>(selection);
            logistello::Search search(logistello::default_evaluation(generation),
                                      logistello::default_cuts(generation), technique);
            const logistello::Found found = search.search(position, depth);
            if (selection == 0) full = found;
            all.nodes[selection] += static_cast<double>(found.counts.nodes) / positions;
            all.off[selection] +=
                static_cast<double>(std::abs(found.value - full.value)) / positions;
            if (found.move == full.move) ++all.same[selection];
        }
        ++all.positions;
    }
    return all;
}

Table table_of(const SelectiveNodes& found, logistello::Generation generation, int depth) {
    const bool in_discs = generation == logistello::Generation::of_1997;
    Table table{fmt::format("{} positions after twenty random moves, searched to {} plies",
                            found.positions, depth),
                {"search", "nodes", "times fewer",
                 in_discs ? "value off by, discs" : "value off by, log-odds", "same move"}};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        table.rows.push_back(
            {kNames[i], with_commas(static_cast<unsigned long long>(found.nodes[i])),
             fmt::format("{:.1f}", found.nodes[0] / found.nodes[i]),
             fmt::format("{:.2f}", found.off[i] / logistello::units_of(generation)),
             fmt::format("{} of {}", found.same[i], found.positions)});
    }
    return table;
}

}  // namespace emilia::experiment
