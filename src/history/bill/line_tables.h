#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "util/bits.h"

namespace emilia::bill {

// What BILL's features weigh. The document names the kinds of terms; the numbers are ours.
namespace weight {

// A move by its square; beside an empty corner it gives that corner up.
inline constexpr int kMove = 24;
inline constexpr int kCorner = 120;
inline constexpr int kEdge = 24;
inline constexpr int kCSquare = 20;
inline constexpr int kXSquare = 16;
// What is taken off a move: for each direction in which it turns discs over, for each of these
// discs, and once more for each disc that lies on the frontier.
inline constexpr int kDirection = 8;
inline constexpr int kTurned = 1;
inline constexpr int kFrontier = 2;

}  // namespace weight

// What a line adds to the features of a position, own less the opponent's, as one look-up gives it.
struct LineEntry {
    int mobility;   // penalties of the moves that turn discs over along this line; at most 0 to own
    int potential;  // empty squares beside discs of the other
    int sequence;   // runs of discs of one colour; a penalty to their owner
    unsigned turned;           // the opponent's discs that a move turns over along this line
    unsigned opponent_turned;  // own discs that a move of the opponent turns over
};

// Tables of all configurations of all lines. A row of the board, or of the board turned to its
// files or diagonals (turned_board.h), is eight squares: one line, or two diagonals that share a
// row.
class LineTables {
  public:
    LineTables();

    // The sums of all lines of a position; turned discs are counted where they lie on the frontier,
    // the discs that have an empty square beside them.
    struct Sums {
        int mobility = 0;
        int potential = 0;
        int sequence = 0;
        int frontier = 0;  // own turned discs there less the opponent's
    };
    Sums sums(Bitboard own, Bitboard opponent, Bitboard frontier) const;

    // One entry, by the row of the board or of diagonals_of().
    static constexpr int kRows = 4;       // rows 1 to 4; rows 5 to 8 and files are their images
    static constexpr int kDiagonals = 8;  // the rows of diagonals_of()
    LineEntry row(int row, unsigned own, unsigned opponent) const;
    LineEntry diagonals(int row, unsigned own, unsigned opponent) const;

  private:
    using Packed = std::uint64_t;

    static Packed pack(const LineEntry& entry);
    static LineEntry unpack(Packed packed);

    std::array<std::vector<Packed>, kRows> rows_;
    std::array<std::vector<Packed>, kDiagonals> diagonals_;
};

// The lines of a row of one of the turned boards, slowly: what the tables hold.
struct LineSquares {
    std::array<int, 8> square;  // of the board, by bit
    unsigned ends;              // bits behind which a line ends
    int sequence_weight;        // what a run costs there
};
LineSquares row_squares(int row);
LineSquares diagonal_squares(int row);
LineEntry line_entry(const LineSquares& squares, unsigned own, unsigned opponent);

}  // namespace emilia::bill
