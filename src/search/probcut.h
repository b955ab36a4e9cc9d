#pragma once

#include <cstdint>
#include <vector>

#include "search/selectivity.h"

namespace emilia {

// How well shallow values predict deep ones: the standard deviation, in discs, of a search to
// `depth` from one to `shallow`, with that many empty squares. Fitted to measured values
// (emilia train mpc).
struct ProbcutModel {
    // sigma = exp of a polynomial; see probcut.cpp.
    std::array<double, 6> factor{};

    double sigma(int empties, int depth, int shallow) const;
};
const ProbcutModel& default_probcut_model();

// When to trust a shallow search, for every confidence, number of empty squares and depth.
class ProbcutTable {
  public:
    explicit ProbcutTable(const ProbcutModel& model);

    struct Cut {
        std::int8_t shallow = 0;      // plies of the search that is asked instead
        std::int8_t margin = 0;       // discs by which it must pass the bound
        std::int8_t eval_margin = 0;  // ... and the evaluation may fall short of it to ask at all
    };
    static constexpr int kLeastDepth = 3;

    const Cut& at(Selectivity selectivity, int empties, int depth) const {
        return cuts_[index(static_cast<std::size_t>(selectivity), empties, depth)];
    }

    // The search that is asked about one to `depth`.
    static int shallow_depth(int depth);

  private:
    // Boards may be emptier than any game's.
    static constexpr std::size_t kCounts = 65;
    static constexpr std::size_t index(std::size_t selectivity, int empties, int depth) {
        return (selectivity * kCounts + static_cast<std::size_t>(empties)) * kCounts +
               static_cast<std::size_t>(depth);
    }

    std::vector<Cut> cuts_;
};

}  // namespace emilia
