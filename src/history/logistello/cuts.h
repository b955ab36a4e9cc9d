#pragma once

#include <array>
#include <memory>
#include <optional>

#include "history/logistello/parameters.h"

namespace emilia::logistello {

// The deepest check search and the deepest search that it can stand for.
inline constexpr int kMostShallow = 5;
inline constexpr int kMostDeep = 17;
// ProbCut's one pair.
inline constexpr int kProbCutShallow = 4;
inline constexpr int kProbCutDeep = 8;

// The check search of Multi-ProbCut for a search of so many plies: of the same parity, (1, 3) to
// (5, 17). 0: none.
constexpr int check_depth(int deep) {
    if (deep < 3 || deep > kMostDeep) return 0;
    if (deep % 2 == 0) return deep < 8 ? 2 : 4;
    return deep < 7 ? 1 : deep < 13 ? 3 : 5;
}

// The relations of an evaluation, ready for a search. Pairs deeper than what was measured follow
// from the deepest of the same shallow depth: their sigma goes on growing as it did.
class CutTable {
  public:
    CutTable(const Parameters& parameters, Generation generation);

    // Null where nothing is known.
    const Relation* find(int stage, int shallow, int deep) const {
        const auto& found =
            relations_[static_cast<std::size_t>(stage)][static_cast<std::size_t>(shallow)]
                      [static_cast<std::size_t>(deep == kToTheEnd ? 0 : deep)];
        return found ? &*found : nullptr;
    }

  private:
    void go_on(std::array<std::optional<Relation>, kMostDeep + 1>& by_depth, int shallow);

    // By stage, shallow depth and deep depth; the end of the game is at 0.
    std::array<std::array<std::array<std::optional<Relation>, kMostDeep + 1>, kMostShallow + 1>,
               kStages>
        relations_;
};

std::shared_ptr<const CutTable> default_cuts(Generation generation);

}  // namespace emilia::logistello
