#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "history/iago/reading.h"

namespace emilia::iago {

inline constexpr int kEdges = 6561;  // 3 to the 8th

// An edge of eight squares as a number: own and opponent's discs, one bit a square, to base 3.
extern const std::array<std::uint16_t, 256> kTernary;
inline int edge_index(unsigned own, unsigned opponent) {
    return kTernary[own] + 2 * kTernary[opponent];
}

// The value of every configuration of an edge, for the player to move, by the paper's iterative
// algorithm (section 4.4.1.1).
class EdgeTable {
  public:
    explicit EdgeTable(const Reading& reading = {});

    // For the player whose discs are `own` in the index, where he is to move there first, and where
    // the other is.
    int first(int index) const { return first_[at(index)]; }
    int second(int index) const { return second_[at(index)]; }
    // The index after a disc of the opponent (or of the player himself) was put into the empty
    // corner at bit 0 or bit 7 and turned over what it encloses.
    int with_corner(int index, bool own, int end) const {
        return with_corner_[static_cast<std::size_t>(end)][own ? 1 : 0][at(index)];
    }

  private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void iterate(const Reading& reading);

    std::vector<int> first_;
    std::vector<int> second_;
    std::array<std::array<std::vector<std::uint16_t>, 2>, 2> with_corner_;
};

// The value before the first iteration: the sum of table 4.2's weights.
int static_edge_value(unsigned own, unsigned opponent);

// The discs that a disc of `own` on an empty square turns over along the edge.
unsigned edge_flips(unsigned own, unsigned opponent, int square);

}  // namespace emilia::iago
