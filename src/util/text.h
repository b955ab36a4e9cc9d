#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

std::string_view trimmed(std::string_view text);
std::string lower_case(std::string_view text);

// For searching: ASCII in lower case, Latin letters without their accents ("Éric" as "eric").
std::string folded(std::string_view text);

// The pieces between blanks.
std::vector<std::string_view> split_words(std::string_view text);

// Latin-1, one byte a character, as UTF-8; and back, with '?' for what Latin-1 has not.
std::string utf8_from_latin1(std::string_view text);
std::string latin1_from_utf8(std::string_view text);

bool is_utf8(std::string_view text);

// Safe to show on a terminal, so that no name in a file can steer it: what is no printable
// character, or not UTF-8, becomes '?'.
std::string printable(std::string_view text);
// The same in quotes, for a message; cut where it is longer than a message should be.
std::string in_quotes(std::string_view text);
// One word of a shell's command line, in quotes where it needs them.
std::string shell_word(std::string_view text);
// The same in lines of at most `width` columns, broken between words where that can be.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// UTF-8 text in exactly `width` columns of a terminal: filled up with spaces, or cut and ended with
// `mark` (one column); printable as above.
std::string fitted(std::string_view text, std::size_t width, std::string_view mark);
// The columns that text takes there.
std::size_t columns_of(std::string_view text);

// "12345678" as "12,345,678".
std::string with_commas(unsigned long long number);

// A whole number that fills the text, or nothing.
std::optional<long long> parse_integer(std::string_view text);

// A number as people write it: "2", "-1.5", "+.5", "1e-3"; nothing else, no infinities. The same in
// every locale.
std::optional<double> parse_decimal(std::string_view text);
// The shortest text that parse_decimal() reads as the same (finite) number.
std::string decimal(double number);
// Seconds from "90", "1.5s", "200ms", "30m", "1h" or "5:30" (minutes and seconds); nothing if it is
// none of these or negative.
std::optional<double> parse_duration(std::string_view text);
// The same the other way, in the greatest unit that needs no more than three digits behind the
// point.
std::string duration(double seconds);

// The candidate that a mistyped word most likely meant, if one is near enough.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace emilia
