#include "history/bill/counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/areas.h"
#include "board/rules.h"

namespace emilia::bill {

namespace {

constexpr std::array<const char*, kSquareKinds> kKindNames = {"a1", "b1", "c1", "d1", "b2",
                                                              "c2", "d2", "c3", "d3"};
constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

bool has(Bitboard bits, int column, int row) {
    return column >= 0 && column < 8 && row >= 0 && row < 8 &&
           (bits >> (8 * row + column) & 1) != 0;
}

// Where the runs of the line through a square are counted, or nowhere.
int runs_through(int column, int row, int line) {
    const int from_side = [](int at) { return std::min(at, 7 - at); }(line == 0 ? row : column);
    if (line < 2) return from_side == 0 ? -1 : runs_of_row(from_side);
    const int length = 8 - std::abs(line == 2 ? column - row : column + row - 7);
    return length < count::kLeastRun ? -1 : runs_of_diagonal(length);
}

void add(Counts& counts, int count, int by) {
    counts[static_cast<std::size_t>(count)] += by;
}

// What is the player's to move with `sign` 1; the same of his opponent with -1, who is then `own`.
void add_player(Counts& counts, Bitboard own, Bitboard opponent, int sign) {
    const Bitboard empty = ~(own | opponent);
    const Bitboard open = neighbours(empty & kCorners);
    for (const Square square : squares_of(legal_moves({own, opponent}))) {
        const int kind = kind_of(static_cast<int>(square));
        const bool safe = (bit(square) & open) == 0;
        add(counts,
            safe && kind == kCKind   ? count::kSafeC
            : safe && kind == kXKind ? count::kSafeX
                                     : count::kMove + kind,
            sign);
    }
    const Bitboard frontier = opponent & neighbours(empty);
    add(counts, count::kInnerFrontier, sign * popcount(frontier & kInnerSquares));
    add(counts, count::kEdgeFrontier, sign * popcount(frontier & ~kInnerSquares));
    add(counts, count::kBeside, sign * popcount(empty & neighbours(opponent)));
    for (int square = 0; square < 64; ++square) {
        const int column = square % 8;
        const int row = square / 8;
        for (int line = 0; line < 4; ++line) {
            const auto& step = kSteps[line];
            for (const int way : {1, -1}) {
                const int dx = way * step[0];
                const int dy = way * step[1];
                if (!has(empty, column, row) || !has(opponent, column + dx, row + dy)) continue;
                add(counts, count::kPair + kind_of(square), sign);
                int length = 1;
                while (has(opponent, column + length * dx, row + length * dy)) ++length;
                if (!has(own, column + length * dx, row + length * dy)) continue;
                add(counts, count::kDirections, sign);
                add(counts, count::kTurned, sign * (length - 1));
            }
            // A run, from its first disc on.
            const int runs = runs_through(column, row, line);
            if (runs < 0 || !has(opponent, column, row) ||
                has(opponent, column - step[0], row - step[1])) {
                continue;
            }
            int length = 0;
            while (has(opponent, column + length * step[0], row + length * step[1])) ++length;
            if (length >= count::kLeastRun) add(counts, runs + length - count::kLeastRun, sign);
        }
    }
}

}  // namespace

Counts counts_of(Position position) {
    Counts counts{};
    add_player(counts, position.own, position.opponent, 1);
    add_player(counts, position.opponent, position.own, -1);
    return counts;
}

std::string name_of_count(int count) {
    using namespace count;
    const auto kind = [](int at) { return kKindNames[static_cast<std::size_t>(at)]; };
    if (count == kEdge) return "edge";
    if (count < kSafeC) return fmt::format("move-{}", kind(count - kMove));
    if (count == kSafeC) return "move-b1-safe";
    if (count == kSafeX) return "move-b2-safe";
    if (count == kDirections) return "directions";
    if (count == kTurned) return "turned";
    if (count < kInnerFrontier) return fmt::format("pair-{}", kind(count - kPair));
    if (count == kInnerFrontier) return "frontier";
    if (count == kEdgeFrontier) return "frontier-edge";
    if (count == kBeside) return "beside";
    if (count < runs_of_diagonal(8)) {
        const int at = count - kRun;
        return fmt::format("run-row{}-{}", at / kLengths + 2, at % kLengths + kLeastRun);
    }
    int length = 8;
    while (count >= runs_of_diagonal(length - 1)) --length;
    return fmt::format("run-diagonal{}-{}", length, count - runs_of_diagonal(length) + kLeastRun);
}

}  // namespace emilia::bill
