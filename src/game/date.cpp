#include "game/date.h"

#include <algorithm>

namespace emilia {

namespace {

// Whether `text` is a year, a year and a month, or a full date with `separator` between them.
bool is_date(std::string_view text, char separator) {
    if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == 4 || i == 7) {
            if (text[i] != separator) return false;
        } else if (text[i] < '0' || text[i] > '9') {
            return false;
        }
    }
    return true;
}

std::string replace_separator(std::string_view text, char from, char to) {
    std::string changed(text);
    if (is_date(text, from)) std::replace(changed.begin(), changed.end(), from, to);
    return changed;
}

constexpr std::string_view kNoDate = "????.??.??";

}  // namespace

std::string date_with_dots(std::string_view text) {
    return replace_separator(text, '-', '.');
}

std::string date_with_dashes(std::string_view date) {
    return replace_separator(date, '.', '-');
}

std::string date_from_pgn(std::string_view text) {
    for (const std::size_t known : {0U, 4U, 7U}) {
        if (text.size() != kNoDate.size() || text.substr(known) != kNoDate.substr(known)) continue;
        if (known == 0 || is_date(text.substr(0, known), '.')) {
            return std::string(text.substr(0, known));
        }
    }
    return date_with_dots(text);
}

std::string date_for_pgn(std::string_view date) {
    if (!date.empty() && !is_date(date, '.')) return std::string(date);
    return std::string(date) + std::string(kNoDate.substr(date.size()));
}

}  // namespace emilia
