#include "history/iago/evaluation.h"

#include <algorithm>

#include "board/areas.h"

namespace emilia::iago {

namespace {

using classic::StandardBoard;
using classic::Window;

constexpr Bitboard kRows18 = 0xff000000000000ff;

// An unweighted edge is worth at most 7800 to either side, and counts at both of its corners.
constexpr double kEdgeRange = 62.4;
constexpr int kInnerCount = popcount(kInnerSquares);

// Pairs of neighbours, one of each set.
int adjacencies(Bitboard discs, Bitboard empty) {
    const Bitboard left = west(empty);
    const Bitboard right = east(empty);
    return popcount(discs & left) + popcount(discs & right) + popcount(discs & empty << 8) +
           popcount(discs & empty >> 8) + popcount(discs & left << 8) +
           popcount(discs & left >> 8) + popcount(discs & right << 8) +
           popcount(discs & right >> 8);
}

unsigned row_of(Bitboard bits, int shift) {
    return static_cast<unsigned>(bits >> shift & 0xff);
}
// A file as eight bits, row 1 lowest.
unsigned file_of(Bitboard bits, int shift) {
    return static_cast<unsigned>(((bits >> shift & kFileA) * 0x0102040810204080) >> 56);
}

// The numbers of the edges: top, bottom, left, right.
std::array<int, 4> edges_of(Position position) {
    const Bitboard own = position.own;
    const Bitboard opponent = position.opponent;
    return {edge_index(row_of(own, 0), row_of(opponent, 0)),
            edge_index(row_of(own, 56), row_of(opponent, 56)),
            edge_index(file_of(own, 0), file_of(opponent, 0)),
            edge_index(file_of(own, 7), file_of(opponent, 7))};
}

// The three measures of section 4.4.2.2, joined by equation 1 and added up: -3000 to 3000.
int potential_value(Position position) {
    const Bitboard empty = position.empty();
    return mobility_value(popcount(frontier(position.opponent, empty)),
                          popcount(frontier(position.own, empty))) +
           mobility_value(popcount(empty & neighbours(position.opponent)),
                          popcount(empty & neighbours(position.own))) +
           mobility_value(adjacencies(position.opponent, empty), adjacencies(position.own, empty));
}

int internal_value(Position position) {
    if ((position.occupied() & kCorners) == 0) return 0;
    return popcount(iago_stable_inside(position.own)) -
           popcount(iago_stable_inside(position.opponent));
}

// 50 + 2 x move up to move 25, from there on 75 + move.
int mobility_coefficient(int move) {
    return move <= 25 ? 50 + 2 * move : 75 + move;
}

// A corner with its x-square and the edges that meet there: which of the four (top, bottom, left,
// right) and at which of their ends.
struct Corner {
    Bitboard square;
    Bitboard x_square;
    std::size_t one;
    std::size_t other;
    int end_of_one;
    int end_of_other;
};
constexpr std::array<Corner, 4> kFourCorners = {{
    {bit(Square::a1), bit(Square::b2), 0, 2, 0, 0},
    {bit(Square::h1), bit(Square::g2), 0, 3, 1, 0},
    {bit(Square::a8), bit(Square::b7), 1, 2, 0, 1},
    {bit(Square::h8), bit(Square::g7), 1, 3, 1, 1},
}};

// -62400 x 110 / 10 is the most.
int weighted_edge(int value, int move) {
    return value * (50 + move) / 10;
}

}  // namespace

int move_number(Position position) {
    return std::clamp(61 - position.empties(), 1, 60);
}

int mobility_value(int own, int opponent) {
    return 1000 * (own - opponent) / (own + opponent + 2);
}

int access_count(Bitboard own, Bitboard opponent) {
    return 2 * popcount(own & ~opponent) + popcount(own & opponent);
}

Bitboard frontier(Bitboard discs, Bitboard empty) {
    return discs & neighbours(empty);
}

Bitboard iago_stable_inside(Bitboard own) {
    return iago_stable(own) & kInnerSquares;
}

Bitboard iago_stable(Bitboard own) {
    Bitboard stable = own & kCorners;
    // A line counts as closed where the board ends on one side of the square.
    constexpr Bitboard kSides = kFileA | kFileH;
    constexpr Bitboard kAround = kSides | kRows18;
    for (;;) {
        const Bitboard left = west(stable);
        const Bitboard right = east(stable);
        const Bitboard closed = (left | right | kSides) & (stable << 8 | stable >> 8 | kRows18) &
                                (left >> 8 | right << 8 | kAround) &
                                (left << 8 | right >> 8 | kAround);
        const Bitboard more = stable | (own & closed);
        if (more == stable) return stable;
        stable = more;
    }
}

// The player who moves next chooses which of the two edges he plays on; the other player is first
// on the other.
int Evaluation::corner_value(int one, int other, bool mover_first) const {
    const int on_one = edges_->first(one) + edges_->second(other);
    const int on_other = edges_->second(one) + edges_->first(other);
    return mover_first ? std::max(on_one, on_other) : std::min(on_one, on_other);
}

std::array<int, 4> Evaluation::table_values(Position position) const {
    std::array<int, 4> values = edges_of(position);
    for (int& value : values) value = edges_->first(value);
    return values;
}

int Evaluation::edge_value(Position position, int move) const {
    const Bitboard own = position.own;
    const std::array<int, 4> edges = edges_of(position);
    int sum = 0;
    for (const Corner& corner : kFourCorners) {
        const int one = edges[corner.one];
        const int other = edges[corner.other];
        const int existing = corner_value(one, other, true);
        sum += existing;
        if ((position.occupied() & corner.square) != 0) continue;
        if ((position.occupied() & corner.x_square) == 0) continue;
        const bool ours = (own & corner.x_square) != 0;
        const bool mover_first = !reading_.owner_answers_corner || ours;
        const int given_up =
            corner_value(edges_->with_corner(one, !ours, corner.end_of_one),
                         edges_->with_corner(other, !ours, corner.end_of_other), mover_first);
        const int loss = ours ? existing - given_up : given_up - existing;
        if (loss <= 0) continue;
        // p = 1 - move / 120; that it should be 1 where the corner can be taken at once was
        // overlooked in IAGO (footnote 15).
        const int p120 = 120 - move;
        switch (reading_.corner_factor) {
            case Reading::CornerFactor::none:
                sum += p120 * (given_up - existing) / 120;
                break;
            case Reading::CornerFactor::on_difference:
                sum += 2 * p120 * (given_up - existing) / 120;
                break;
            case Reading::CornerFactor::on_new_value:
                sum += p120 * (2 * given_up - existing) / 120;
                break;
        }
    }
    return sum;
}

int Evaluation::coefficient_move(Position leaf) const {
    return reading_.coefficients_of_leaf ? move_number(leaf) : root_move_;
}

int Evaluation::operator()(const StandardBoard& board, const StandardBoard& before, Window window) {
    const Position position = board.position;
    if (above_ != before.position) {
        above_ = before.position;
        moves_above_ = legal_moves(above_);
        internal_above_ = internal_value(above_);
    }
    const int move = coefficient_move(position);
    const bool is_root = before.position == position;
    const int internal = is_root ? internal_above_ : -internal_above_;
    const int rest = weighted_edge(edge_value(position, move), move) + 1000 * internal +
                     33 * potential_value(position);
    // Legal moves come last, and only where they can make a difference.
    const int coefficient = mobility_coefficient(move);
    const int most = 1000 * coefficient;
    if (rest + most <= window.alpha) return rest + most;
    if (rest - most >= window.beta) return rest - most;
    const Bitboard own = legal_moves(position);
    const Bitboard opponent = is_root ? legal_moves(position.passed()) : moves_above_;
    return rest +
           coefficient * mobility_value(access_count(own, opponent), access_count(opponent, own));
}

Components Evaluation::components(Position position) const {
    const int move = move_number(position);
    const Bitboard own = legal_moves(position);
    const Bitboard opponent = legal_moves(position.passed());
    Components result;
    result.edge_stability = {edge_value(position, move) / kEdgeRange, 312 + 6.24 * move};
    result.internal_stability = {1000.0 * internal_value(position) / kInnerCount, kInnerCount};
    result.current_mobility = {static_cast<double>(mobility_value(access_count(own, opponent),
                                                                  access_count(opponent, own))),
                               static_cast<double>(mobility_coefficient(move))};
    result.potential_mobility = {potential_value(position) / 3.0, 99};
    return result;
}

std::shared_ptr<const EdgeTable> default_edges() {
    static const auto edges = std::make_shared<const EdgeTable>();
    return edges;
}

}  // namespace emilia::iago
