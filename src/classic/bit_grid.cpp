#include "classic/bit_grid.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "util/text.h"

namespace emilia::classic {

namespace {

constexpr std::array<int, 4> kSteps = {1, kBitGridStride - 1, kBitGridStride, kBitGridStride + 1};

template <bool Up>
constexpr WideBits shifted(WideBits bits, int by) {
    if constexpr (Up) {
        return bits << by;
    } else {
        return bits >> by;
    }
}

// Squares beyond a run of the opponent's discs that begins beside a disc of `own`. A run has at
// most eight discs, so that three doublings after the first two reach its end.
template <bool Up, int Step>
WideBits beyond_runs(WideBits own, WideBits opponent) {
    WideBits run = shifted<Up>(own, Step) & opponent;
    run |= shifted<Up>(run, Step) & opponent;
    const WideBits pairs = opponent & shifted<Up>(opponent, Step);
    run |= shifted<Up>(run, 2 * Step) & pairs;
    run |= shifted<Up>(run, 2 * Step) & pairs;
    run |= shifted<Up>(run, 2 * Step) & pairs;
    return shifted<Up>(run, Step);
}

template <int Step>
WideBits both_ways(WideBits own, WideBits opponent) {
    return beyond_runs<true, Step>(own, opponent) | beyond_runs<false, Step>(own, opponent);
}

template <bool Up>
WideBits flipped_run(WideBits from, int step, WideBits own, WideBits opponent) {
    WideBits run = 0;
    WideBits at = shifted<Up>(from, step);
    for (; (at & opponent) != 0; at = shifted<Up>(at, step)) run |= at;
    return (at & own) != 0 ? run : 0;
}

const std::vector<std::string>& default_blocked() {
    static const std::vector<std::string> squares = {"c3", "h3", "c8", "h8"};
    return squares;
}

}  // namespace

BitGridShape::BitGridShape(const GridShape& shape) : grid_(shape) {
    for (int cell = 0; cell < shape.cells(); ++cell) {
        if (shape.is_blocked(cell)) continue;
        playable_ |= wide_bit(place_at(shape.column_of(cell), shape.row_of(cell)));
    }
    for (const int place : PlaceRange(playable_)) {
        bool open = false;
        for (const int step : kSteps) {
            const WideBits here = wide_bit(place);
            open = open || ((here << step & playable_) != 0 && (here >> step & playable_) != 0);
        }
        if (!open) corners_ |= wide_bit(place);
    }
}

std::string BitGridShape::name_of(int place) const {
    return grid_.name_of(grid_.cell_at(column_of(place), row_of(place)));
}

std::optional<int> BitGridShape::parse_place(std::string_view name) const {
    const auto cell = grid_.parse_cell(name);
    if (!cell || grid_.is_blocked(*cell)) return std::nullopt;
    return place_at(grid_.column_of(*cell), grid_.row_of(*cell));
}

BitGridBoard BitGridBoard::initial(const BitGridShape& shape) {
    return from(shape, GridPosition::initial(shape.grid()));
}

BitGridBoard BitGridBoard::from(const BitGridShape& shape, const GridPosition& position) {
    BitGridBoard board{0, 0, &shape};
    const GridShape& grid = shape.grid();
    for (int cell = 0; cell < grid.cells(); ++cell) {
        const WideBits here =
            wide_bit(BitGridShape::place_at(grid.column_of(cell), grid.row_of(cell)));
        if (position.at(cell) == Disc::own) board.own |= here;
        if (position.at(cell) == Disc::opponent) board.opponent |= here;
    }
    return board;
}

BitGridBoard BitGridBoard::from(const BitGridShape& shape, Position position) {
    const auto widened = [](Bitboard bits) {
        WideBits wide = 0;
        for (int row = 0; row < 8; ++row) {
            wide |= WideBits{bits >> (8 * row) & 0xff} << (row * kBitGridStride);
        }
        return wide;
    };
    return {widened(position.own), widened(position.opponent), &shape};
}

WideBits BitGridBoard::moves_of(WideBits own, WideBits opponent, WideBits vacant) {
    return (both_ways<kSteps[0]>(own, opponent) | both_ways<kSteps[1]>(own, opponent) |
            both_ways<kSteps[2]>(own, opponent) | both_ways<kSteps[3]>(own, opponent)) &
           vacant;
}

WideBits BitGridBoard::flips_of(WideBits own, WideBits opponent, int place) {
    const WideBits from = wide_bit(place);
    WideBits flipped = 0;
    for (const int step : kSteps) {
        flipped |= flipped_run<true>(from, step, own, opponent);
        flipped |= flipped_run<false>(from, step, own, opponent);
    }
    return flipped;
}

BitGridBoard BitGridBoard::after(int place) const {
    if (place == pass()) return passed();
    const WideBits flipped = flips_of(own, opponent, place);
    return {opponent & ~flipped, own | flipped | wide_bit(place), shape};
}

int BitGridBoard::final_score() const {
    const int balance = disc_balance();
    return balance > 0 ? balance + empties() : balance < 0 ? balance - empties() : 0;
}

std::uint64_t BitGridBoard::hash() const {
    std::uint64_t hash = 0;
    for (const WideBits bits : {own, opponent}) {
        for (const auto word :
             {static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64)}) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15;
            hash ^= hash >> 32;
        }
    }
    return hash;
}

std::string BitGridBoard::to_string() const {
    std::string text;
    const GridShape& grid = shape->grid();
    for (int row = 0; row < grid.size(); ++row) {
        for (int column = 0; column < grid.size(); ++column) {
            const WideBits here = wide_bit(BitGridShape::place_at(column, row));
            text += (own & here) != 0                 ? 'X'
                    : (opponent & here) != 0          ? 'O'
                    : (shape->playable() & here) != 0 ? '-'
                                                      : '#';
        }
        text += '\n';
    }
    return text;
}

Result<GridShape> parse_shape(std::string_view text) {
    if (text == "96") return GridShape::with_blocked(kMaxGridSize, default_blocked());
    const auto dash = text.find('-');
    const auto size = parse_integer(text.substr(0, dash));
    if (!size || *size < 4 || *size > kMaxGridSize) {
        return Error{
            fmt::format("{} is no board: give a size from 4 to 10, 96, or a size with the squares "
                        "that are blocked, as in 10-c3-h3-c8-h8",
                        in_quotes(text))};
    }
    std::vector<std::string> blocked;
    for (auto at = dash; at != std::string_view::npos;) {
        const auto next = text.find('-', at + 1);
        blocked.emplace_back(text.substr(
            at + 1, next == std::string_view::npos ? std::string_view::npos : next - at - 1));
        at = next;
    }
    return GridShape::with_blocked(static_cast<int>(*size), blocked);
}

std::string to_string(const GridShape& shape) {
    const auto standard = GridShape::with_blocked(kMaxGridSize, default_blocked());
    if (shape == *standard) return "96";
    std::string text = std::to_string(shape.size());
    for (int cell = 0; cell < shape.cells(); ++cell) {
        if (shape.is_blocked(cell)) text += "-" + shape.name_of(cell);
    }
    return text;
}

}  // namespace emilia::classic
