#include "cli/game_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "game/openings.h"
#include "game/wthor.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Years {
    int first = 0;
    int last = 9999;
};

Result<Years> parse_years(std::string_view text) {
    const auto year = [](std::string_view part) -> std::optional<int> {
        const auto number = parse_integer(part);
        if (part.size() != 4 || !number || *number < 1000) return std::nullopt;
        return static_cast<int>(*number);
    };
    const Error error{fmt::format(
        "--year: '{}' is neither a year nor years from to, such as 1980 or 1980-1985", text)};
    const std::size_t dash = text.find('-');
    const std::string_view from = text.substr(0, dash);
    const std::string_view to = dash == text.npos ? from : text.substr(dash + 1);
    if (from.empty() && to.empty()) return error;
    Years years;
    if (!from.empty()) {
        const auto first = year(from);
        if (!first) return error;
        years.first = *first;
    }
    if (!to.empty()) {
        const auto last = year(to);
        if (!last) return error;
        years.last = *last;
    }
    if (years.first > years.last) {
        return Error{fmt::format("--year: {} comes after {}; nothing lies between", from, to)};
    }
    return years;
}

// The name of a result that GameWishes uses.
std::string_view result_name(const GameRecord& game) {
    if (!game.result) return game.winner ? name_of(*game.winner) : "unknown";
    if (game.result->value() == 0) return "draw";
    return name_of(game.result->value() > 0 ? Color::black : Color::white);
}

std::string player_of(const GameRecord& game, Color color) {
    return game.player(color).name;
}

std::vector<std::string> opening_names(const GameRecord& game) {
    std::vector<std::string> names;
    for (const OpeningName& opening : openings_of(game)) {
        names.emplace_back(opening.name);
        if (!opening.also.empty()) names.emplace_back(opening.also);
    }
    return names;
}

// The nearest of the names, or of their words if none is near as a whole.
std::optional<std::string> suggestion(const std::string& text, const std::set<std::string>& names) {
    const std::vector<std::string> whole(names.begin(), names.end());
    if (auto name = closest(text, whole)) return name;
    std::set<std::string> words;
    for (const std::string& name : names) {
        std::string word;
        for (const char c : name + " ") {
            if (c != ' ' && c != ',' && c != '(' && c != ')') {
                word += c;
            } else if (!word.empty()) {
                words.insert(std::exchange(word, ""));
            }
        }
    }
    return closest(text, {words.begin(), words.end()});
}

}  // namespace

void GameFilter::ask_for_text(const std::string& option, const std::string& text,
                              std::function<std::vector<std::string>(const GameRecord&)> names) {
    if (text.empty()) return;
    Wish wish;
    wish.option = fmt::format("{} '{}'", option, text);
    wish.text = text;
    wish.names = names;
    wish.fits = [wanted = folded(text), names = std::move(names)](const GameRecord& game) {
        const std::vector<std::string> all = names(game);
        return std::any_of(all.begin(), all.end(), [&](const std::string& name) {
            return folded(name).find(wanted) != std::string::npos;
        });
    };
    wishes_.push_back(std::move(wish));
}

void GameFilter::ask(const std::string& option, const std::string& text,
                     std::function<bool(const GameRecord&)> fits) {
    Wish wish;
    wish.option = text.empty() ? option : fmt::format("{} {}", option, text);
    wish.fits = std::move(fits);
    wishes_.push_back(std::move(wish));
}

Result<GameFilter> GameFilter::make(const GameWishes& wishes) {
    using Names = std::vector<std::string>;
    GameFilter filter;
    filter.ask_for_text("--player", wishes.player, [](const GameRecord& game) {
        return Names{player_of(game, Color::black), player_of(game, Color::white)};
    });
    filter.ask_for_text("--black", wishes.black, [](const GameRecord& game) {
        return Names{player_of(game, Color::black)};
    });
    filter.ask_for_text("--white", wishes.white, [](const GameRecord& game) {
        return Names{player_of(game, Color::white)};
    });
    filter.ask_for_text("--tournament", wishes.tournament,
                        [](const GameRecord& game) { return Names{game.event}; });
    filter.ask_for_text("--opening", wishes.opening, opening_names);
    if (!wishes.years.empty()) {
        const auto years = parse_years(wishes.years);
        if (!years) return years.error();
        filter.ask("--year", wishes.years, [years = *years](const GameRecord& game) {
            const auto year = game.year();
            return year && *year >= years.first && *year <= years.last;
        });
    }
    if (!wishes.result.empty()) {
        filter.ask("--result", wishes.result, [result = wishes.result](const GameRecord& game) {
            return result_name(game) == result;
        });
    }
    if (wishes.programs) {
        filter.ask("--programs", "", [](const GameRecord& game) {
            return is_program(player_of(game, Color::black)) &&
                   is_program(player_of(game, Color::white));
        });
    }
    return filter;
}

bool GameFilter::accepts(const GameRecord& game) {
    ++seen_;
    bool accepted = true;
    for (Wish& wish : wishes_) {
        if (wish.fits(game)) {
            ++wish.matches;
            continue;
        }
        accepted = false;
        if (wish.matches == 0 && wish.names) {
            for (std::string& name : wish.names(game)) wish.candidates.insert(std::move(name));
        }
    }
    return accepted;
}

std::string GameFilter::why_none() const {
    const std::string among = fmt::format("of {} games none", with_commas(seen_));
    for (const Wish& wish : wishes_) {
        if (wish.matches > 0) continue;
        const auto meant = suggestion(wish.text, wish.candidates);
        return fmt::format("{} fits {}{}", among, wish.option,
                           meant ? fmt::format("; did you mean '{}'?", *meant) : "");
    }
    std::vector<std::string> parts;
    for (const Wish& wish : wishes_) {
        parts.push_back(fmt::format("{} ({})", wish.option, with_commas(wish.matches)));
    }
    return parts.empty() ? "there is no game in what was read"
                         : fmt::format("{} fits all of {}", among, fmt::join(parts, ", "));
}

}  // namespace emilia::cli
