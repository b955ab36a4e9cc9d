#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.h"
#include "util/result.h"

namespace emilia {

// Othello on other boards: any N x N from 4x4 to 10x10, with blocked squares that hold no disc and
// end every line. Written to be obvious rather than fast; on 8x8 it is also what the fast rules are
// tested against.

inline constexpr int kMaxGridSize = 10;

// The shape of a board, shared by all its positions.
class GridShape {
  public:
    // No squares blocked. `size` from 4 to 10; on an odd board the four discs of the start stand
    // half a square up and left of the centre.
    static Result<GridShape> square_board(int size);
    // The same with squares blocked, by name ("a1", "j10"); none of the four central ones.
    static Result<GridShape> with_blocked(int size, const std::vector<std::string>& blocked);

    int size() const { return size_; }
    int cells() const { return size_ * size_; }
    // Squares where a disc can stand.
    int playable() const { return cells() - static_cast<int>(blocked_count_); }
    bool is_blocked(int cell) const { return blocked_[static_cast<std::size_t>(cell)]; }
    bool contains(int column, int row) const {
        return column >= 0 && column < size_ && row >= 0 && row < size_;
    }
    int cell_at(int column, int row) const { return row * size_ + column; }
    int column_of(int cell) const { return cell % size_; }
    int row_of(int cell) const { return cell / size_; }

    // "a1" .. "j10".
    std::string name_of(int cell) const;
    std::optional<int> parse_cell(std::string_view name) const;

    bool operator==(const GridShape&) const = default;

  private:
    explicit GridShape(int size)
        : size_(size),
          blocked_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), false) {}
    int size_;
    std::vector<bool> blocked_;
    std::size_t blocked_count_ = 0;
};

enum class Disc : std::uint8_t { none, own, opponent };

// A position on such a board, seen by the player to move like Position is.
class GridPosition {
  public:
    // The four central discs, as on 8x8, black to move.
    static GridPosition initial(const GridShape& shape);
    // `shape` must be 8x8.
    static GridPosition from(const GridShape& shape, Position position);

    const GridShape& shape() const { return *shape_; }
    Disc at(int cell) const { return discs_[static_cast<std::size_t>(cell)]; }
    void set(int cell, Disc disc) { discs_[static_cast<std::size_t>(cell)] = disc; }

    // Cells in rising order.
    std::vector<int> flips(int cell) const;
    bool is_legal(int cell) const { return !flips(cell).empty(); }
    std::vector<int> legal_moves() const;

    GridPosition after(int cell) const;
    GridPosition passed() const;
    bool must_pass() const { return legal_moves().empty() && !passed().legal_moves().empty(); }
    bool is_over() const { return legal_moves().empty() && passed().legal_moves().empty(); }

    int count(Disc disc) const;
    int empties() const;
    int disc_balance() const { return count(Disc::own) - count(Disc::opponent); }
    // Empty squares go to the winner.
    int final_score() const;

    // The rows from the top, X for own discs, O for the opponent's, - empty, # blocked.
    std::string to_string() const;

    bool operator==(const GridPosition& other) const {
        return *shape_ == *other.shape_ && discs_ == other.discs_;
    }

  private:
    explicit GridPosition(const GridShape& shape);
    const GridShape* shape_;  // outlives the position
    std::vector<Disc> discs_;
};

}  // namespace emilia
