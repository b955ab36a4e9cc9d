#pragma once

#include <string>
#include <string_view>

namespace emilia {

// A game's date is kept as "1980.06.19", "1980.06" or "1980" where a file says just that, and
// otherwise as the file has it. Formats differ in how they write the first three.

// "1980-06-19" as "1980.06.19", and back; anything else as it is.
std::string date_with_dots(std::string_view text);
std::string date_with_dashes(std::string_view date);

// "1980.06.??" as "1980.06" and "????.??.??" as nothing, and back; anything else as it is.
std::string date_from_pgn(std::string_view text);
std::string date_for_pgn(std::string_view date);

}  // namespace emilia
