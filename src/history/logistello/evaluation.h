#pragma once

#include <memory>
#include <vector>

#include "history/logistello/parameters.h"
#include "player/player.h"

namespace emilia::logistello {

// Values of the 1994 evaluation are log-odds of winning, so many units each; those of 1997 are
// discs, kUnitsOfADisc each.
inline constexpr int kUnitsOfLogOdds = 1000;
constexpr int units_of(Generation generation) {
    return generation == Generation::of_1994 ? kUnitsOfLogOdds : kUnitsOfADisc;
}

// Where a place finds the number 0 of its family in a table, and where parity begins. Places that
// no family fills find nothing.
struct alignas(64) Offsets {
    std::array<std::int32_t, Board::kNumbers> middle{};
    std::array<std::int32_t, kFamilyCount> begin{};
    std::int32_t parity = 0;
    std::int32_t size = 0;
};
inline constexpr Offsets kOffsets = [] {
    Offsets made;
    for (std::size_t family = 0; family < kFamilyCount; ++family) {
        made.begin[family] = made.size;
        made.size += power_of_3(kFamilies[family].size);
    }
    for (std::size_t place = 0; place < kPlaceCount; ++place) {
        const std::size_t family = kPlaces.list[place].shape;
        made.middle[place] = made.begin[family] + power_of_3(kFamilies[family].size) / 2;
    }
    made.parity = made.size;
    made.size += 2;
    for (std::size_t place = kPlaceCount; place < Board::kNumbers; ++place) {
        made.middle[place] = made.size;
    }
    made.size += 2;
    return made;
}();

// Both evaluations come down to one table a family and stage: in 1994 all that depends on a
// configuration is multiplied and added beforehand.
class Evaluation {
  public:
    Evaluation(const Parameters& parameters, Generation generation);

    // For the player to move, in units.
    int operator()(const Board& board) const;

    // By families, in log-odds or discs. Of 1994 also by mobility, and what each is weighed with.
    Explanation explain(Position position) const;

    Generation generation() const { return generation_; }

    // For the search, which looks up for itself: what every configuration is worth, by kOffsets.
    const std::int16_t* table(int stage) const {
        return tables_[static_cast<std::size_t>(stage)].data();
    }

  private:
    const Parameters& parameters_;
    Generation generation_;
    std::array<std::vector<std::int16_t>, kStages> tables_;
};

// With the parameters in the program, made when first asked for.
std::shared_ptr<const Evaluation> default_evaluation(Generation generation);

}  // namespace emilia::logistello
