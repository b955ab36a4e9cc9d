#include "history/greene/ratings.h"

#include "board/areas.h"
#include "board/rules.h"
#include "history/greene/line_stability.h"

namespace emilia::greene {

namespace {

unsigned row_bits(Bitboard bits, int row) {
    return static_cast<unsigned>(bits >> (8 * row) & 0xff);
}
// A file as eight bits, row 1 lowest.
unsigned file_bits(Bitboard bits, int column) {
    return static_cast<unsigned>(((bits >> column & kFileA) * 0x0102040810204080) >> 56);
}
// Back on the board, in the a-file.
constexpr std::array<Bitboard, 256> make_files() {
    std::array<Bitboard, 256> files{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        for (unsigned row = 0; row < 8; ++row) {
            if ((byte >> row & 1) != 0) files[byte] |= Bitboard{1} << (8 * row);
        }
    }
    return files;
}
constexpr std::array<Bitboard, 256> kFiles = make_files();

// A diagonal that passes through the inside: one square in each of its columns.
struct Diagonal {
    Bitboard squares = 0;
    int first = 0;  // column of its first square
    int length = 0;
};
constexpr std::size_t kDiagonals = 11;  // of each direction, of three squares or more

constexpr std::array<Diagonal, kDiagonals> make_diagonals(bool rising) {
    std::array<Diagonal, kDiagonals> diagonals{};
    std::size_t used = 0;
    for (int offset = -5; offset <= 5; ++offset) {
        Diagonal& here = diagonals[used++];
        here.first = -1;
        for (int column = 0; column < 8; ++column) {
            const int row = rising ? column + offset : 7 - column + offset;
            if (row < 0 || row > 7) continue;
            if (here.first < 0) here.first = column;
            here.squares |= bit(square_at(column, row));
            ++here.length;
        }
    }
    return diagonals;
}
constexpr std::array<std::array<Diagonal, kDiagonals>, 2> kBothWays = {make_diagonals(true),
                                                                       make_diagonals(false)};

// Discs of `own` that are stable on this diagonal, stretched to eight squares with the colour of an
// end of it; none where both ends are empty.
Bitboard stable_on(const Diagonal& diagonal, Position position) {
    // One square a column: the columns are the bits.
    unsigned own = static_cast<unsigned>((position.own & diagonal.squares) * kFileA >> 56);
    unsigned opponent =
        static_cast<unsigned>((position.opponent & diagonal.squares) * kFileA >> 56);
    own >>= diagonal.first;
    opponent >>= diagonal.first;
    const int missing = 8 - diagonal.length;
    int shift = 0;
    if (missing > 0) {
        const unsigned last = 1U << (diagonal.length - 1);
        const unsigned beyond = (0xffU << diagonal.length) & 0xff;
        const unsigned before = (1U << missing) - 1;
        if (((own | opponent) & last) != 0) {
            ((own & last) != 0 ? own : opponent) |= beyond;
        } else if (((own | opponent) & 1) != 0) {
            const bool ours = (own & 1) != 0;
            own <<= missing;
            opponent <<= missing;
            (ours ? own : opponent) |= before;
            shift = missing;
        } else {
            return 0;
        }
    }
    const unsigned stable = line_table().of(own, opponent).stable & own;
    const Bitboard columns = Bitboard{stable >> shift} << diagonal.first & 0xff;
    return columns * kFileA & diagonal.squares;
}

// Discs of `own` inside that are stable on each of their four lines.
Bitboard stable_on_lines(Position position) {
    const LineTable& table = line_table();
    Bitboard found = 0;
    for (int row = 1; row < 7; ++row) {
        const unsigned own = row_bits(position.own, row);
        if ((own & 0x7e) == 0) continue;
        found |= Bitboard{table.of(own, row_bits(position.opponent, row)).stable & own}
                 << (8 * row);
    }
    found &= kInnerSquares;
    for (int column = 1; column < 7 && found != 0; ++column) {
        const Bitboard file = kFileA << column;
        if ((found & file) == 0) continue;
        const unsigned own = file_bits(position.own, column);
        const unsigned stable = table.of(own, file_bits(position.opponent, column)).stable & own;
        found &= ~file | kFiles[stable] << column;
    }
    for (const auto& way : kBothWays) {
        for (const Diagonal& diagonal : way) {
            if ((found & diagonal.squares) == 0) continue;
            found &= ~diagonal.squares | stable_on(diagonal, position);
        }
    }
    return found;
}

// The diagonals that lie across a corner, from the corner to the middle of the board.
struct Across {
    std::array<Square, 8> squares{};
};
using CornerRegion = std::array<Across, 8>;
constexpr CornerRegion make_region(bool right, bool bottom) {
    CornerRegion region{};
    for (int length = 1; length <= 8; ++length) {
        for (int i = 0; i < length; ++i) {
            const int column = right ? 7 - i : i;
            const int row = length - 1 - i;
            region[static_cast<std::size_t>(length - 1)].squares[static_cast<std::size_t>(i)] =
                square_at(column, bottom ? 7 - row : row);
        }
    }
    return region;
}
constexpr std::array<CornerRegion, 4> kRegions = {
    make_region(false, false), make_region(true, false), make_region(false, true),
    make_region(true, true)};

// The triangle of `own` at a corner, and of the first diagonal across that is not full what reaches
// an edge.
Bitboard triangle(Bitboard own, const CornerRegion& region) {
    Bitboard found = 0;
    for (std::size_t length = 1; length <= 8; ++length) {
        const auto& squares = region[length - 1].squares;
        std::size_t run = 0;
        while (run < length && (own & bit(squares[run])) != 0) found |= bit(squares[run++]);
        if (run == length) continue;
        for (std::size_t i = length; i-- > 0 && (own & bit(squares[i])) != 0;) {
            found |= bit(squares[i]);
        }
        break;
    }
    return found;
}

// What the squares around a corner are worth; see docs/history/greene.md.
constexpr int kCorner = 12;
constexpr int kBesideOwnCorner = 2;
constexpr int kXSquare = -6;
constexpr int kCSquare = -4;
constexpr int kTwoAway = 2;

struct CornerSquares {
    Bitboard corner;
    Bitboard x_square;
    Bitboard c_squares;
    Bitboard two_away;
};
constexpr CornerSquares make_corner(bool right, bool bottom) {
    const auto at = [&](int column, int row) {
        return bit(square_at(right ? 7 - column : column, bottom ? 7 - row : row));
    };
    return {at(0, 0), at(1, 1), at(0, 1) | at(1, 0), at(0, 2) | at(2, 0) | at(2, 2)};
}
constexpr std::array<CornerSquares, 4> kCornerSquares = {
    make_corner(false, false), make_corner(true, false), make_corner(false, true),
    make_corner(true, true)};

int corner_strength(Position position) {
    int sum = 0;
    const auto balance = [&](Bitboard squares) {
        return popcount(position.own & squares) - popcount(position.opponent & squares);
    };
    for (const CornerSquares& here : kCornerSquares) {
        if ((position.own & here.corner) != 0) {
            sum += kCorner +
                   kBesideOwnCorner * popcount(position.own & (here.c_squares | here.x_square));
        } else if ((position.opponent & here.corner) != 0) {
            sum -= kCorner + kBesideOwnCorner *
                                 popcount(position.opponent & (here.c_squares | here.x_square));
        } else {
            sum += kXSquare * balance(here.x_square) + kCSquare * balance(here.c_squares);
        }
        sum += kTwoAway * balance(here.two_away);
    }
    return sum;
}

constexpr std::array<Square, 36> make_spiral() {
    std::array<Square, 36> order{};
    std::size_t used = 0;
    // The article counts rows and columns from 1.
    const auto add = [&](int row, int column) { order[used++] = square_at(column - 1, row - 1); };
    for (int ring = 2; ring <= 4; ++ring) {
        const int far = 9 - ring;
        for (int column = ring; column < far; ++column) add(ring, column);
        for (int row = ring; row < far; ++row) add(row, far);
        for (int column = far; column > ring; --column) add(far, column);
        for (int row = far; row > ring; --row) add(row, ring);
    }
    return order;
}
constexpr std::array<Square, 36> kSpiral = make_spiral();

// A square has a marked neighbour in each of the four lines through it. It lies inside, so that no
// neighbour is beyond the board.
bool is_held(Bitboard marked, Square square) {
    const int at = static_cast<int>(square);
    const auto either = [&](int step) {
        return ((marked >> (at - step) | marked >> (at + step)) & 1) != 0;
    };
    return either(1) && either(8) && either(9) && either(7);
}

}  // namespace

std::string_view name_of(Feature feature) {
    switch (feature) {
        case Feature::corner_strength:
            return "corner strength";
        case Feature::corner_stability:
            return "corner stability";
        case Feature::edge_stability:
            return "edge stability";
        case Feature::interior_stability:
            return "interior stability";
        case Feature::mobility:
            return "mobility";
        case Feature::squares:
            return "square advantage";
    }
    return "";
}

std::array<Square, 36> inward_spiral() {
    return kSpiral;
}

int mobility(Position position) {
    const Bitboard moves = legal_moves(position);
    const Bitboard later = position.empty() & neighbours(position.opponent) & ~moves;
    return 2 * popcount(moves) + popcount(later);
}

Stability stability_of(Position position) {
    Stability result;
    if ((position.own & kCorners) != 0) {
        for (const CornerRegion& region : kRegions) {
            const Bitboard found = triangle(position.own, region);
            result.corner_rating += popcount(found);
            result.marked |= found;
        }
    }
    const auto edge = [&](unsigned own, unsigned opponent) {
        const LineStability& line = line_table().of(own, opponent);
        const auto balance = [&](unsigned squares) {
            return popcount(squares & own) - popcount(squares & opponent);
        };
        result.edge_rating +=
            10 * balance(line.stable) + 3 * balance(line.semistable) + balance(line.unstable);
        return line.stable & own;
    };
    for (const int side : {0, 7}) {
        result.marked |=
            Bitboard{edge(row_bits(position.own, side), row_bits(position.opponent, side))}
            << (8 * side);
        result.marked |=
            kFiles[edge(file_bits(position.own, side), file_bits(position.opponent, side))] << side;
    }
    const Bitboard on_lines = stable_on_lines(position);
    if ((result.marked | on_lines) == 0) return result;
    const Bitboard inside = position.own & kInnerSquares;
    for (const Square square : kSpiral) {
        if ((inside & bit(square)) == 0) continue;
        if ((on_lines & bit(square)) != 0 || is_held(result.marked, square)) {
            result.marked |= bit(square);
        }
    }
    return result;
}

namespace {

Ratings without_mobility(Position position) {
    const Stability stability = stability_of(position);
    Ratings ratings;
    ratings[Feature::corner_strength] = corner_strength(position);
    ratings[Feature::corner_stability] = stability.corner_rating;
    ratings[Feature::edge_stability] = stability.edge_rating;
    ratings[Feature::interior_stability] = popcount(stability.marked & kInnerSquares);
    ratings[Feature::squares] = disc_balance(position).value();
    return ratings;
}

}  // namespace

Ratings ratings_of(Position position) {
    Ratings ratings = without_mobility(position);
    ratings[Feature::mobility] = mobility(position);
    return ratings;
}

Ratings change_by(Position position, const Ratings& before, Square square) {
    const Position next = play(position, square);
    Ratings change = without_mobility(next.passed());
    for (const Feature feature : kAllFeatures) change[feature] -= before[feature];
    change[Feature::mobility] = before[Feature::mobility] - mobility(next);
    return change;
}

}  // namespace emilia::greene
