#include "history/bill/rows.h"

#include <fmt/format.h>

#include "history/bill/features.h"
#include "util/text.h"

namespace emilia::bill {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string row_name(int move, bool won) {
    return fmt::format("{} {}", move, won ? "won" : "lost");
}

Result<Done> read_rows(std::span<const std::string_view> lines, std::size_t first,
                       const TakeRow& take) {
    constexpr std::size_t kRows = 2 * kMoves;
    // The seal takes two lines at the top.
    const auto number = [&](std::size_t row) { return first + row + 3; };
    if (lines.size() != first + kRows) {
        return Error{fmt::format("there should be {} lines of numbers and there are {}", kRows,
                                 lines.size() < first ? 0 : lines.size() - first)};
    }
    for (std::size_t row = 0; row < kRows; ++row) {
        const int move = static_cast<int>(row / 2) + 1;
        const bool won = row % 2 == 0;
        const std::vector<std::string_view> words = split_words(lines[first + row]);
        const std::string name = row_name(move, won);
        if (words.size() < 2 || fmt::format("{} {}", words[0], words[1]) != name) {
            return Error{fmt::format("line {} should begin with '{}'", number(row), name)};
        }
        const std::string wrong = take(move, won, std::span(words).subspan(2));
        if (!wrong.empty()) {
            return Error{fmt::format("line {} ({}): {}", number(row), name, wrong)};
        }
    }
    return Done{};
}

}  // namespace emilia::bill
