#pragma once

#include <array>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "history/logistello/parameters.h"

namespace emilia::experiment {

// What searches of LOGISTELLO need to reach a depth: full width, ProbCut, Multi-ProbCut.
struct SelectiveNodes {
    int depth = 0;
    int positions = 0;
    std::array<double, 3> nodes{};  // mean of a position
    std::array<double, 3> off{};    // of the value from full width's, in units, mean without sign
    std::array<int, 3> same{};      // positions in which the move is full width's

    double probcut_saves() const { return nodes[0] / nodes[1]; }
    double multi_probcut_saves() const { return nodes[0] / nodes[2]; }
};

// Of positions after twenty random moves; an error if it was stopped.
Result<SelectiveNodes> selective_nodes(const Setting& setting, logistello::Generation generation,
                                       int depth, int positions);
// To several depths, as {depth, positions}.
Result<std::vector<SelectiveNodes>> selective_nodes(const Setting& setting,
                                                    logistello::Generation generation,
                                                    const std::vector<std::pair<int, int>>& depths);

// As a table of a report.
Table table_of(const std::vector<SelectiveNodes>& found, logistello::Generation generation);

}  // namespace emilia::experiment
