#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/position.h"

namespace emilia::cli {

// How a board is drawn. With colour the board is green and the discs are black and white; without,
// black is X, white is O, and nothing but ASCII is used (on a dark screen a filled disc would look
// white, so letters say it better).
struct BoardStyle {
    bool color = false;
    bool unicode = false;
    std::optional<Square> last;  // where the last disc was put
    Bitboard marked = 0;         // squares to point out: the legal moves
    Bitboard flipped = 0;        // discs to point out: those that the last one turned over
};

// Visible width of every line draw_board() returns, and how many there are.
inline constexpr int kBoardWidth = 28;
inline constexpr int kBoardHeight = 10;

// The board with its coordinates on all four sides, row 1 at the top: ten lines of equal visible
// width, without line breaks.
std::vector<std::string> draw_board(const Diagram& diagram, const BoardStyle& style);

// The same with squares twice as high, and with the names of the marked squares in them.
std::vector<std::string> draw_large_board(const Diagram& diagram, const BoardStyle& style);
inline constexpr int kLargeBoardWidth = 36;
inline constexpr int kLargeBoardHeight = 18;

// A disc as on those boards, to stand in a line of text: one column, or three in colour.
std::string draw_disc(Color disc, const BoardStyle& style);

}  // namespace emilia::cli
