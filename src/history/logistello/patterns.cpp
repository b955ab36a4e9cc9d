#include "history/logistello/patterns.h"

#include <span>

namespace emilia::logistello {

namespace {

using Numbers = std::array<std::int16_t, Board::kNumbers>;

void add(Numbers& numbers, Square square, int times) {
    const Numbers& digits = kDigits[static_cast<std::size_t>(index_of(square))].of;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<std::int16_t>(numbers[i] + times * digits[i]);
    }
}

void negate(Numbers& numbers) {
    for (std::int16_t& number : numbers) number = static_cast<std::int16_t>(-number);
}

// The digits of a configuration: 1 own, -1 the opponent's, 0 empty.
std::vector<int> digits_of(int index, int size) {
    std::vector<int> digits;
    for (int i = 0; i < size; ++i) {
        digits.push_back(index % 3 - 1);
        index /= 3;
    }
    return digits;
}

// Whether a disc of `player` on an empty square of a line turns anything over along it.
bool flips_on(std::span<const int> line, int square, int player) {
    for (const int step : {-1, 1}) {
        int at = square + step;
        bool between = false;
        const auto inside = [&] { return at >= 0 && at < static_cast<int>(line.size()); };
        while (inside() && line[static_cast<std::size_t>(at)] == -player) {
            between = true;
            at += step;
        }
        if (between && inside() && line[static_cast<std::size_t>(at)] == player) return true;
    }
    return false;
}

bool beside(std::span<const int> line, int square, int player) {
    for (const int at : {square - 1, square + 1}) {
        if (at >= 0 && at < static_cast<int>(line.size()) &&
            line[static_cast<std::size_t>(at)] == player) {
            return true;
        }
    }
    return false;
}

}  // namespace

Board Board::of(Position position) {
    Board board{position, {}};
    for (const Square square : squares_of(position.own)) add(board.numbers, square, 1);
    for (const Square square : squares_of(position.opponent)) add(board.numbers, square, -1);
    return board;
}

Board Board::after(Square square, Bitboard flipped) const {
    Board next{position.after(square, flipped), numbers};
    add(next.numbers, square, 1);
    for (const Square turned : squares_of(flipped)) add(next.numbers, turned, 2);
    negate(next.numbers);
    return next;
}

Board Board::passed() const {
    Board next{position.passed(), numbers};
    negate(next.numbers);
    return next;
}

const Classes& classes() {
    static const Classes all = [] {
        Classes made;
        for (std::size_t family = 0; family < kFamilyCount; ++family) {
            made.foldings[family] = fold(kFamilies[family]);
            made.begin[family] = static_cast<std::uint32_t>(made.count);
            made.count += static_cast<std::size_t>(made.foldings[family].classes);
        }
        made.begin[kParity] = static_cast<std::uint32_t>(made.count);
        made.count += 2;
        return made;
    }();
    return all;
}

const LineMobility& line_mobility() {
    static const LineMobility all = [] {
        LineMobility made;
        for (std::size_t family = 0; family < kFamilyCount; ++family) {
            const Folding& folding = classes().foldings[family];
            made.current[family].resize(static_cast<std::size_t>(folding.classes));
            made.potential[family].resize(static_cast<std::size_t>(folding.classes));
            if (line_length(family) == 0) continue;
            for (int index = 0; index < power_of_3(kFamilies[family].size); ++index) {
                const auto line = digits_of(index, line_length(family));
                int current = 0;
                int potential = 0;
                for (int square = 0; square < line_length(family); ++square) {
                    if (line[static_cast<std::size_t>(square)] != 0) continue;
                    current += flips_on(line, square, 1) - flips_on(line, square, -1);
                    potential += beside(line, square, -1) - beside(line, square, 1);
                }
                const auto of =
                    static_cast<std::size_t>(folding.class_of[static_cast<std::size_t>(index)]);
                made.current[family][of] = static_cast<std::int8_t>(current);
                made.potential[family][of] = static_cast<std::int8_t>(potential);
            }
        }
        return made;
    }();
    return all;
}

}  // namespace emilia::logistello
