#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace emilia::greene {

inline constexpr int kLines = 6561;  // 3 to the 8th

// A line of eight squares as a number: own and opponent's discs, one bit a square, to base 3.
int line_index(unsigned own, unsigned opponent);

// Discs that one more disc of `own` on an empty square of the line turns over along it.
unsigned line_flips(unsigned own, unsigned opponent, int square);

// What future moves onto the empty squares of a line can do to the discs on it, of either colour,
// as masks of squares. Either player may put a disc anywhere, whether it turns something over here
// or not: it may do so in another direction.
struct LineStability {
    std::uint8_t stable = 0;      // no sequence of moves turns it over
    std::uint8_t semistable = 0;  // some sequence does, but no single move
    std::uint8_t unstable = 0;    // the very next move may
};

// Of all lines, from full ones to the empty one: a line with one more empty square follows from
// those with one less.
class LineTable {
  public:
    LineTable();

    const LineStability& of(unsigned own, unsigned opponent) const {
        return lines_[static_cast<std::size_t>(line_index(own, opponent))];
    }

  private:
    std::vector<LineStability> lines_;
};

// Made when first asked for.
const LineTable& line_table();

}  // namespace emilia::greene
