#include "experiment/choices.h"

#include <fmt/format.h>

#include <optional>

#include "board/rules.h"
#include "game/reading.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia::experiment {

namespace {

// "Cerf (black, 44) - Mimura (white, 20)": the names without what is in brackets.
std::array<std::string, 2> players_of(std::string_view text) {
    const std::size_t middle = text.find(" - ");
    const auto name = [](std::string_view one) {
        return std::string(trimmed(one.substr(0, one.find('('))));
    };
    if (middle == std::string_view::npos) return {name(text), ""};
    return {name(text.substr(0, middle)), name(text.substr(middle + 3))};
}

Result<Done> add_line(ChoiceGame& game, GameBuilder& builder,
                      const std::vector<std::string_view>& words) {
    const bool doubtful = words.size() == 5 && words[4] == "?";
    const auto number = parse_integer(words[0]);
    const auto played = words.size() >= 3 ? parse_square(words[2]) : std::nullopt;
    const auto chosen = words.size() >= 4 ? parse_square(words[3]) : std::nullopt;
    if ((words.size() != 4 && !doubtful) || !number || !played || !chosen ||
        (words[1] != "B" && words[1] != "W")) {
        return Error{
            "expected the number of the move, B or W, the square played and the square "
            "chosen, perhaps a '?'"};
    }
    const Color color = words[1] == "B" ? Color::black : Color::white;
    KnownChoice choice;
    choice.move = static_cast<int>(*number);
    const auto added = builder.add({*played}, color);
    if (!added) return added.error();
    builder.undo();
    choice.diagram = builder.diagram();
    if (must_pass(choice.diagram.position)) choice.diagram = play(choice.diagram, Move::pass());
    choice.last = builder.plies() == 0 ? Move::pass() : builder.record().moves.back().move;
    choice.played = *played;
    if (flips(choice.diagram.position, *chosen) != 0) {
        if (!doubtful) choice.chosen = *chosen;
    } else if (!doubtful) {
        return Error{
            fmt::format("{} is chosen, which is not legal there; a '?' marks such a choice",
                        to_string(*chosen))};
    }
    game.choices.push_back(choice);
    return builder.add({*played}, color);
}

}  // namespace

Result<std::vector<ChoiceGame>> parse_choices(std::string_view text) {
    std::vector<ChoiceGame> games;
    GameBuilder builder;
    LineReader reader(text);
    std::string_view line;
    while (reader.next(line)) {
        const auto words = split_words(line);
        if (words.empty() || words[0].starts_with('#') || words[0] == "move") continue;
        const auto wrong = [&](const std::string& what) {
            return Error{fmt::format("line {}: {}", reader.number(), what)};
        };
        if (words[0] == "game") {
            const std::size_t colon = line.find(':');
            if (colon == std::string_view::npos) return wrong("expected 'game 1: Black - White'");
            games.push_back({players_of(line.substr(colon + 1)), {}});
            builder = GameBuilder();
            continue;
        }
        if (games.empty()) return wrong("a move before the first 'game 1: Black - White'");
        const auto added = add_line(games.back(), builder, words);
        if (!added) return wrong(added.error().message);
    }
    if (games.empty()) return Error{"it has no line 'game 1: Black - White'"};
    return games;
}

Result<std::vector<ChoiceGame>> read_choices(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return text.error();
    auto games = parse_choices(*text);
    if (!games) return Error{fmt::format("{}: {}", path, games.error().message)};
    return games;
}

}  // namespace emilia::experiment
