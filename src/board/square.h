#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "util/bits.h"

namespace emilia {

// The 64 squares by rows from the top, as diagrams are printed: a1, b1 ... h1, a2 ... h8. The value
// is the index of the square's bit in a Bitboard.
enum class Square : std::uint8_t {
    // clang-format off
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
    // clang-format on
};

inline constexpr int kSquares = 64;

EMILIA_INLINE constexpr Square square_at(int index) {
    return static_cast<Square>(index);
}
EMILIA_INLINE constexpr Square square_at(int column, int row) {
    return static_cast<Square>(row * 8 + column);
}
EMILIA_INLINE constexpr int index_of(Square square) {
    return static_cast<int>(square);
}
// 0 for the a-file .. 7 for the h-file.
EMILIA_INLINE constexpr int column_of(Square square) {
    return static_cast<int>(square) & 7;
}
// 0 for row 1 (the top) .. 7 for row 8.
EMILIA_INLINE constexpr int row_of(Square square) {
    return static_cast<int>(square) >> 3;
}
EMILIA_INLINE constexpr Bitboard bit(Square square) {
    return Bitboard{1} << static_cast<int>(square);
}

std::string to_string(Square square);

// "f5" or "F5"; nothing else.
std::optional<Square> parse_square(std::string_view text);

// The squares of a bitboard: for (Square square : squares_of(bits)).
class SquareRange {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(Bitboard rest) : rest_(rest) {}
        constexpr Square operator*() const { return square_at(lowest_bit(rest_)); }
        constexpr Iterator& operator++() {
            rest_ = without_lowest_bit(rest_);
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

      private:
        Bitboard rest_;
    };
    constexpr explicit SquareRange(Bitboard bits) : bits_(bits) {}
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

  private:
    Bitboard bits_;
};
constexpr SquareRange squares_of(Bitboard bits) {
    return SquareRange(bits);
}

// "c3, d4, e5", or "none".
std::string list_squares(Bitboard squares);

// What a player does in one turn: a disc on a square, or a pass.
class Move {
  public:
    constexpr Move(Square square) : value_(static_cast<std::uint8_t>(square)) {}
    static constexpr Move pass() { return Move(); }

    constexpr bool is_pass() const { return value_ == kPass; }
    // Only for a move that is not a pass.
    constexpr Square square() const { return static_cast<Square>(value_); }

    constexpr auto operator<=>(const Move&) const = default;

  private:
    static constexpr std::uint8_t kPass = 64;
    constexpr Move() : value_(kPass) {}
    std::uint8_t value_;
};

// "f5", or "pass".
std::string to_string(Move move);

enum class Color : std::uint8_t { black, white };

constexpr Color opposite(Color color) {
    return color == Color::black ? Color::white : Color::black;
}
// "black" or "white".
std::string_view name_of(Color color);

}  // namespace emilia
