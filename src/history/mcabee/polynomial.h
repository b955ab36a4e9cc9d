#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "board/position.h"
#include "classic/boards.h"
#include "history/mcabee/squares.h"

namespace emilia::mcabee {

// The exponents of one move: the coefficient of a class is two to this power.
using MoveExponents = std::array<int, kClasses>;
// Of all moves, the first one's first.
using Exponents = std::array<MoveExponents, kMoves>;
inline constexpr int kLeastExponent = -99;
inline constexpr int kMostExponent = 20;  // of table 1

// What a term of a class is worth: in whole numbers, so that a half of one disc is nothing.
constexpr int class_term(int discs, int exponent) {
    if (exponent >= 0) return discs * (1 << exponent);
    return exponent < -30 ? 0 : discs / (1 << -exponent);
}

// The parameters that are not learned (chapter V), own less the opponent's, or the other way where
// less is better. All have the coefficient 1 but the piece count.
struct FixedTerms {
    static constexpr int kCount = 12;
    static const std::array<std::string_view, kCount> kNames;  // the last one is the piece count
    std::array<int, kCount> values{};
};
FixedTerms fixed_terms(Position position);
// Own discs less the opponent's on the squares of each class.
std::array<int, kClasses> class_counts(Position position);

// The number of the move that led to a position, 1 to 60; 1 at the start of a game too.
int move_before(Position position);

// The piece count gives the game its direction; its weight is chosen so that owning a disc is worth
// about as much as all that figures 13 and 14 hold against one in the middle.
inline constexpr int kUsualPieces = 32;

// The evaluation: the fixed terms and, of one move, the terms of the classes.
class Polynomial {
  public:
    explicit Polynomial(const Exponents& exponents = {}, int pieces = kUsualPieces);

    const Exponents& exponents() const { return exponents_; }
    int pieces() const { return pieces_; }
    int exponent(int move, int which) const { return exponents_[row(move)][index(which)]; }
    // Within the range of exponents.
    void set(int move, int which, int exponent);

    // For the player to move, with the coefficients of that move.
    int value(Position position, int move) const;
    // The terms of the classes in it.
    std::array<int, kClasses> class_terms(Position position, int move) const;

  private:
    static constexpr int kCounts = 2 * kMostSquaresOfClass + 1;
    using Terms = std::array<std::array<int, kCounts>, kClasses>;  // by class and count

    static std::size_t row(int move) { return static_cast<std::size_t>(move - 1); }
    static std::size_t index(int which) { return static_cast<std::size_t>(which); }

    Exponents exponents_;
    int pieces_;
    std::vector<Terms> terms_;
};

// What a search asks for the value of a leaf. A position without moves is one, whether the player
// has to pass or the game is over (figure 12).
struct Leaf {
    const Polynomial* polynomial;
    int move = 0;  // whose coefficients; 0: those of the move that led to the leaf

    int operator()(const classic::StandardBoard& board) const {
        return polynomial->value(board.position, move != 0 ? move : move_before(board.position));
    }
    int without_moves(const classic::StandardBoard& board) const { return (*this)(board); }
};

}  // namespace emilia::mcabee
