#include "eval/thumb_weights.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

namespace emilia {

namespace {

// What each is worth; docs/endgame-log.md has the figures behind these. A disc is in two lines that
// are no diagonals, a corner in two edges: half of its worth is in the weight of each.
constexpr int kMove = kUnitsOfADisc;
constexpr int kHalfCorner = 200;
constexpr int kStable = 80;     // a disc of an edge that can never be turned along it
constexpr int kHalfX = -50;     // one on an X square beside an empty corner
constexpr int kFrontier = -20;  // one beside an empty square, for each of these
constexpr int kHalfDisc = -8;   // many discs are a burden until the end

using Digits = std::array<int, kLargestShape>;

// How many squares at the beginning of a shape are a whole line of the board, from border to
// border; 0 if they are none.
std::size_t line_of(const Shape& shape) {
    const auto squares = shape.list();
    const int right = column_of(squares[1]) - column_of(squares[0]);
    const int down = row_of(squares[1]) - row_of(squares[0]);
    if (std::abs(right) > 1 || std::abs(down) > 1) return 0;
    const auto beside = [&](Square square, int steps) {
        const int column = column_of(square) + steps * right;
        const int row = row_of(square) + steps * down;
        const bool on_board = column >= 0 && column < 8 && row >= 0 && row < 8;
        return on_board ? std::optional(square_at(column, row)) : std::nullopt;
    };
    std::size_t length = 1;
    while (length < squares.size() && beside(squares[length - 1], 1) == squares[length]) ++length;
    return beside(squares[0], -1) || beside(squares[length - 1], 1) ? 0 : length;
}

int of_line(std::span<const int> line, bool diagonal) {
    int value = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!diagonal) value += line[i] * kHalfDisc;
        if (i > 0 && line[i - 1] == 0) value += line[i] * kFrontier;
        if (i + 1 < line.size() && line[i + 1] == 0) value += line[i] * kFrontier;
    }
    return value;
}

// What is more to an edge, its X squares being those of its first and last.
int of_edge(std::span<const int> edge, std::array<int, 2> x) {
    const std::array corners = {edge.front(), edge.back()};
    int value = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        value += corners[i] * kHalfCorner + (corners[i] == 0 ? x[i] * kHalfX : 0);
    }
    const bool full = std::find(edge.begin(), edge.end(), 0) == edge.end();
    const auto run = [](auto begin, auto end) {
        return *begin == 0 ? 0
                           : std::find_if(begin, end, [&](int d) { return d != *begin; }) - begin;
    };
    const auto from_first = run(edge.begin(), edge.end());
    const auto from_last = std::ssize(edge) - run(edge.rbegin(), edge.rend());
    for (std::ptrdiff_t i = 0; i < std::ssize(edge); ++i) {
        if (!full && i >= from_first && i < from_last) continue;
        const bool corner = i == 0 || i + 1 == std::ssize(edge);
        value += edge[static_cast<std::size_t>(i)] * (corner ? kStable / 2 : kStable);
    }
    return value;
}

int of_shape(const Shape& shape, std::size_t length, const Digits& digits) {
    const std::span line(digits.data(), length);
    const bool diagonal = row_of(shape.squares[0]) != row_of(shape.squares[length - 1]);
    const int value = of_line(line, diagonal);
    if (diagonal || row_of(shape.squares[0]) != 0) return value;
    return value + of_edge(line, {digits[length], digits[length + 1]});
}

}  // namespace

Weights thumb_weights() {
    const ClassLayout& layout = class_layout();
    std::vector<std::int16_t> weights(static_cast<std::size_t>(layout.count), 0);
    for (std::size_t i = 0; i < kShapeCount; ++i) {
        const Shape& shape = kShapes[i];
        const std::size_t length = line_of(shape);
        if (length == 0) continue;
        for (int configuration = 0; configuration < power_of_3(shape.size); ++configuration) {
            Digits digits{};
            for (int place = 0, rest = configuration; place < shape.size; ++place, rest /= 3) {
                digits[static_cast<std::size_t>(place)] = rest % 3 - 1;
            }
            const std::int32_t of = folding_of(i).class_of[static_cast<std::size_t>(configuration)];
            weights[static_cast<std::size_t>(layout.begin[i] + of)] =
                static_cast<std::int16_t>(of_shape(shape, length, digits));
        }
    }
    for (int own = 0; own <= kMostCountedMoves; ++own) {
        for (int opponent = 0; opponent <= kMostCountedMoves; ++opponent) {
            const int at = layout.mobility + mobility_number(own, opponent);
            weights[static_cast<std::size_t>(at)] =
                static_cast<std::int16_t>(kMove * (own - opponent));
        }
    }
    return Weights({kStages, weights});
}

}  // namespace emilia
