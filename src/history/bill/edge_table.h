#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/position.h"

namespace emilia::bill {

// An edge with the two x-squares beside its corners, as bits: squares 0 to 7 of the edge from one
// corner to the other, 8 the x-square at square 0, 9 the one at square 7.
inline constexpr unsigned kEdgeSquares = 10;

// What the table is made from. All numbers are ours.
struct EdgeNumbers {
    // A disc by its square from the corner to the middle: stable, not to be turned over by the next
    // move, and else.
    struct Disc {
        int stable;
        int semi_stable;
        int unstable;
    };
    std::array<Disc, 4> disc = {
        {{1800, 0, 0}, {1100, -1900, -1000}, {900, 1000, -700}, {500, 600, -450}}};
    // Six discs between empty corners, which hold each other.
    int six = 3000;
    // An x-square beside an empty corner is a liability to its owner, and nothing once the corner
    // is taken.
    int x_square = -300;
    // The chances to play on a square where nothing is turned over along the edge, by the discs
    // beside it: none of the opponent's, one, two. His disc there is likely to be part of a line
    // that leads inwards.
    std::array<double, 3> chance = {0.25, 0.7, 0.86};
    // The same with a disc of one's own beside it.
    std::array<double, 2> chance_beside_own = {0.22, 0.6};
    double chance_between_own = 0.13;
    // A corner can be had along the diagonal if the opponent stands on its x-square, and hardly
    // else.
    double corner_over_x = 0.75;
    double corner_else = 0.01;
    double x_chance = 0.5;
};

// The value of every configuration of an edge and its x-squares for the player to move, computed
// beforehand as IAGO's was: who can put a disc where, with which chance, and what that makes of the
// edge.
class EdgeTable {
  public:
    explicit EdgeTable(const EdgeNumbers& numbers = {});

    int value(unsigned own, unsigned opponent) const { return values_[index(own, opponent)]; }
    // The same as the feature counts it: an edge is worth some 10,000, finer than it has reason to
    // be.
    int feature(unsigned own, unsigned opponent) const {
        constexpr int kUnit = 16;
        return value(own, opponent) / kUnit;
    }
    static std::size_t index(unsigned own, unsigned opponent);

    // The four edges of a position, added up.
    int total(Position position) const;

  private:
    void iterate(const EdgeNumbers& numbers);

    std::vector<std::int16_t> values_;
};

// The edge before anybody moves on it: its discs and the x-squares of empty corners.
int static_value(const EdgeNumbers& numbers, unsigned own, unsigned opponent);

}  // namespace emilia::bill
