#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace emilia {

// What players call an opening.
struct OpeningName {
    std::string_view name;
    std::string_view also;  // other names, separated by commas; Japanese ones in Latin letters
    std::string_view line;  // the moves that lead to it, played from f5: "f5d6c3d3c4"

    bool operator==(const OpeningName&) const = default;
};

// All that Emilia knows, those of a family one after the other.
std::span<const OpeningName> openings();

// The name of just this position, whichever way up the board is and however it was reached.
std::optional<OpeningName> opening_at(Position position);

// The opening of a game: the name that it reached last, hence the longest line. So a game that
// comes into a named line by other moves has that line's name from there on.
std::optional<OpeningName> opening_of(const GameRecord& game);
// The same for the moves so far; they must be legal.
std::optional<OpeningName> opening_of(std::span<const Move> moves, const Diagram& start = {});

// All names that a game goes through, from the first: Perpendicular, Tiger, Stephenson.
std::vector<OpeningName> openings_of(const GameRecord& game);

}  // namespace emilia
