#include "util/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

namespace emilia {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// Insertions, deletions, replacements and swaps of neighbours that lead from a to b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

// Takes the next character off UTF-8 text; what is not UTF-8 comes as U+FFFD, one byte at a time.
char32_t next_character(std::string_view& text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
    };
    const char32_t first = byte(0);
    const std::size_t length = first < 0x80                     ? 1
                               : first >= 0xc2 && first <= 0xdf ? 2
                               : first >= 0xe0 && first <= 0xef ? 3
                               : first >= 0xf0 && first <= 0xf4 ? 4
                                                                : 0;
    char32_t character = length == 1 ? first : first & (0x7fU >> length);
    bool good = length > 0 && length <= text.size();
    for (std::size_t i = 1; good && i < length; ++i) {
        good = (byte(i) & 0xc0) == 0x80;
        character = character << 6 | (byte(i) & 0x3f);
    }
    // Written longer than need be, halves of pairs, beyond the last.
    const bool allowed = !(length == 3 && character < 0x800) &&
                         !(length == 4 && character < 0x10000) &&
                         (character < 0xd800 || character > 0xdfff) && character <= 0x10ffff;
    if (!good || !allowed) {
        text.remove_prefix(1);
        return 0xfffd;
    }
    text.remove_prefix(length);
    return character;
}

bool is_printable(char32_t c) {
    // Controls; marks that turn the direction of writing or join lines; what was not UTF-8.
    return c >= 0x20 && !(c >= 0x7f && c < 0xa0) && !(c >= 0x200b && c <= 0x200f) &&
           !(c >= 0x2028 && c <= 0x202e) && !(c >= 0x2060 && c <= 0x206f) && c != 0xfeff &&
           c != 0xfffd;
}

std::size_t width_of(char32_t c) {
    if (c >= 0x300 && c <= 0x36f) return 0;  // accents on the letter before
    const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                      (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                      (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                      (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return lower;
}

std::string folded(std::string_view text) {
    // U+00C0 to U+00FF; '*' and '/' (the signs for times and divide) stay as they are.
    static constexpr std::string_view kBase =
        "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    std::string result;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t c = next_character(text);
        const std::string_view bytes = before.substr(0, before.size() - text.size());
        const char base = c >= 0xc0 && c <= 0xff ? kBase[c - 0xc0] : '*';
        if (c < 0x80) {
            result += lower_case(bytes);
        } else if (base != '*' && base != '/') {
            result += base;
        } else if (c < 0x300 || c > 0x36f) {
            result += bytes;
        }
    }
    return result;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t before = text.size();
        const char32_t c = next_character(text);
        if (c == 0xfffd && before - text.size() == 1) return false;
    }
    return true;
}

std::string printable(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t c = next_character(text);
        safe += is_printable(c) ? before.substr(0, before.size() - text.size()) : "?";
    }
    return safe;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    if (text.size() <= kLongest) return fmt::format("'{}'", printable(text));
    std::string_view rest = text;
    while (text.size() - rest.size() < kLongest - 3) next_character(rest);
    return fmt::format("'{}...'", printable(text.substr(0, text.size() - rest.size())));
}

std::string shell_word(std::string_view text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty()) {
            // As many characters as fit, at least one, back to the last blank among them.
            std::string_view rest = line;
            std::size_t columns = 0;
            std::size_t blank = 0;
            while (!rest.empty()) {
                const std::size_t at = line.size() - rest.size();
                std::string_view next = rest;
                const char32_t c = next_character(next);
                columns += width_of(c);
                if (c == ' ') blank = at;
                if (columns > width && at > 0) break;
                rest = next;
            }
            std::size_t cut = line.size() - rest.size();
            if (!rest.empty() && rest[0] != ' ' && blank > 0) cut = blank;
            lines.push_back(printable(trimmed(line.substr(0, cut))));
            line = trimmed(line.substr(cut));
        }
    }
    return lines;
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) columns += width_of(next_character(text));
    return columns;
}

std::string fitted(std::string_view text, std::size_t width, std::string_view mark) {
    std::string result;
    std::size_t columns = 0;
    std::size_t safe_bytes = 0;  // as much as leaves room for the mark
    std::size_t safe_columns = 0;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t c = next_character(text);
        const std::size_t more = width_of(c);
        if (columns + more > width) {
            if (width == 0) return "";
            result.resize(safe_bytes);
            result += mark;
            return result + std::string(width - safe_columns - 1, ' ');
        }
        result += is_printable(c) ? before.substr(0, before.size() - text.size()) : "?";
        columns += more;
        if (columns < width) {
            safe_bytes = result.size();
            safe_columns = columns;
        }
    }
    return result + std::string(width - columns, ' ');
}

