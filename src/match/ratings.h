#pragma once

#include <vector>

namespace emilia::match {

// What players scored against each other: points[i][j] of i against j, a draw half a point to both.
using Points = std::vector<std::vector<double>>;

struct Rating {
    double elo = 0;    // the mean of all is 0; to a thousandth
    double error = 0;  // standard error, likewise
};

struct Ratings {
    std::vector<Rating> players;
    // Every group of players lost a point to the others and took one, so that the ratings are those
    // of the greatest likelihood. Otherwise these would be infinite, and each player was given a
    // draw against one of rating 0 besides.
    bool exist = true;
};

// The ratings that make the points most likely where the better player expects 1/(1+10^(-d/400)) of
// a point (Bradley and Terry), and their errors from the curvature there.
Ratings rate(const Points& points);

}  // namespace emilia::match
