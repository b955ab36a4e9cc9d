#pragma once

#include <string>
#include <utility>
#include <vector>

namespace emilia::experiment {

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
};

// A drawing for figures of the kind that papers have: numbers over numbers.
struct Chart {
    std::string title;
    std::string x_label;
    std::string y_label;
    std::vector<Series> series;
    bool bars = false;  // the first series as bars
    // What stands at 1, 2, ... of the horizontal axis in place of numbers. May be empty.
    std::vector<std::string> x_names = {};

    // In colours that are told apart in light and dark and by the colour-blind.
    std::string svg() const;
};

}  // namespace emilia::experiment
