#include "game/ggf.h"

#include <fmt/format.h>

#include <cmath>

#include "board/position_text.h"
#include "board/rules.h"
#include "game/date.h"
#include "game/property_text.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::string_view kPrefix = "ggf:";
constexpr std::string_view kMatch = "ggf:match";
constexpr std::string_view kEvaluation = "ggf:evaluation";
constexpr std::string_view kTime = "ggf:time";

bool is_move(const Property& property) {
    return property.name == "B" || property.name == "W";
}

std::string text_of(const Property& property) {
    return unescaped(property.values.front());
}

std::optional<Ending> ending_of_flag(std::string_view flag) {
    if (flag.empty()) return Ending::unknown;
    if (flag == ":r") return Ending::resigned;
    if (flag == ":t") return Ending::timeout;
    if (flag == ":s") return Ending::agreed;
    return std::nullopt;
}

// What RE says; false if it is something else (half discs, as with komi).
bool parse_result(GameRecord& game, std::string_view value) {
    const std::string text = lower_case(trimmed(value));
    if (text.empty() || text == "?") return true;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto number = parse_decimal(std::string_view(text).substr(0, colon));
    const auto ending = ending_of_flag(std::string_view(text).substr(colon));
    if (!number || !ending) return false;
    if (*number != std::round(*number) || std::abs(*number) > kSquares) {
        // Edax writes -127 for a game that goes on.
        return *number == -127 && *ending == Ending::unknown;
    }
    game.result = DiscDifference(static_cast<int>(*number));
    game.ending = *ending;
    return true;
}

std::string result_text(const GameRecord& game) {
    if (!game.result) return "?";
    return fmt::format("{:+d}.000{}", game.result->value(),
                       game.ending == Ending::resigned  ? ":r"
                       : game.ending == Ending::timeout ? ":t"
                       : game.ending == Ending::agreed  ? ":s"
                                                        : "");
}

// The board behind its size.
Result<Diagram> parse_board(std::string_view value) {
    value = trimmed(value);
    const std::string_view size = value.substr(0, value.find(' '));
    if (size != "8") {
        return Error{fmt::format("the board begins with {}, expected 8 and then 64 squares",
                                 in_quotes(size))};
    }
    return parse_position(value.substr(size.size()));
}

std::string board_text(const Diagram& diagram) {
    const std::string squares = to_string(diagram);
    std::string text = "8";
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (i % 8 == 0 && i < kSquares) text += ' ';
        text += squares[i] == 'X' ? '*' : squares[i];
    }
    return text;
}

// "f5/1.2/0.5": what cannot be read as a number is kept as it stands there.
Result<PlayedMove> parse_played(std::string_view value) {
    const std::string text = unescaped(value);
    std::string_view rest = text;
    const auto take = [&](bool last) {
        const std::size_t end = last ? rest.npos : rest.find('/');
        const std::string_view field = trimmed(rest.substr(0, end));
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
        return field;
    };
    const std::string_view name = take(false);
    const auto move = parse_move(name);
    if (!move) {
        return Error{
            fmt::format("{} is no move, expected a square a1 to h8 or pass", in_quotes(name))};
    }
    PlayedMove played{*move};
    const std::string_view evaluation = take(false);
    played.evaluation = parse_decimal(evaluation);
    if (!played.evaluation && !evaluation.empty())
        played.extra.emplace_back(kEvaluation, evaluation);
    const std::string_view seconds = take(true);
    played.seconds = parse_decimal(seconds);
    if (!played.seconds && !seconds.empty()) played.extra.emplace_back(kTime, seconds);
    return played;
}

std::string number_field(const std::optional<double>& number, const Extra& extra,
                         std::string_view raw_name) {
    if (number && std::isfinite(*number)) return decimal(*number);
    const std::string* const raw = find_extra(extra, raw_name);
    return raw ? escaped(*raw) : "";
}

std::string move_text(const PlayedMove& played, Color color) {
    const std::string evaluation = number_field(played.evaluation, played.extra, kEvaluation);
    const std::string seconds = number_field(played.seconds, played.extra, kTime);
    std::string out =
        fmt::format("{}[{}", color == Color::black ? 'B' : 'W', to_string(played.move));
    if (!evaluation.empty() || !seconds.empty()) out += '/' + evaluation;
    if (!seconds.empty()) out += '/' + seconds;
    out += ']';
    write_extra(out, played.extra, kPrefix);
    return out;
}

// Something said before the first move.
void read_info(GameRecord& game, const Property& property) {
    const std::string& name = property.name;
    const std::string text = text_of(property);
    const auto number = parse_decimal(trimmed(text));
    PlayerInfo& black = game.player(Color::black);
    PlayerInfo& white = game.player(Color::white);
    if (name == "GM" || name == "BO") return;
    if (name == "PC") {
        game.place = text;
    } else if (name == "DT") {
        game.date = date_with_dots(text);
    } else if (name == "PB") {
        black.name = text;
    } else if (name == "PW") {
        white.name = text;
    } else if (name == "RB" && number) {
        black.rating = number;
    } else if (name == "RW" && number) {
        white.rating = number;
    } else if (name == "TI") {
        black.clock = white.clock = text;
    } else if (name == "TB") {
        black.clock = text;
    } else if (name == "TW") {
        white.clock = text;
    } else if (name == "RE" && parse_result(game, text)) {
    } else if (name != "TY" || text != "8") {
        for (const std::string_view value : property.values) {
            game.extra.emplace_back(std::string(kPrefix) + name, value);
        }
    }
}

