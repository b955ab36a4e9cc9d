#include "history/strategies/evaluations.h"

#include <array>

#include "board/rules.h"

namespace emilia::strategies {

namespace {

// One eighth of the board, the rest is its image. Rosenbloom: the weights fall from corners to
// edges to the inside, and the x-square (b2) gives the corner away. Greene: a corner's neighbours
// are risky, the squares two away from a corner are good, the line next to the edge is worse than
// the one after it.
constexpr int kOctant[4][4] = {
    // clang-format off
    {50,  -8,   6,   3},  // a1 b1 c1 d1
    { 0, -20,  -3,  -2},  //    b2 c2 d2
    { 0,   0,   4,   1},  //       c3 d3
    { 0,   0,   0,   1},  //          d4
    // clang-format on
};

// The squares that are images of one, so that a position is weighed by counting bits.
struct SquareClass {
    int weight = 0;
    Bitboard squares = 0;
};

constexpr std::array<SquareClass, 10> make_classes() {
    std::array<SquareClass, 10> classes{};
    std::size_t used = 0;
    for (int y = 0; y < 4; ++y) {
        for (int x = y; x < 4; ++x) {
            SquareClass& here = classes[used++];
            here.weight = kOctant[y][x];
            for (const int column : {x, 7 - x}) {
                for (const int row : {y, 7 - y}) {
                    here.squares |= bit(square_at(column, row)) | bit(square_at(row, column));
                }
            }
        }
    }
    return classes;
}
constexpr std::array<SquareClass, 10> kClasses = make_classes();

}  // namespace

int max_disc(Position position) {
    return disc_balance(position).value();
}

int min_disc(Position position) {
    return -max_disc(position);
}

int weighted_squares(Position position) {
    int sum = 0;
    for (const SquareClass& here : kClasses) {
        sum += here.weight *
               (popcount(position.own & here.squares) - popcount(position.opponent & here.squares));
    }
    return sum;
}

}  // namespace emilia::strategies
