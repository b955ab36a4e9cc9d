#include "classic/ordering.h"

namespace emilia::classic {

namespace {

constexpr int kDirections[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

bool is_playable(const GridShape& shape, int column, int row) {
    return shape.contains(column, row) && !shape.is_blocked(shape.cell_at(column, row));
}

// Of the four lines through a square those on which it is the last square.
int ended_lines(const GridShape& shape, int column, int row) {
    int count = 0;
    for (const auto& [dx, dy] : kDirections) {
        if (!is_playable(shape, column + dx, row + dy) ||
            !is_playable(shape, column - dx, row - dy)) {
            ++count;
        }
    }
    return count;
}

}  // namespace

std::vector<int> square_values(const GridShape& shape) {
    constexpr int kCorner = 100;
    constexpr int kEdge = 20;
    constexpr int kBesideEdge = -5;
    constexpr int kBesideCorner = -20;
    constexpr int kDiagonalToCorner = -40;
    std::vector<int> values(static_cast<std::size_t>(shape.cells()), 0);
    for (int cell = 0; cell < shape.cells(); ++cell) {
        const int column = shape.column_of(cell);
        const int row = shape.row_of(cell);
        int& value = values[static_cast<std::size_t>(cell)];
        const int ended = ended_lines(shape, column, row);
        value = ended == 4 ? kCorner : ended == 3 ? kEdge : 0;
        if (ended == 4) continue;
        bool beside_edge = false;
        int beside_corner = 0;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                if ((dx == 0 && dy == 0) || !is_playable(shape, column + dx, row + dy)) continue;
                const int there = ended_lines(shape, column + dx, row + dy);
                beside_edge = beside_edge || there >= 3;
                if (there == 4) {
                    beside_corner = std::min(
                        beside_corner, dx != 0 && dy != 0 ? kDiagonalToCorner : kBesideCorner);
                }
            }
        }
        if (beside_corner != 0) {
            value = beside_corner;
        } else if (value == 0 && beside_edge) {
            value = kBesideEdge;
        }
    }
    return values;
}

}  // namespace emilia::classic
