#include "history/bill/features.h"

#include <algorithm>

#include "board/rules.h"

namespace emilia::bill {

namespace {

constexpr Bitboard kFileA = 0x0101010101010101;
constexpr Bitboard kFileH = 0x8080808080808080;
constexpr Bitboard kCorners = 0x8100000000000081;
constexpr Bitboard kXSquares = 0x0042000000004200;
constexpr Bitboard kCSquares = 0x4281000000008142;
constexpr Bitboard kOtherEdges = 0x3c0081818181003c;

// An edge is worth some 10,000; its table is finer than it has reason to be.
constexpr int kEdgeUnit = 16;
// A disc with an empty square beside it, however many there are.
constexpr int kFrontierDisc = 5;

}  // namespace

int move_number(Position position) {
    return std::clamp(kMoves + 1 - position.empties(), 1, kMoves);
}

Bitboard beside(Bitboard bits) {
    const Bitboard sides = (bits & ~kFileH) << 1 | (bits & ~kFileA) >> 1;
    const Bitboard row = bits | sides;
    return sides | row << 8 | row >> 8;
}

int square_worth(Bitboard moves, Bitboard empty) {
    int worth = weight::kMove * popcount(moves);
    if ((moves & (kCorners | kXSquares | kCSquares | kOtherEdges)) == 0) return worth;
    const Bitboard open = beside(empty & kCorners);
    worth += (weight::kCorner - weight::kMove) * popcount(moves & kCorners);
    worth += (weight::kXSquare - weight::kMove) * popcount(moves & kXSquares & open);
    worth += (weight::kCSquare - weight::kMove) * popcount(moves & kCSquares & open);
    worth += (weight::kEdge - weight::kMove) * popcount(moves & kOtherEdges);
    return worth;
}

Features FeatureTables::features(Position position) const {
    const Bitboard empty = position.empty();
    const Bitboard frontier = beside(empty) & ~empty;
    const LineTables::Sums lines = lines_.sums(position.own, position.opponent, frontier);
    const int discs = popcount(position.opponent & frontier) - popcount(position.own & frontier);
    const int squares = square_worth(legal_moves(position), empty) -
                        square_worth(legal_moves(position.passed()), empty);
    return {edges_.total(position) / kEdgeUnit,
            squares + lines.mobility - weight::kFrontier * lines.frontier,
            lines.potential + kFrontierDisc * discs, lines.sequence};
}

std::shared_ptr<const FeatureTables> feature_tables() {
    static const auto tables = std::make_shared<const FeatureTables>();
    return tables;
}

}  // namespace emilia::bill
