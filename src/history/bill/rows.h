#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

// The lines that files of parameters and of training share: two for each move of the game, "12 won"
// or "12 lost" and numbers behind it.

namespace emilia::bill {

// The lines of a text, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

// Reads the rows of all moves from `lines`, beginning with number `first` (from 0); what is left
// over or missing is an error. `take` is given the move from 1 on, the class and the words behind
// them, and says what is wrong with these or nothing.
using TakeRow = std::function<std::string(int move, bool won, std::span<const std::string_view>)>;
Result<Done> read_rows(std::span<const std::string_view> lines, std::size_t first,
                       const TakeRow& take);

// The beginning of a row.
std::string row_name(int move, bool won);

}  // namespace emilia::bill
