#include "board/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace emilia {

Result<GridShape> GridShape::square_board(int size) {
    return with_blocked(size, {});
}

Result<GridShape> GridShape::with_blocked(int size, const std::vector<std::string>& blocked) {
    if (size < 4 || size > kMaxGridSize) {
        return Error{fmt::format(
            "a board of {0}x{0} cannot be set up: the size must be from 4 to 10", size)};
    }
    GridShape shape(size);
    for (const std::string& name : blocked) {
        const std::optional<int> cell = shape.parse_cell(name);
        if (!cell) {
            return Error{fmt::format("'{}' is not a square of the {}x{} board (a1 to {})", name,
                                     size, size, shape.name_of(shape.cells() - 1))};
        }
        const int half = size / 2;
        const int column = shape.column_of(*cell);
        const int row = shape.row_of(*cell);
        if ((column == half || column == half - 1) && (row == half || row == half - 1)) {
            return Error{
                fmt::format("{} cannot be blocked: the first four discs stand there", name)};
        }
        const auto index = static_cast<std::size_t>(*cell);
        if (shape.blocked_[index]) return Error{fmt::format("{} is blocked twice", name)};
        shape.blocked_[index] = true;
        ++shape.blocked_count_;
    }
    return shape;
}

std::string GridShape::name_of(int cell) const {
    return fmt::format("{}{}", static_cast<char>('a' + column_of(cell)), row_of(cell) + 1);
}

std::optional<int> GridShape::parse_cell(std::string_view name) const {
    if (name.size() < 2 || name.size() > 3) return std::nullopt;
    const int column = (name[0] | 0x20) - 'a';
    int row = 0;
    for (const char c : name.substr(1)) {
        if (c < '0' || c > '9') return std::nullopt;
        row = row * 10 + (c - '0');
    }
    if (name[1] == '0' || !contains(column, row - 1)) return std::nullopt;
    return cell_at(column, row - 1);
}

GridPosition::GridPosition(const GridShape& shape)
    : shape_(&shape), discs_(static_cast<std::size_t>(shape.cells()), Disc::none) {}

GridPosition GridPosition::initial(const GridShape& shape) {
    GridPosition position(shape);
    const int half = shape.size() / 2;
    position.set(shape.cell_at(half, half - 1), Disc::own);
    position.set(shape.cell_at(half - 1, half), Disc::own);
    position.set(shape.cell_at(half - 1, half - 1), Disc::opponent);
    position.set(shape.cell_at(half, half), Disc::opponent);
    return position;
}

GridPosition GridPosition::from(const GridShape& shape, Position position) {
    assert(shape.size() == 8);
    GridPosition grid(shape);
    for (int cell = 0; cell < kSquares; ++cell) {
        const Bitboard here = bit(square_at(cell));
        if (position.own & here) grid.set(cell, Disc::own);
        if (position.opponent & here) grid.set(cell, Disc::opponent);
    }
    return grid;
}

std::vector<int> GridPosition::flips(int cell) const {
    std::vector<int> flipped;
    if (shape_->is_blocked(cell) || at(cell) != Disc::none) return flipped;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            std::vector<int> run;
            int column = shape_->column_of(cell) + dx;
            int row = shape_->row_of(cell) + dy;
            // A blocked square holds no disc, so it ends the run like an empty one.
            while (shape_->contains(column, row) &&
                   at(shape_->cell_at(column, row)) == Disc::opponent) {
                run.push_back(shape_->cell_at(column, row));
                column += dx;
                row += dy;
            }
            if (shape_->contains(column, row) && at(shape_->cell_at(column, row)) == Disc::own) {
                flipped.insert(flipped.end(), run.begin(), run.end());
            }
        }
    }
    std::sort(flipped.begin(), flipped.end());
    return flipped;
}

std::vector<int> GridPosition::legal_moves() const {
    std::vector<int> moves;
    for (int cell = 0; cell < shape_->cells(); ++cell) {
        if (is_legal(cell)) moves.push_back(cell);
    }
    return moves;
}

GridPosition GridPosition::after(int cell) const {
    GridPosition next = *this;
    next.set(cell, Disc::own);
    for (const int flipped : flips(cell)) next.set(flipped, Disc::own);
    return next.passed();
}

GridPosition GridPosition::passed() const {
    GridPosition next = *this;
    for (Disc& disc : next.discs_) {
        disc = disc == Disc::own ? Disc::opponent : disc == Disc::opponent ? Disc::own : Disc::none;
    }
    return next;
}

int GridPosition::count(Disc disc) const {
    return static_cast<int>(std::count(discs_.begin(), discs_.end(), disc));
}

int GridPosition::empties() const {
    return shape_->playable() - count(Disc::own) - count(Disc::opponent);
}

int GridPosition::final_score() const {
    const int balance = disc_balance();
    return balance > 0 ? balance + empties() : balance < 0 ? balance - empties() : 0;
}

std::string GridPosition::to_string() const {
    std::string text;
    for (int cell = 0; cell < shape_->cells(); ++cell) {
        if (shape_->is_blocked(cell)) {
            text += '#';
        } else {
            text += at(cell) == Disc::own ? 'X' : at(cell) == Disc::opponent ? 'O' : '-';
        }
        if (shape_->column_of(cell) == shape_->size() - 1) text += '\n';
    }
    return text;
}

}  // namespace emilia
