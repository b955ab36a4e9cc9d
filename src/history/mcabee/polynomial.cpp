#include "history/mcabee/polynomial.h"

#include <algorithm>

#include "board/areas.h"
#include "board/rules.h"
#include "classic/search.h"

namespace emilia::mcabee {

const std::array<std::string_view, FixedTerms::kCount> FixedTerms::kNames = {
    "invulnerable discs", "potential directions", "actual directions",  "potential pieces",
    "legal moves",        "edge ends, rows",      "edge ends, columns", "edge ends, falling",
    "edge ends, rising",  "empty neighbours",     "enemy neighbours",   "piece count",
};

namespace {

constexpr Bitboard kInnerFiles = ~(kFileA | kFileH);

// Adds up the numbers of bits in many words, at most 31.
class BitSum {
  public:
    void add(Bitboard word) {
        for (Bitboard& plane : planes_) {
            const Bitboard carry = plane & word;
            plane ^= word;
            word = carry;
        }
    }
    int total() const {
        int sum = 0;
        for (std::size_t i = 0; i < planes_.size(); ++i) sum += popcount(planes_[i]) << i;
        return sum;
    }

  private:
    std::array<Bitboard, 5> planes_{};
};

// Empty squares on which a disc turns something over, by direction.
std::array<Bitboard, 8> turning_squares(Bitboard own, Bitboard opponent) {
    constexpr std::array<int, 4> kSteps = {1, 8, 7, 9};
    const Bitboard empty = ~(own | opponent);
    std::array<Bitboard, 8> result;
    for (std::size_t d = 0; d < 4; ++d) {
        const int step = kSteps[d];
        const Bitboard inside = opponent & (step == 8 ? ~Bitboard{0} : kInnerFiles);
        Bitboard up = inside & (own << step);
        Bitboard down = inside & (own >> step);
        up |= inside & (up << step);
        down |= inside & (down >> step);
        const Bitboard up_pairs = inside & (inside << step);
        const Bitboard down_pairs = up_pairs >> step;
        up |= up_pairs & (up << (2 * step));
        down |= down_pairs & (down >> (2 * step));
        up |= up_pairs & (up << (2 * step));
        down |= down_pairs & (down >> (2 * step));
        result[2 * d] = (up << step) & empty;
        result[2 * d + 1] = (down >> step) & empty;
    }
    return result;
}

// Squares inside from which one comes to the discs on an edge, by diagonal direction: up and left,
// up and right, down and left, down and right. By edge (top, bottom, left, right) and the discs on
// it; corners belong to top and bottom.
using EdgeRays = std::array<std::array<std::array<Bitboard, 4>, 256>, 4>;

EdgeRays make_edge_rays() {
    EdgeRays rays{};
    constexpr std::array<std::array<int, 2>, 4> kSteps = {{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    for (int column = 1; column < 7; ++column) {
        for (int row = 1; row < 7; ++row) {
            for (std::size_t d = 0; d < 4; ++d) {
                int x = column;
                int y = row;
                while (x > 0 && x < 7 && y > 0 && y < 7) {
                    x += kSteps[d][0];
                    y += kSteps[d][1];
                }
                const std::size_t edge = y == 0 ? 0 : y == 7 ? 1 : x == 0 ? 2 : 3;
                const int place = edge < 2 ? x : y;
                for (unsigned discs = 0; discs < 256; ++discs) {
                    if (discs >> place & 1) {
                        rays[edge][discs][d] |= bit(square_at(column, row));
                    }
                }
            }
        }
    }
    return rays;
}

const EdgeRays& edge_rays() {
    static const EdgeRays rays = make_edge_rays();
    return rays;
}

unsigned packed_file(Bitboard bits) {
    return static_cast<unsigned>(((bits & kFileA) * 0x0102040810204080) >> 56);
}

// Own discs inside whose line ends in an own disc on the edge: rows to the left and right, columns
// to the top and bottom, then the four directions of make_edge_rays().
std::array<Bitboard, 8> supported_discs(Bitboard own) {
    const EdgeRays& rays = edge_rays();
    const Bitboard inside = own & kInnerSquares;
    std::array<Bitboard, 8> result;
    result[0] = (own & kFileA) * 0xff;
    result[1] = ((own >> 7) & kFileA) * 0xff;
    result[2] = (own & 0xff) * kFileA;
    result[3] = (own >> 56) * kFileA;
    const auto& top = rays[0][own & 0xff];
    const auto& bottom = rays[1][own >> 56];
    const auto& left = rays[2][packed_file(own)];
    const auto& right = rays[3][packed_file(own >> 7)];
    for (std::size_t d = 0; d < 4; ++d) {
        result[4 + d] = top[d] | bottom[d] | left[d] | right[d];
    }
    for (Bitboard& word : result) word &= inside;
    return result;
}

// For each row of the board and what stands on it: how many discs in each class, seven bits a
// class, nine classes a word; and what figures 13 and 14 hold against them.
struct RowOfDiscs {
    std::array<std::uint64_t, 2> classes{};
    int potential = 0;
};
constexpr int kFieldBits = 7;
constexpr int kFields = 9;
using RowTable = std::array<std::array<RowOfDiscs, 256>, 8>;

RowTable make_row_table() {
    RowTable table{};
    for (int row = 0; row < 8; ++row) {
        for (unsigned discs = 0; discs < 256; ++discs) {
            RowOfDiscs& entry = table[static_cast<std::size_t>(row)][discs];
            for (int column = 0; column < 8; ++column) {
                if ((discs >> column & 1) == 0) continue;
                const Square square = square_at(column, row);
                entry.potential += potential_directions(square) + potential_pieces(square);
                const int which = class_of(square);
                if (which < 0) continue;
                entry.classes[static_cast<std::size_t>(which / kFields)] +=
                    std::uint64_t{1} << (kFieldBits * (which % kFields));
            }
        }
    }
    return table;
}

const RowTable& row_table() {
    static const RowTable table = make_row_table();
    return table;
}

constexpr std::uint64_t balanced_fields() {
    std::uint64_t fields = 0;
    for (int i = 0; i < kFields; ++i) {
        fields |= std::uint64_t{kMostSquaresOfClass} << (kFieldBits * i);
    }
    return fields;
}

// Of both players: the differences by class, each raised by four so that none is below 0, and
// figures 13 and 14.
RowOfDiscs compare_rows(Position position) {
    const RowTable& table = row_table();
    RowOfDiscs sum{{balanced_fields(), balanced_fields()}, 0};
    for (std::size_t row = 0; row < 8; ++row) {
        const RowOfDiscs& own = table[row][position.own >> (8 * row) & 0xff];
        const RowOfDiscs& opponent = table[row][position.opponent >> (8 * row) & 0xff];
        sum.classes[0] += own.classes[0] - opponent.classes[0];
        sum.classes[1] += own.classes[1] - opponent.classes[1];
        sum.potential += opponent.potential - own.potential;
    }
    return sum;
}

// All fixed terms whose coefficient is 1 and that are no sums over the squares of a player's discs.
int shape_terms(Position position) {
    BitSum good;
    BitSum bad;
    const auto add = [](Bitboard own, Bitboard opponent, BitSum& mine, BitSum& his) {
        mine.add(stable_discs({own, opponent}));
        Bitboard moves = 0;
        for (const Bitboard squares : turning_squares(own, opponent)) {
            mine.add(squares);
            moves |= squares;
        }
        mine.add(moves);
        for (const Bitboard discs : supported_discs(own)) mine.add(discs);
        const Bitboard around = neighbours(own);
        his.add(around & ~(own | opponent));
        mine.add(around & opponent);
    };
    add(position.own, position.opponent, good, bad);
    add(position.opponent, position.own, bad, good);
    return good.total() - bad.total();
}

int bits_in(const Bitboard* words, std::size_t count) {
    int sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += popcount(words[i]);
    return sum;
}

}  // namespace

FixedTerms fixed_terms(Position position) {
    FixedTerms terms;
    const auto add = [&](Bitboard own, Bitboard opponent, int sign) {
        const Bitboard empty = ~(own | opponent);
        int directions = 0;
        int pieces = 0;
        for (const Square square : squares_of(own)) {
            directions += potential_directions(square);
            pieces += potential_pieces(square);
        }
        const auto turning = turning_squares(own, opponent);
        const auto supported = supported_discs(own);
        const std::array<int, FixedTerms::kCount> values = {
            popcount(stable_discs({own, opponent})),
            -directions,
            bits_in(turning.data(), 8),
            -pieces,
            popcount(legal_moves({own, opponent})),
            bits_in(&supported[0], 2),
            bits_in(&supported[2], 2),
            popcount(supported[4]) + popcount(supported[7]),
            popcount(supported[5]) + popcount(supported[6]),
            -popcount(neighbours(own) & empty),
            popcount(neighbours(own) & opponent),
            popcount(own),
        };
        for (std::size_t i = 0; i < values.size(); ++i) terms.values[i] += sign * values[i];
    };
    add(position.own, position.opponent, 1);
    add(position.opponent, position.own, -1);
    return terms;
}

std::array<int, kClasses> class_counts(Position position) {
    const RowOfDiscs sum = compare_rows(position);
    std::array<int, kClasses> counts;
    for (int which = 0; which < kClasses; ++which) {
        const std::uint64_t word = sum.classes[static_cast<std::size_t>(which / kFields)];
        counts[static_cast<std::size_t>(which)] =
            static_cast<int>(word >> (kFieldBits * (which % kFields)) & 127) - kMostSquaresOfClass;
    }
    return counts;
}

int move_before(Position position) {
    return std::clamp(kMoves - position.empties(), 1, kMoves);
}

Polynomial::Polynomial(const Exponents& exponents, int pieces)
    : exponents_(exponents), pieces_(pieces), terms_(kMoves) {
    for (int move = 1; move <= kMoves; ++move) {
        for (int which = 0; which < kClasses; ++which) set(move, which, exponent(move, which));
    }
}

void Polynomial::set(int move, int which, int exponent) {
    const int within = std::clamp(exponent, kLeastExponent, kMostExponent);
    exponents_[row(move)][index(which)] = within;
    auto& terms = terms_[row(move)][index(which)];
    for (int count = 0; count < kCounts; ++count) {
        terms[static_cast<std::size_t>(count)] = class_term(count - kMostSquaresOfClass, within);
    }
}

int Polynomial::value(Position position, int move) const {
    const RowOfDiscs sum = compare_rows(position);
    const Terms& terms = terms_[row(move)];
    int value = shape_terms(position) + sum.potential +
                pieces_ * (popcount(position.own) - popcount(position.opponent));
    for (std::size_t which = 0; which < kClasses; ++which) {
        const std::uint64_t word = sum.classes[which / kFields];
        value += terms[which][word >> (kFieldBits * (which % kFields)) & 127];
    }
    return std::clamp(value, 1 - classic::kFinished, classic::kFinished - 1);
}

std::array<int, kClasses> Polynomial::class_terms(Position position, int move) const {
    std::array<int, kClasses> terms = class_counts(position);
    for (std::size_t which = 0; which < kClasses; ++which) {
        terms[which] = class_term(terms[which], exponents_[row(move)][which]);
    }
    return terms;
}

}  // namespace emilia::mcabee
