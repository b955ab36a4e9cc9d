#include "history/bill/features.h"

#include <algorithm>

#include "board/rules.h"

namespace emilia::bill {

namespace {

LookUp look_up_of(const LineTables& lines, const Constants& constants) {
    const auto constant = [&](int count) { return constants[static_cast<std::size_t>(count)]; };
    LookUp table{};
    table.entries = lines.entries();
    table.begins = {lines.begins(0), lines.begins(1)};
    std::size_t next = 0;
    for (int kind = 0; kind < kSquareKinds; ++kind) {
        if (kind == kCKind || kind == kXKind) continue;
        auto& squares = table.moves[next++];
        squares.worth = constant(count::kMove + kind);
        for (int square = 0; square < kSquares; ++square) {
            if (kind_of(square) == kind) squares.mask |= Bitboard{1} << square;
        }
    }
    table.open_c = constant(count::kMove + kCKind);
    table.safe_c = constant(count::kSafeC);
    table.open_x = constant(count::kMove + kXKind);
    table.safe_x = constant(count::kSafeX);
    table.inner_frontier = constant(count::kInnerFrontier);
    table.edge_frontier = constant(count::kEdgeFrontier);
    table.beside = constant(count::kBeside);
    return table;
}

}  // namespace

FeatureTables::FeatureTables(const Constants& constants)
    : lines_(constants, edge_table()), look_up_(look_up_of(lines_, constants)) {}

Features FeatureTables::features(Position position) const {
    const LineNumbers numbers = numbers_of(position.own, position.opponent);
    const auto found = portable::features_of(look_up_, position.own, position.opponent, numbers, 0,
                                             legal_moves(position), legal_moves(position.passed()));
    Features features;
    std::copy_n(found.of, kFeatures, features.begin());
    return features;
}

const EdgeTable& edge_table() {
    static const EdgeTable table;
    return table;
}

Counts all_counts_of(Position position) {
    Counts counts = counts_of(position);
    counts[count::kEdge] = edge_table().total(position);
    return counts;
}

int move_number(Position position) {
    return std::clamp(kMoves + 1 - position.empties(), 1, kMoves);
}

}  // namespace emilia::bill
