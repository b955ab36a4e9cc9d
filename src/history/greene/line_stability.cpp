#include "history/greene/line_stability.h"

#include "util/bits.h"

namespace emilia::greene {

namespace {

// The bits of a byte as digits to base 3.
constexpr std::array<std::uint16_t, 256> make_ternary() {
    std::array<std::uint16_t, 256> digits{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned power = 1;
        unsigned sum = 0;
        for (unsigned square = 0; square < 8; ++square, power *= 3) {
            if ((byte >> square & 1) != 0) sum += power;
        }
        digits[byte] = static_cast<std::uint16_t>(sum);
    }
    return digits;
}
constexpr std::array<std::uint16_t, 256> kTernary = make_ternary();

}  // namespace

int line_index(unsigned own, unsigned opponent) {
    return kTernary[own] + 2 * kTernary[opponent];
}

unsigned line_flips(unsigned own, unsigned opponent, int square) {
    unsigned all = 0;
    for (const int step : {-1, 1}) {
        unsigned enclosed = 0;
        for (int at = square + step; at >= 0 && at < 8; at += step) {
            const unsigned here = 1U << at;
            if ((own & here) != 0) {
                all |= enclosed;
                break;
            }
            if ((opponent & here) == 0) break;
            enclosed |= here;
        }
    }
    return all;
}

LineTable::LineTable() : lines_(kLines) {
    for (int empties = 0; empties <= 8; ++empties) {
        for (unsigned own = 0; own < 256; ++own) {
            for (unsigned opponent = 0; opponent < 256; ++opponent) {
                const unsigned occupied = own | opponent;
                if ((own & opponent) != 0 || popcount(occupied) != 8 - empties) continue;
                unsigned stable = occupied;
                unsigned unstable = 0;
                for (int square = 0; square < 8; ++square) {
                    const unsigned here = 1U << square;
                    if ((occupied & here) != 0) continue;
                    const unsigned of_own = line_flips(own, opponent, square);
                    const unsigned of_opponent = line_flips(opponent, own, square);
                    unstable |= of_own | of_opponent;
                    stable &= of(own | here | of_own, opponent & ~of_own).stable;
                    stable &= of(own & ~of_opponent, opponent | here | of_opponent).stable;
                }
                stable &= ~unstable;
                LineStability& line = lines_[static_cast<std::size_t>(line_index(own, opponent))];
                line.stable = static_cast<std::uint8_t>(stable);
                line.unstable = static_cast<std::uint8_t>(unstable);
                line.semistable = static_cast<std::uint8_t>(occupied & ~stable & ~unstable);
            }
        }
    }
}

const LineTable& line_table() {
    static const LineTable table;
    return table;
}

}  // namespace emilia::greene