std::optional<Issue> read_game(GameBuilder& builder, const PropertyGame& game) {
    for (const PropertyNode& node : game.nodes) {
        for (const Property& property : node) {
            const std::string text = text_of(property);
            if (property.name == "GM" && lower_case(trimmed(text)) != "othello") {
                return Issue{
                    property.line,
                    fmt::format("GM {} is not Othello, expected GM[Othello]", in_quotes(text))};
            }
            if (property.name != "BO") continue;
            const auto diagram = parse_board(text);
            if (!diagram) return Issue{property.line, diagram.error().message};
            builder = GameBuilder(*diagram);
        }
    }
    for (const PropertyNode& node : game.nodes) {
        for (const Property& property : node) {
            if (!is_move(property)) {
                if (builder.plies() == 0) {
                    read_info(builder.record(), property);
                } else if (property.name == "RE") {
                    // Some programs write the result behind the moves.
                    read_info(builder.record(), property);
                } else {
                    Extra& extra = builder.record().moves.back().extra;
                    for (const std::string_view value : property.values) {
                        extra.emplace_back(std::string(kPrefix) + property.name, value);
                    }
                }
                continue;
            }
            auto played = parse_played(property.values.front());
            if (!played) {
                return Issue{property.line, fmt::format("ply {}: {}", builder.plies() + 1,
                                                        played.error().message)};
            }
            const auto added = add_from_file(builder, std::move(*played),
                                             property.name == "B" ? Color::black : Color::white);
            if (!added) return Issue{property.line, added.error().message};
        }
    }
    return std::nullopt;
}

// The number of games that a line says it holds; 0 if it says none.
std::size_t games_announced(std::string_view before) {
    const std::size_t line = before.rfind('\n');
    if (line != before.npos) before = trimmed(before.substr(line + 1));
    const auto number = parse_integer(before);
    return number && *number >= 1 && *number <= 99 ? static_cast<std::size_t>(*number) : 0;
}

std::string match_text(std::size_t index, std::size_t count) {
    return fmt::format("{}/{}", index, count);
}

// How many games, from `first` on, were played at once; 0 if that is not known.
std::size_t match_at(const std::vector<GameRecord>& games, std::size_t first) {
    const std::string* const text = find_extra(games[first].extra, kMatch);
    if (text == nullptr || !text->starts_with("1/")) return 0;
    const auto count = parse_integer(std::string_view(*text).substr(2));
    if (!count || *count < 1 || *count > 99) return 0;
    const auto size = static_cast<std::size_t>(*count);
    if (first + size > games.size()) return 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::string* const other = find_extra(games[first + i].extra, kMatch);
        if (other == nullptr || *other != match_text(i + 1, size)) return 0;
    }
    return size;
}

}  // namespace

GamesRead read_ggf(std::string_view text) {
    GamesRead read;
    PropertyReader reader(text);
    // Of the games announced as played at once: how many, how many were seen, how many of these
    // could be read.
    std::size_t match_size = 0;
    std::size_t seen = 0;
    std::size_t good = 0;
    for (;;) {
        const auto game = reader.next();
        if (!game) {
            read.bad.add(reader.line(), game.error().message);
            ++seen;
            continue;
        }
        if (!*game) break;
        if (!(*game)->before.empty() || seen >= match_size) {
            match_size = games_announced((*game)->before);
            seen = good = 0;
        }
        ++seen;
        GameBuilder builder;
        if (const auto failure = read_game(builder, **game)) {
            read.bad.add(failure->line, failure->message);
            continue;
        }
        conclude(read, builder, (*game)->line);
        ++good;
        for (std::size_t i = 0; good == match_size && i < match_size; ++i) {
            GameRecord& record = read.games[read.games.size() - match_size + i];
            record.extra.emplace_back(kMatch, match_text(i + 1, match_size));
        }
        if ((*game)->variations > 0) {
            read.notes.add((*game)->line, variations_note((*game)->variations));
        }
    }
    return read;
}

std::string to_ggf(const GameRecord& game) {
    const PlayerInfo& black = game.player(Color::black);
    const PlayerInfo& white = game.player(Color::white);
    const auto rating = [](const PlayerInfo& player) {
        return player.rating && std::isfinite(*player.rating) ? decimal(*player.rating) : "";
    };
    std::string out = "(;GM[Othello]";
    write_property(out, "PC", game.place);
    write_property(out, "DT", game.date);
    // Both names always stand there: some readers count on it.
    out += fmt::format("PB[{}]PW[{}]", escaped(black.name), escaped(white.name));
    write_property(out, "RB", rating(black));
    write_property(out, "RW", rating(white));
    if (black.clock == white.clock) {
        write_property(out, "TI", black.clock);
    } else {
        write_property(out, "TB", black.clock);
        write_property(out, "TW", white.clock);
    }
    if (find_extra(game.extra, "ggf:TY") == nullptr) out += "TY[8]";
    write_extra(out, game.extra, kPrefix);
    if (!result_is_extra(game, "ggf:RE")) write_property(out, "RE", result_text(game));
    out += fmt::format("BO[{}]", board_text(game.start));
    Color color = game.start.to_move;
    for (const PlayedMove& played : game.moves) {
        out += move_text(played, color);
        color = opposite(color);
    }
    return out + ";)";
}

std::string write_ggf(const std::vector<GameRecord>& games) {
    std::string text;
    for (std::size_t i = 0; i < games.size();) {
        const std::size_t size = match_at(games, i);
        if (size > 0) text += fmt::format("{} ", size);
        for (std::size_t end = i + std::max<std::size_t>(size, 1); i < end; ++i) {
            text += to_ggf(games[i]);
        }
        text += '\n';
    }
    return text;
}

}  // namespace emilia
