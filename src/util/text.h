#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

std::string_view trimmed(std::string_view text);
std::string lower_case(std::string_view text);

// Latin-1, one byte a character, as UTF-8; and back, with '?' for what Latin-1 has not.
std::string utf8_from_latin1(std::string_view text);
std::string latin1_from_utf8(std::string_view text);

// "12345678" as "12,345,678".
std::string with_commas(unsigned long long number);

// A whole number that fills the text, or nothing.
std::optional<long long> parse_integer(std::string_view text);

// The candidate that a mistyped word most likely meant, if one is near enough.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace emilia
