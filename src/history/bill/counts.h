#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "board/position.h"
#include "util/bits.h"

namespace emilia::bill {

inline constexpr int kFeatures = 4;
enum Feature : int { kEdges, kMobility, kPotential, kSequences };

// Squares that are alike by symmetry and can be empty when the game has begun: a corner, c-, a- and
// b-square, x-square, c2, d2, c3, d3.
inline constexpr int kSquareKinds = 9;
inline constexpr int kCornerKind = 0;
inline constexpr int kCKind = 1;
inline constexpr int kXKind = 4;
constexpr int kind_of(int square) {
    constexpr int kKinds[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};
    const int column = square % 8 < 4 ? square % 8 : 7 - square % 8;
    const int row = square / 8 < 4 ? square / 8 : 7 - square / 8;
    return kKinds[row][column];
}

// What the features add up, each times a constant: numbers of things on the board, the player's to
// move less his opponent's, or the other way round where they are a burden.
namespace count {

// The value of the edges' table.
inline constexpr int kEdge = 0;
// Moves by the square, those beside an empty corner by themselves: they give it up.
inline constexpr int kMove = 1;
inline constexpr int kSafeC = kMove + kSquareKinds;
inline constexpr int kSafeX = kSafeC + 1;
// Directions in which a move turns discs over, and these discs.
inline constexpr int kDirections = kSafeX + 1;
inline constexpr int kTurned = kDirections + 1;
// Discs of the other beside an empty square: pairs of both, by the square.
inline constexpr int kPair = kTurned + 1;
// Such discs whatever the number of empty squares, within the board and on its edge; such squares
// whatever the number of discs.
inline constexpr int kInnerFrontier = kPair + kSquareKinds;
inline constexpr int kEdgeFrontier = kInnerFrontier + 1;
inline constexpr int kBeside = kEdgeFrontier + 1;
// Runs of the other's discs by the place of their line and their length: rows and files 2, 3 and 4,
// diagonals of eight squares, of seven, ..., of three.
inline constexpr int kLeastRun = 3;
inline constexpr int kRun = kBeside + 1;
inline constexpr int kLengths = 8 - kLeastRun + 1;

}  // namespace count

// Of a line, the first of its counts; a run of the least length comes first.
constexpr int runs_of_row(int row) {
    return count::kRun + (row - 1) * count::kLengths;
}
constexpr int runs_of_diagonal(int length) {
    int first = count::kRun + 3 * count::kLengths;
    for (int longer = 8; longer > length; --longer) first += longer - count::kLeastRun + 1;
    return first;
}
inline constexpr int kCounts = runs_of_diagonal(count::kLeastRun - 1);
using Counts = std::array<int, kCounts>;

// The feature that a count belongs to.
constexpr Feature feature_of(int count) {
    return count < count::kMove   ? kEdges
           : count < count::kPair ? kMobility
           : count < count::kRun  ? kPotential
                                  : kSequences;
}

// A name for files and people: "move a1", "run b1 4".
std::string name_of_count(int count);

// All but the edges' table, counted square by square: slow, and what the tables have to agree with.
Counts counts_of(Position position);

}  // namespace emilia::bill
