#include "experiment/selective_nodes.h"

#include <fmt/format.h>

#include <cmath>

#include "board/rules.h"
#include "history/logistello/search.h"
#include "match/openings.h"
#include "util/text.h"

namespace emilia::experiment {

Result<SelectiveNodes> selective_nodes(const Setting& setting, logistello::Generation generation,
                                       int depth, int positions) {
    const auto openings = match::Openings::random(20, setting.seed, 5);
    if (!openings) return openings.error();
    SelectiveNodes all{.depth = depth, .positions = 0, .nodes = {}, .off = {}, .same = {}};
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

Result<std::vector<SelectiveNodes>> selective_nodes(
    const Setting& setting, logistello::Generation generation,
    const std::vector<std::pair<int, int>>& depths) {
    std::vector<SelectiveNodes> all;
    for (const auto& [depth, positions] : depths) {
        const auto found = selective_nodes(setting, generation, depth, positions);
        if (!found) return found.error();
        all.push_back(*found);
    }
    return all;
}

Table table_of(const std::vector<SelectiveNodes>& found, logistello::Generation generation) {
    const bool in_discs = generation == logistello::Generation::of_1997;
    Table table{fmt::format("Nodes for a depth, in positions after twenty random moves: how many "
                            "times fewer, (the value off by so many {}), same move",
                            in_discs ? "discs" : "log-odds"),
                {"plies", "positions", "full width", "ProbCut", "Multi-ProbCut"}};
    for (const SelectiveNodes& one : found) {
        const auto cell = [&](std::size_t selection) {
            return fmt::format("{:.1f} ({:.2f}), {} of {}", one.nodes[0] / one.nodes[selection],
                               one.off[selection] / logistello::units_of(generation),
                               one.same[selection], one.positions);
        };
        table.rows.push_back({fmt::format("{}", one.depth), fmt::format("{}", one.positions),
                              with_commas(static_cast<unsigned long long>(one.nodes[0])), cell(1),
                              cell(2)});
    }
    return table;
}

}  // namespace emilia::experiment
