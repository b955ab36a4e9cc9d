#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "board/grid.h"
#include "classic/boards.h"

namespace emilia::classic {

// A set of squares of a board of up to 10x10, eleven bits a row: the column that no board has keeps
// whatever is shifted sideways from coming back in the next row.
__extension__ using WideBits = unsigned __int128;

inline constexpr int kBitGridStride = kMaxGridSize + 1;
inline constexpr int kBitGridPlaces = kBitGridStride * kMaxGridSize;

constexpr WideBits wide_bit(int place) {
    return WideBits{1} << place;
}
constexpr int popcount(WideBits bits) {
    return std::popcount(static_cast<std::uint64_t>(bits)) +
           std::popcount(static_cast<std::uint64_t>(bits >> 64));
}
// `bits` must not be empty.
constexpr int lowest_place(WideBits bits) {
    const auto low = static_cast<std::uint64_t>(bits);
    return low != 0 ? std::countr_zero(low)
                    : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
}
// The squares of `bits` and their neighbours, some of which may be no squares.
constexpr WideBits spread(WideBits bits) {
    const WideBits row = bits | bits << 1 | bits >> 1;
    return row | row << kBitGridStride | row >> kBitGridStride;
}

// The places of a set in rising order.
class PlaceRange {
  public:
    class Iterator {
      public:
        explicit Iterator(WideBits rest) : rest_(rest) {}
        int operator*() const { return lowest_place(rest_); }
        Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

      private:
        WideBits rest_;
    };

    explicit PlaceRange(WideBits places) : places_(places) {}
    Iterator begin() const { return Iterator(places_); }
    Iterator end() const { return Iterator(0); }
    bool empty() const { return places_ == 0; }

  private:
    WideBits places_;
};

// The shape of a board as sets of squares. A smaller board stands in the corner of the greatest.
class BitGridShape {
  public:
    explicit BitGridShape(const GridShape& shape);

    const GridShape& grid() const { return grid_; }
    WideBits playable() const { return playable_; }
    // Where no line can be closed in from both sides.
    WideBits corners() const { return corners_; }
    int squares() const { return popcount(playable_); }

    static constexpr int place_at(int column, int row) { return row * kBitGridStride + column; }
    static constexpr int column_of(int place) { return place % kBitGridStride; }
    static constexpr int row_of(int place) { return place / kBitGridStride; }
    std::string name_of(int place) const;
    // Nothing if there is no such square, or none that a disc can stand on.
    std::optional<int> parse_place(std::string_view name) const;

  private:
    GridShape grid_;
    WideBits playable_ = 0;
    WideBits corners_ = 0;
};

// A position on such a board in a form for searches: what GridBoard says, many times as fast.
struct BitGridBoard {
    using Move = int;  // a place

    WideBits own = 0;
    WideBits opponent = 0;
    const BitGridShape* shape = nullptr;  // outlives the board

    static BitGridBoard initial(const BitGridShape& shape);
    static BitGridBoard from(const BitGridShape& shape, const GridPosition& position);
    // `shape` must be 8x8.
    static BitGridBoard from(const BitGridShape& shape, Position position);

    WideBits empty() const { return shape->playable() & ~(own | opponent); }
    int discs() const { return popcount(own | opponent); }
    int empties() const { return shape->squares() - discs(); }
    int disc_balance() const { return popcount(own) - popcount(opponent); }

    WideBits legal_moves() const { return moves_of(own, opponent, empty()); }
    WideBits flips(int place) const {
        return (wide_bit(place) & empty()) != 0 ? flips_of(own, opponent, place) : 0;
    }
    PlaceRange moves() const { return PlaceRange(legal_moves()); }
    BitGridBoard after(int place) const;
    BitGridBoard passed() const { return {opponent, own, shape}; }
    bool must_pass() const { return moves_of(opponent, own, empty()) != 0; }
    bool is_over() const { return legal_moves() == 0 && !must_pass(); }
    // Empty squares go to the winner.
    int final_score() const;
    static int pass() { return -1; }
    static std::size_t cell_of(int place) { return static_cast<std::size_t>(place); }
    std::uint64_t hash() const;
    bool operator==(const BitGridBoard& other) const {
        return own == other.own && opponent == other.opponent;
    }

    // Squares of `vacant` where `own` can move, and what a move on such a square turns over.
    static WideBits moves_of(WideBits own, WideBits opponent, WideBits vacant);
    static WideBits flips_of(WideBits own, WideBits opponent, int place);

    // The rows from the top, X for own discs, O for the opponent's, - empty, # blocked.
    std::string to_string() const;
};

// "8", "10", "96" (10x10 without c3, h3, c8 and h8), or the size and the squares that are blocked:
// "10-a1-j10".
Result<GridShape> parse_shape(std::string_view text);
// As parse_shape() reads it.
std::string to_string(const GridShape& shape);

}  // namespace emilia::classic
