#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia::experiment {

// A position of a known game, the move that was played, and the one that a program chose there.
struct KnownChoice {
    int move = 0;     // 1 to 60, as it is printed
    Diagram diagram;  // before the move
    Move last = Move::pass();
    Move played = Move::pass();
    std::optional<Move> chosen;  // none where what is printed cannot be right
};

struct ChoiceGame {
    std::array<std::string, 2> players;  // by Color
    std::vector<KnownChoice> choices;
};

// Reads what `emilia help experiment` describes. A choice that is not legal and not marked so, and
// whatever else is wrong, is named with its line.
Result<std::vector<ChoiceGame>> parse_choices(std::string_view text);
Result<std::vector<ChoiceGame>> read_choices(const std::string& path);

}  // namespace emilia::experiment
