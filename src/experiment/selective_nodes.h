#pragma once

#include <array>

#include "experiment/experiment.h"
#include "history/logistello/parameters.h"

namespace emilia::experiment {

// What searches of LOGISTELLO need to reach a depth: full width, ProbCut, Multi-ProbCut.
struct SelectiveNodes {
    std::array<double, 3> nodes{};  // mean of a position
    std::array<double, 3> off{};    // of the value from full width's, in units, mean without sign
    std::array<int, 3> same{};      // positions in which the move is full width's
    int positions = 0;
};

// Of positions after twenty random moves; an error if it was stopped.
Result<SelectiveNodes> selective_nodes(const Setting& setting, logistello::Generation generation,
                                       int depth, int positions);

// As a table of a report.
Table table_of(const SelectiveNodes& found, logistello::Generation generation, int depth);

}  // namespace emilia::experiment
