#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"

namespace emilia::experiment {

// A report with what led to it.
struct Entry {
    std::string name;  // of the experiment
    std::string command;
    std::string date;
    bool quick = false;
    double seconds = 0;
    Report report;
};

// A table for the terminal, its columns aligned; for a page, as Markdown.
std::string text_of(const Table& table);
std::string markdown_of(const Table& table);

// What the terminal shows: hypothesis, tables, notes, verdict.
std::string text_of(const Experiment& experiment, const Report& report);

// The page of all results: `old` (empty at first) with these entries put in, those of the same
// experiments replaced, in the order of all_experiments(). Figures are looked for in images/ beside
// the page.
std::string updated_page(std::string_view old, const std::vector<Entry>& entries);

}  // namespace emilia::experiment
