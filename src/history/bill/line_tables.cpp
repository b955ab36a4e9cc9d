#include "history/bill/line_tables.h"

#include <algorithm>

namespace emilia::bill {

namespace {

constexpr int kPowers[10] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};
constexpr std::uint32_t kConfigurations = 6561;
constexpr std::uint32_t kEdgeConfigurations = 59049;

// The tables that lines share, by symmetry: rows 2 to 4, eight pairs of diagonals, edges.
constexpr int kRowTables = 3;
constexpr int kDiagonalTables = 8;

// A line: its squares by digit, and before which digits another diagonal begins.
struct Line {
    std::array<int, 10> square{};
    int size = 8;
    unsigned begins = 1;
    int table = 0;
};

Line row_line(int row, bool is_file) {
    Line line;
    for (int at = 0; at < 8; ++at) {
        line.square[static_cast<std::size_t>(at)] = is_file ? 8 * at + row : 8 * row + at;
    }
    line.table = std::min(row, 7 - row) - 1;
    return line;
}
Line edge_line(int row, bool is_file) {
    Line line = row_line(row, is_file);
    const int next = row == 0 ? 1 : 6;
    line.square[8] = is_file ? 8 + next : 8 * next + 1;
    line.square[9] = is_file ? 48 + next : 8 * next + 6;
    line.size = 10;
    line.begins |= 1U << 8 | 1U << 9;
    line.table = kRowTables + kDiagonalTables;
    return line;
}
// The diagonal downwards that begins in file a and row `row`, and the one that ends in file h above
// that row; or their images upside down.
Line diagonal_line(int row, bool upwards) {
    Line line;
    for (int at = 0; at < 8; ++at) {
        const int down = (row + at) % 8;
        line.square[static_cast<std::size_t>(at)] = 8 * (upwards ? 7 - down : down) + at;
    }
    if (row > 0) line.begins |= 1U << (8 - row);
    line.table = kRowTables + row;
    return line;
}

const std::array<Line, kLines>& lines() {
    static const auto list = [] {
        std::array<Line, kLines> all;
        std::size_t next = 0;
        for (const bool is_file : {false, true}) {
            for (int row = 1; row <= 6; ++row) all[next++] = row_line(row, is_file);
        }
        for (const bool is_file : {false, true}) {
            for (const int row : {0, 7}) all[next++] = edge_line(row, is_file);
        }
        for (const bool upwards : {false, true}) {
            for (int row = 0; row < 8; ++row) all[next++] = diagonal_line(row, upwards);
        }
        return all;
    }();
    return list;
}

// What one player has along part of a line, from digit `from` to before `to`.
struct Sums {
    int mobility = 0;
    int potential = 0;
    int sequences = 0;
};
Sums sums_along(const Constants& constants, const Line& line, int from, int to, unsigned own,
                unsigned opponent) {
    const auto constant = [&](int count) { return constants[static_cast<std::size_t>(count)]; };
    const auto inside = [&](int at) { return at >= from && at < to; };
    const auto has = [&](unsigned discs, int at) { return inside(at) && (discs >> at & 1) != 0; };
    Sums sums;
    for (int at = from; at < to; ++at) {
        if (has(own | opponent, at)) continue;
        for (const int step : {1, -1}) {
            if (!has(opponent, at + step)) continue;
            const int kind = kind_of(line.square[static_cast<std::size_t>(at)]);
            if (kind < kSquareKinds) sums.potential += constant(count::kPair + kind);
            int length = 1;
            while (has(opponent, at + length * step)) ++length;
            if (!has(own, at + length * step)) continue;
            sums.mobility += constant(count::kDirections) + (length - 1) * constant(count::kTurned);
        }
    }
    const bool is_row = line.table < kRowTables;
    if (line.size > 8 || (!is_row && to - from < count::kLeastRun)) return sums;
    const int runs = is_row ? runs_of_row(line.table + 1) : runs_of_diagonal(to - from);
    for (int at = from; at < to;) {
        int length = 0;
        while (has(opponent, at + length)) ++length;
        if (length >= count::kLeastRun)
            sums.sequences += constant(runs + length - count::kLeastRun);
        at += length + 1;
    }
    return sums;
}

Packed entry(const Constants& constants, const EdgeTable& edges, const Line& line, unsigned first,
             unsigned second, int to_move) {
    Sums sums;
    for (int from = 0; from < line.size;) {
        int to = from + 1;
        while (to < line.size && (line.begins >> to & 1) == 0) ++to;
        const Sums ours = sums_along(constants, line, from, to, first, second);
        const Sums theirs = sums_along(constants, line, from, to, second, first);
        sums.mobility += ours.mobility - theirs.mobility;
        sums.potential += ours.potential - theirs.potential;
        sums.sequences += ours.sequences - theirs.sequences;
        from = to;
    }
    int edge = 0;
    if (line.size > 8) {
        edge = to_move == 0 ? edges.feature(first, second) : -edges.feature(second, first);
    }
    return pack(edge, sums.mobility, sums.potential, sums.sequences);
}

}  // namespace

const std::array<LineNumbers, 64> kDigits = [] {
    std::array<LineNumbers, 64> all{};
    for (std::size_t line = 0; line < kLines; ++line) {
        for (int at = 0; at < lines()[line].size; ++at) {
            const int square = lines()[line].square[static_cast<std::size_t>(at)];
            all[static_cast<std::size_t>(square)].of[line] =
                static_cast<std::uint16_t>(kPowers[at]);
        }
    }
    return all;
}();

LineNumbers numbers_of(Bitboard first, Bitboard second) {
    LineNumbers numbers;
    for (Bitboard left = first | second; left != 0; left = without_lowest_bit(left)) {
        const int square = lowest_bit(left);
        const unsigned digit = (first >> square & 1) != 0 ? 1 : 2;
        const LineNumbers& digits = kDigits[static_cast<std::size_t>(square)];
        for (std::size_t i = 0; i < kLines; ++i) {
            numbers.of[i] = static_cast<std::uint16_t>(numbers.of[i] + digit * digits.of[i]);
        }
    }
    return numbers;
}

LineTables::LineTables(const Constants& constants, const EdgeTable& edges)
    : entries_((kRowTables + kDiagonalTables) * kConfigurations + 2 * kEdgeConfigurations) {
    constexpr int kEdgeTable = kRowTables + kDiagonalTables;
    std::array<bool, kEdgeTable + 1> made{};
    for (std::size_t i = 0; i < kLines; ++i) {
        const Line& line = lines()[i];
        const auto begin = static_cast<std::uint32_t>(line.table) * kConfigurations;
        begins_[0][i] = begin;
        begins_[1][i] = line.table == kEdgeTable ? begin + kEdgeConfigurations : begin;
        if (made[static_cast<std::size_t>(line.table)]) continue;
        made[static_cast<std::size_t>(line.table)] = true;
        const auto all = static_cast<std::uint32_t>(kPowers[line.size - 1]) * 3;
        for (std::uint32_t number = 0; number < all; ++number) {
            unsigned first = 0;
            unsigned second = 0;
            std::uint32_t rest = number;
            for (int at = 0; at < line.size; ++at, rest /= 3) {
                if (rest % 3 == 1) first |= 1U << at;
                if (rest % 3 == 2) second |= 1U << at;
            }
            for (int to_move = 0; to_move < (line.table == kEdgeTable ? 2 : 1); ++to_move) {
                entries_[begins_[static_cast<std::size_t>(to_move)][i] + number] =
                    entry(constants, edges, line, first, second, to_move);
            }
        }
    }
}

}  // namespace emilia::bill
