#pragma once

#include <compare>
#include <cstdint>

#include "board/square.h"
#include "util/bits.h"

namespace emilia {

// The board as the player to move sees it: no colours, only own discs and the opponent's. Whoever
// needs colours carries a Diagram (below). A plain pair of words, so that kernels keep it in
// registers.
struct Position {
    Bitboard own = 0;
    Bitboard opponent = 0;

    // Black to move at the start of a game: black on e4 and d5, white on d4 and e5.
    static constexpr Position initial() {
        return {bit(Square::e4) | bit(Square::d5), bit(Square::d4) | bit(Square::e5)};
    }

    EMILIA_INLINE constexpr Bitboard occupied() const { return own | opponent; }
    EMILIA_INLINE constexpr Bitboard empty() const { return ~(own | opponent); }
    EMILIA_INLINE constexpr int empties() const { return popcount(empty()); }

    // The same board with the other player to move.
    EMILIA_INLINE constexpr Position passed() const { return {opponent, own}; }

    // After a disc on `square` turned over `flipped` (from flips()), the opponent to move.
    EMILIA_INLINE constexpr Position after(Square square, Bitboard flipped) const {
        return {opponent ^ flipped, own ^ flipped ^ bit(square)};
    }

    constexpr auto operator<=>(const Position&) const = default;
};

// A position with the colour of the player to move.
struct Diagram {
    Position position = Position::initial();
    Color to_move = Color::black;

    constexpr Bitboard discs(Color color) const {
        return color == to_move ? position.own : position.opponent;
    }
    constexpr Bitboard black() const { return discs(Color::black); }
    constexpr Bitboard white() const { return discs(Color::white); }

    constexpr bool operator==(const Diagram&) const = default;
};

constexpr Diagram make_diagram(Bitboard black, Bitboard white, Color to_move) {
    return to_move == Color::black ? Diagram{{black, white}, to_move}
                                   : Diagram{{white, black}, to_move};
}

// A difference of discs at the end of a game, -64 .. 64. A type of its own, so that it is never
// mixed up with a scaled evaluation.
class DiscDifference {
  public:
    constexpr DiscDifference() = default;
    constexpr explicit DiscDifference(int discs) : discs_(discs) {}
    constexpr int value() const { return discs_; }
    constexpr DiscDifference operator-() const { return DiscDifference(-discs_); }
    constexpr auto operator<=>(const DiscDifference&) const = default;

  private:
    int discs_ = 0;
};

// A number that always has the same value for the same position, well mixed in all its bits.
EMILIA_INLINE constexpr std::uint64_t hash_of(Position position) {
    std::uint64_t h = position.own * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
    h = (h ^ position.opponent) * 0xd6e8feb86659fd93;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93;
    return h ^ (h >> 32);
}

}  // namespace emilia
