#include "history/bill/line_tables.h"

#include <algorithm>

#include "history/bill/turned_board.h"
#include "history/iago/edge_table.h"

namespace emilia::bill {

namespace {

// Fields of 16 bits for the three sums, each moved up so that none is negative, and a byte each for
// the turned discs.
constexpr int kBias = 1024;
constexpr int kLines = 32;
constexpr std::uint64_t kSumBits = 0x0000ffffffffffff;

// An empty square beside a disc may become a move, some squares sooner than others; those beside a
// corner are rarely wanted.
int potential_weight(int square) {
    const int column = std::min(square % 8, 7 - square % 8);
    const int row = std::min(square / 8, 7 - square / 8);
    const int least = std::min(column, row);
    const int most = std::max(column, row);
    if (least == 0) return most <= 1 ? 1 : 2;
    return least == 1 ? 1 : 2;
}

// A run of so many discs of one colour.
int run_penalty(int length) {
    return length < 4 ? 0 : (length - 3) * (length - 2) / 2;
}

// For the player `own`: penalties of his moves (at most 0), and what they turn over.
struct Moves {
    int penalty = 0;
    unsigned turned = 0;
};
Moves moves_along(const LineSquares& squares, unsigned own, unsigned opponent) {
    Moves moves;
    for (int at = 0; at < 8; ++at) {
        if (((own | opponent) >> at & 1) != 0) continue;
        for (const int step : {1, -1}) {
            unsigned run = 0;
            int next = at;
            const auto ends_here = [&](int square) {
                const int last = step > 0 ? square : square - 1;
                return last < 0 || last >= 7 || (squares.ends >> last & 1) != 0;
            };
            bool closed = false;
            while (!ends_here(next)) {
                next += step;
                if ((opponent >> next & 1) != 0) {
                    run |= 1U << next;
                    continue;
                }
                closed = run != 0 && (own >> next & 1) != 0;
                break;
            }
            if (!closed) continue;
            moves.penalty -= weight::kDirection + weight::kTurned * popcount(run);
            moves.turned |= run;
        }
    }
    return moves;
}

int potential_along(const LineSquares& squares, unsigned empty, unsigned opponent) {
    int sum = 0;
    for (int at = 0; at < 7; ++at) {
        if ((squares.ends >> at & 1) != 0) continue;
        if ((empty >> at & 1) != 0 && (opponent >> (at + 1) & 1) != 0) {
            sum += potential_weight(squares.square[static_cast<std::size_t>(at)]);
        }
        if ((empty >> (at + 1) & 1) != 0 && (opponent >> at & 1) != 0) {
            sum += potential_weight(squares.square[static_cast<std::size_t>(at + 1)]);
        }
    }
    return sum;
}

int runs_along(const LineSquares& squares, unsigned own) {
    int sum = 0;
    int run = 0;
    for (int at = 0; at < 8; ++at) {
        run = (own >> at & 1) != 0 ? run + 1 : 0;
        const bool ends = at == 7 || (squares.ends >> at & 1) != 0 || (own >> (at + 1) & 1) == 0;
        if (ends) {
            sum += run_penalty(run);
            run = 0;
        }
    }
    return sum * squares.sequence_weight;
}

// Adds the lines of one turned board.
template <typename Table>
std::uint64_t add_lines(const Table& table_of, Bitboard own, Bitboard opponent, Bitboard& turned,
                        Bitboard& opponent_turned) {
    std::uint64_t sum = 0;
    for (int line = 0; line < 8; ++line) {
        const int shift = 8 * line;
        const std::uint64_t entry =
            table_of(line)[iago::edge_index(static_cast<unsigned>(own >> shift & 0xff),
                                            static_cast<unsigned>(opponent >> shift & 0xff))];
        sum += entry & kSumBits;
        turned |= (entry >> 48 & 0xff) << shift;
        opponent_turned |= (entry >> 56) << shift;
    }
    return sum;
}

}  // namespace

LineSquares row_squares(int row) {
    LineSquares squares{};
    for (int at = 0; at < 8; ++at) squares.square[static_cast<std::size_t>(at)] = 8 * row + at;
    // Edges have a table of their own; beside them a long run hurts most.
    constexpr std::array<int, 4> kWeights = {0, 3, 2, 1};
    squares.sequence_weight = kWeights[static_cast<std::size_t>(row < 4 ? row : 7 - row)];
    return squares;
}

LineSquares diagonal_squares(int row) {
    LineSquares squares{};
    for (int at = 0; at < 8; ++at) {
        squares.square[static_cast<std::size_t>(at)] = 8 * ((row + at) % 8) + at;
    }
    if (row > 0) squares.ends = 1U << (7 - row);
    squares.sequence_weight = 1;
    return squares;
}

LineEntry line_entry(const LineSquares& squares, unsigned own, unsigned opponent) {
    const unsigned empty = ~(own | opponent) & 0xff;
    const Moves ours = moves_along(squares, own, opponent);
    const Moves theirs = moves_along(squares, opponent, own);
    return {ours.penalty - theirs.penalty,
            potential_along(squares, empty, opponent) - potential_along(squares, empty, own),
            runs_along(squares, opponent) - runs_along(squares, own), ours.turned, theirs.turned};
}

LineTables::Packed LineTables::pack(const LineEntry& entry) {
    const auto field = [](int value) { return static_cast<Packed>(value + kBias); };
    return field(entry.mobility) | field(entry.potential) << 16 | field(entry.sequence) << 32 |
           Packed{entry.turned} << 48 | Packed{entry.opponent_turned} << 56;
}

LineEntry LineTables::unpack(Packed packed) {
    const auto field = [&](int shift) {
        return static_cast<int>(packed >> shift & 0xffff) - kBias;
    };
    return {field(0), field(16), field(32), static_cast<unsigned>(packed >> 48 & 0xff),
            static_cast<unsigned>(packed >> 56)};
}

LineTables::LineTables() {
    const auto fill = [](std::vector<Packed>& table, const LineSquares& squares) {
        table.resize(iago::kEdges);
        for (unsigned own = 0; own < 256; ++own) {
            for (unsigned opponent = 0; opponent < 256; ++opponent) {
                if ((own & opponent) != 0) continue;
                table[static_cast<std::size_t>(iago::edge_index(own, opponent))] =
                    pack(line_entry(squares, own, opponent));
            }
        }
    };
    for (int i = 0; i < kRows; ++i) fill(rows_[static_cast<std::size_t>(i)], row_squares(i));
    for (int i = 0; i < kDiagonals; ++i) {
        fill(diagonals_[static_cast<std::size_t>(i)], diagonal_squares(i));
    }
}

LineEntry LineTables::row(int row, unsigned own, unsigned opponent) const {
    return unpack(rows_[static_cast<std::size_t>(row < 4 ? row : 7 - row)]
                       [static_cast<std::size_t>(iago::edge_index(own, opponent))]);
}
LineEntry LineTables::diagonals(int row, unsigned own, unsigned opponent) const {
    return unpack(diagonals_[static_cast<std::size_t>(row)]
                            [static_cast<std::size_t>(iago::edge_index(own, opponent))]);
}

LineTables::Sums LineTables::sums(Bitboard own, Bitboard opponent, Bitboard frontier) const {
    const auto row_table = [this](int line) {
        return rows_[static_cast<std::size_t>(line < 4 ? line : 7 - line)].data();
    };
    const auto diagonal_table = [this](int line) {
        return diagonals_[static_cast<std::size_t>(line)].data();
    };
    // Turned upside down, a board has its antidiagonals where its diagonals were.
    const auto antidiagonal_table = [this](int line) {
        return diagonals_[static_cast<std::size_t>(7 - line)].data();
    };
    Packed sum = 0;
    Sums sums;
    const auto add = [&](const auto& table, Bitboard ours, Bitboard theirs, Bitboard edge) {
        Bitboard turned = 0;
        Bitboard opponent_turned = 0;
        sum += add_lines(table, ours, theirs, turned, opponent_turned);
        sums.frontier += popcount(turned & edge) - popcount(opponent_turned & edge);
    };
    add(row_table, own, opponent, frontier);
    add(row_table, transposed(own), transposed(opponent), transposed(frontier));
    add(diagonal_table, diagonals_of(own), diagonals_of(opponent), diagonals_of(frontier));
    add(antidiagonal_table, antidiagonals_of(own), antidiagonals_of(opponent),
        antidiagonals_of(frontier));
    const auto field = [&](int shift) {
        return static_cast<int>(sum >> shift & 0xffff) - kLines * kBias;
    };
    sums.mobility = field(0);
    sums.potential = field(16);
    sums.sequence = field(32);
    return sums;
}

}  // namespace emilia::bill