std::string utf8_from_latin1(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(0xc0 | (byte >> 6));
            utf8 += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return utf8;
}

std::string latin1_from_utf8(std::string_view text) {
    std::string latin1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) {
            latin1 += text[i];
            continue;
        }
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1])
                                              : static_cast<unsigned char>(0);
        if ((byte == 0xc2 || byte == 0xc3) && (next & 0xc0) == 0x80) {
            latin1 += static_cast<char>(((byte & 3) << 6) | (next & 0x3f));
            ++i;
            continue;
        }
        latin1 += '?';
        // The rest of the same character.
        while (i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xc0) == 0x80) ++i;
    }
    return latin1;
}

std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
        text = trimmed(text);
        if (text.empty()) return words;
        std::size_t end = 0;
        while (end < text.size() && !is_blank(text[end])) ++end;
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::string with_commas(unsigned long long number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::optional<long long> parse_integer(std::string_view text) {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

std::optional<double> parse_decimal(std::string_view text) {
    constexpr std::size_t kLongest = 64;
    if (text.empty() || text.size() > kLongest) return std::nullopt;
    std::size_t at = 0;
    const bool negative = text[0] == '-';
    if (text[0] == '-' || text[0] == '+') ++at;
    const auto is_digit = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    long long digits = 0;
    int significant = 0;
    int exponent = 0;
    bool any = false;
    const auto take_digits = [&](int step) {
        for (; is_digit(); ++at) {
            any = true;
            if (digits > 0 || text[at] != '0') ++significant;
            if (significant <= 18) digits = digits * 10 + (text[at] - '0');
            exponent += step;
        }
    };
    take_digits(0);
    if (at < text.size() && text[at] == '.') {
        ++at;
        take_digits(-1);
    }
    if (!any) return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool down = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        if (!is_digit()) return std::nullopt;
        int power = 0;
        for (; is_digit(); ++at) power = std::min(power * 10 + (text[at] - '0'), 10000);
        exponent += down ? -power : power;
    }
    if (at != text.size()) return std::nullopt;
    if (digits == 0) return 0.0;
    // Up to 2^53 and 10^22 both factors are exact, so that one operation rounds rightly.
    if (significant <= 15 && exponent >= -22 && exponent <= 22) {
        double power = 1;
        for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
        const auto whole = static_cast<double>(digits);
        const double value = exponent < 0 ? whole / power : whole * power;
        return negative ? -value : value;
    }
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double value = 0;
    if (!(stream >> value) || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::string decimal(double number) {
    return number == 0 ? "0" : fmt::format("{}", number);
}

std::optional<double> parse_duration(std::string_view text) {
    if (const std::size_t colon = text.find(':'); colon != text.npos) {
        const auto minutes = parse_integer(text.substr(0, colon));
        const auto seconds = parse_decimal(text.substr(colon + 1));
        if (!minutes || !seconds || *minutes < 0 || *seconds < 0 || *seconds >= 60) {
            return std::nullopt;
        }
        return 60 * static_cast<double>(*minutes) + *seconds;
    }
    struct Unit {
        std::string_view name;
        double seconds;
    };
    for (const Unit unit : {Unit{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}}) {
        if (!text.ends_with(unit.name)) continue;
        const auto number = parse_decimal(text.substr(0, text.size() - unit.name.size()));
        if (!number || *number < 0) return std::nullopt;
        return *number * unit.seconds;
    }
    return std::nullopt;
}

std::string duration(double seconds) {
    const auto milliseconds = std::llround(seconds * 1000);
    if (milliseconds == 0) return "0s";
    if (milliseconds % 3'600'000 == 0) return fmt::format("{}h", milliseconds / 3'600'000);
    if (milliseconds % 60'000 == 0) return fmt::format("{}m", milliseconds / 60'000);
    if (milliseconds < 1000) return fmt::format("{}ms", milliseconds);
    return fmt::format("{}s", static_cast<double>(milliseconds) / 1000);
}

std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    if (word.size() > 64) return std::nullopt;
    const std::string lower = lower_case(word);
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(lower, lower_case(candidate));
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

}  // namespace emilia
