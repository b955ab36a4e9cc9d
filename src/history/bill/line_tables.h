#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "history/bill/constants.h"
#include "history/bill/edge_table.h"

// The lines of the board as indices into tables. There are 32: rows 2 to 7, files b to g, the edges
// with the two x-squares beside their corners, and the diagonals of either direction, two of which
// together have eight squares and make one line. Each has a number to base 3, in which a square is
// a digit: 0 empty, 1 a disc of the first player, 2 one of the second. Who of the two is to move is
// known besides, so that a move changes a number only where it puts a disc or turns one over.

namespace emilia::bill {

inline constexpr std::size_t kLines = 32;
struct alignas(64) LineNumbers {
    std::array<std::uint16_t, kLines> of{};

    bool operator==(const LineNumbers&) const = default;
};

// What a disc of the first player on a square adds to the numbers.
extern const std::array<LineNumbers, 64> kDigits;
LineNumbers numbers_of(Bitboard first, Bitboard second);

// What a line adds to the features, for the first player: one word that holds all four and can be
// added up as a whole.
using Packed = std::int64_t;
constexpr Packed pack(int edges, int mobility, int potential, int sequences) {
    return Packed{mobility} + (Packed{potential} << 16) + (Packed{sequences} << 32) +
           (Packed{edges} << 48);
}

class LineTables {
  public:
    LineTables(const Constants& constants, const EdgeTable& edges);

    // Where the table of each line begins, where the first player is to move and where the second
    // is, which matters to edges alone.
    using Begins = std::array<std::uint32_t, kLines>;
    const Packed* entries() const { return entries_.data(); }
    const Begins& begins(int to_move) const { return begins_[static_cast<std::size_t>(to_move)]; }

  private:
    std::vector<Packed> entries_;
    std::array<Begins, 2> begins_{};
};

}  // namespace emilia::bill
