#include "match/time_control.h"

#include <fmt/format.h>

#include <vector>

#include "util/text.h"

namespace emilia::match {

Result<Clock> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto time = parse_duration(trimmed(text.substr(0, plus)));
    const auto increment =
        plus == text.npos ? std::optional(0.0) : parse_duration(trimmed(text.substr(plus + 1)));
    if (!time || !increment || *time + *increment <= 0) {
        return Error{fmt::format(
            "{} is no clock: write a time for the game, or that, a plus and what is added after "
            "each move: 5m, 10+0.1, 2:00+1s",
            in_quotes(text))};
    }
    return Clock{*time, *increment};
}

std::string to_string(const TimeControl& control) {
    std::vector<std::string> parts;
    if (control.game) {
        std::string text = duration(control.game->left);
        if (control.game->increment > 0) text += "+" + duration(control.game->increment);
        parts.push_back(text + " a game");
    }
    if (control.move) parts.push_back(duration(*control.move) + " a move");
    if (control.depth) parts.push_back(fmt::format("depth {}", *control.depth));
    if (control.nodes) parts.push_back(fmt::format("{} nodes", *control.nodes));
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace emilia::match
