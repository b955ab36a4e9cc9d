#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "player/registry.h"
#include "util/result.h"

namespace emilia::experiment {

// What an experiment is given.
struct Setting {
    const PlayerRegistry& players;
    bool quick = false;  // a short version that shows only the direction of the effect
    std::uint64_t seed = 1;
    std::vector<std::string> games = {};  // files
    std::string choices = {};             // a file of moves that a program chose in known games
    // Told which step is under way and how many of all are done. May be empty.
    std::function<void(const std::string& step, std::size_t done, std::size_t all)> progress = {};
    // Asked between steps and now and then within; true: give up. May be empty.
    std::function<bool()> stopped = {};

    bool is_stopped() const { return stopped && stopped(); }
    void tell(const std::string& step, std::size_t done, std::size_t all) const {
        if (progress) progress(step, done, all);
    }
};

// Rows of as many cells as there are columns; the first column is what the row is of.
struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows = {};
};

struct Figure {
    std::string name;   // of its file, without the extension
    std::string title;  // what can be seen
    std::string svg;
};

enum class Verdict { agrees, in_part, disagrees };

std::string_view name_of(Verdict verdict);

// What came out.
struct Report {
    std::vector<Table> tables;
    std::vector<std::string> notes;  // paragraphs
    Verdict verdict = Verdict::disagrees;
    std::string reason;  // one sentence
    std::vector<Figure> figures;
};

// A published result that is measured again.
struct Experiment {
    std::string name;
    std::string source;      // author, year, place in the paper
    std::string hypothesis;  // what the paper says, in sentences
    // What the experiment cannot do without: which files, in half a sentence; empty: none.
    std::string games = {};
    std::string choices = {};
    // An error is for files that are not what they should be, and for having been stopped.
    std::function<Result<Report>(const Setting&)> run;
};

// In the order of `emilia experiment list`.
const std::vector<Experiment>& all_experiments();

// Why `experiment` cannot be done with what is given, or nothing.
Result<Done> check(const Experiment& experiment, const Setting& setting);

// The error of an experiment that was stopped.
Error stopped_error();

}  // namespace emilia::experiment
