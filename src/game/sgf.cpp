#include "game/sgf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/rules.h"
#include "game/date.h"
#include "game/property_text.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::string_view kPrefix = "sgf:";

bool is_move(const Property& property) {
    return property.name == "B" || property.name == "W";
}
bool is_setup(const Property& property) {
    return property.name == "AB" || property.name == "AW" || property.name == "AE" ||
           property.name == "PL";
}
bool has_move(const PropertyNode& node) {
    return std::any_of(node.begin(), node.end(), is_move);
}

std::string text_of(const Property& property) {
    return unescaped(property.values.front());
}

// "f5", or "fe" as Go programs count.
std::optional<Square> parse_point(std::string_view text) {
    if (const auto square = parse_square(text)) return square;
    const std::string letters = lower_case(text);
    if (letters.size() != 2) return std::nullopt;
    const int column = letters[0] - 'a';
    const int row = letters[1] - 'a';
    if (column < 0 || column > 7 || row < 0 || row > 7) return std::nullopt;
    return square_at(column, row);
}

// A point, or two with a colon between them: the corners of a rectangle.
std::optional<Bitboard> parse_points(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto first = parse_point(trimmed(text.substr(0, colon)));
    if (!first) return std::nullopt;
    if (colon == text.npos) return bit(*first);
    const auto second = parse_point(trimmed(text.substr(colon + 1)));
    if (!second) return std::nullopt;
    Bitboard points = 0;
    for (int index = 0; index < kSquares; ++index) {
        const Square square = square_at(index);
        const auto between = [](int value, int a, int b) {
            return value >= std::min(a, b) && value <= std::max(a, b);
        };
        if (between(column_of(square), column_of(*first), column_of(*second)) &&
            between(row_of(square), row_of(*first), row_of(*second))) {
            points |= bit(square);
        }
    }
    return points;
}

std::optional<Move> parse_sgf_move(std::string_view value) {
    const std::string text(trimmed(unescaped(value)));
    if (text.empty() || text == "tt") return Move::pass();
    if (const auto move = parse_move(text)) return move;
    if (const auto square = parse_point(text)) return Move(*square);
    return std::nullopt;
}

std::optional<Color> parse_color(std::string_view text) {
    const std::string word = lower_case(trimmed(text));
    if (word == "b" || word == "black" || word == "1") return Color::black;
    if (word == "w" || word == "white" || word == "2") return Color::white;
    return std::nullopt;
}

// What RE says; false if it is something else.
bool parse_result(GameRecord& game, std::string_view value) {
    const std::string text = lower_case(trimmed(value));
    if (text.empty() || text == "?") return true;
    if (text == "0" || text == "draw") {
        game.result = DiscDifference(0);
        return true;
    }
    if (text.size() < 2 || text[1] != '+' || (text[0] != 'b' && text[0] != 'w')) return false;
    const Color winner = text[0] == 'b' ? Color::black : Color::white;
    const std::string how = text.substr(2);
    if (const auto margin = parse_integer(how)) {
        if (*margin < 1 || *margin > kSquares) return false;
        const DiscDifference discs(static_cast<int>(*margin));
        game.result = winner == Color::black ? discs : -discs;
        return true;
    }
    if (how == "r" || how == "resign") {
        game.ending = Ending::resigned;
    } else if (how == "t" || how == "time") {
        game.ending = Ending::timeout;
    } else if (!how.empty()) {
        return false;
    }
    game.winner = winner;
    return true;
}

std::string result_text(const GameRecord& game) {
    if (game.result) {
        const int discs = game.result->value();
        return discs == 0 ? "0" : fmt::format("{}+{}", discs > 0 ? 'B' : 'W', std::abs(discs));
    }
    if (!game.winner) return "";
    return fmt::format("{}+{}", *game.winner == Color::black ? 'B' : 'W',
                       game.ending == Ending::resigned  ? "R"
                       : game.ending == Ending::timeout ? "T"
                                                        : "");
}

// Reads one game of a file.
class SgfGame {
  public:
    explicit SgfGame(const PropertyGame& game) : nodes_(game.nodes), line_(game.line) {}

    void read_into(GamesRead& read);

  private:
    using Failure = std::optional<Issue>;

    // The nodes that stand before the first move, and the first one in any case.
    std::size_t heading() const;
    Failure check_kind() const;
    Failure read_start(std::size_t nodes);
    void read_info(const Property& property);
    Failure read_move(const Property& property);
    void read_remark(const Property& property);

    GameRecord& record() { return builder_.record(); }

    const std::vector<PropertyNode>& nodes_;
    std::size_t line_;
    GameBuilder builder_;
};

std::size_t SgfGame::heading() const {
    std::size_t count = 0;
    while (count < nodes_.size() && (count == 0 || !has_move(nodes_[count]))) {
        if (has_move(nodes_[count++])) break;
    }
    return count;
}

SgfGame::Failure SgfGame::check_kind() const {
    for (const Property& property : nodes_.front()) {
        const std::string value = lower_case(trimmed(text_of(property)));
        if (property.name == "GM" && value != "2" && value != "othello" && value != "reversi") {
            return Issue{property.line,
                         fmt::format("GM {} is not Othello, expected GM[2]", in_quotes(value))};
        }
        if (property.name == "SZ" && value != "8" && value != "8:8") {
            return Issue{property.line,
                         fmt::format("the board is {} wide, expected SZ[8]", in_quotes(value))};
        }
    }
    return std::nullopt;
}

SgfGame::Failure SgfGame::read_start(std::size_t nodes) {
    const Diagram usual;
    Bitboard black = usual.black();
    Bitboard white = usual.white();
    std::optional<Color> to_move;
    std::optional<Color> first_mover;
    for (std::size_t i = 0; i < nodes; ++i) {
        for (const Property& property : nodes_[i]) {
            if (property.name == "PL") {
                to_move = parse_color(text_of(property));
                if (!to_move) {
                    return Issue{property.line, fmt::format("PL {} is no player, expected B or W",
                                                            in_quotes(text_of(property)))};
                }
                continue;
            }
            if (!is_setup(property)) continue;
            for (const std::string_view value : property.values) {
                const auto points = parse_points(unescaped(value));
                if (!points) {
                    return Issue{property.line,
                                 fmt::format("{} {} names no square, expected a1 to h8",
                                             property.name, in_quotes(value))};
                }
                black &= ~*points;
                white &= ~*points;
                if (property.name == "AB") black |= *points;
                if (property.name == "AW") white |= *points;
            }
        }
    }
    for (const PropertyNode& node : nodes_) {
        const auto move = std::find_if(node.begin(), node.end(), is_move);
        if (move == node.end()) continue;
        first_mover = move->name == "B" ? Color::black : Color::white;
        break;
    }
    builder_ = GameBuilder(
        make_diagram(black, white, to_move.value_or(first_mover.value_or(Color::black))));
    return std::nullopt;
}

void SgfGame::read_info(const Property& property) {
    const std::string& name = property.name;
    const std::string text = text_of(property);
    const auto number = parse_decimal(trimmed(text));
    if (name == "FF" || name == "GM" || name == "SZ" || name == "CA") return;
    if (name == "PB") {
        record().player(Color::black).name = text;
    } else if (name == "PW") {
        record().player(Color::white).name = text;
    } else if (name == "BR" && number) {
        record().player(Color::black).rating = number;
    } else if (name == "WR" && number) {
        record().player(Color::white).rating = number;
    } else if (name == "XB") {
        record().player(Color::black).clock = text;
    } else if (name == "XW") {
        record().player(Color::white).clock = text;
    } else if (name == "TM" && number) {
        for (PlayerInfo& player : record().players) player.clock = text;
    } else if (name == "EV") {
        record().event = text;
    } else if (name == "PC") {
        record().place = text;
    } else if (name == "RO") {
        record().round = text;
    } else if (name == "DT") {
        record().date = date_with_dots(text);
    } else if (name == "RE" && parse_result(record(), text)) {
    } else if (const auto ending = parse_ending(text); name == "XE" && ending) {
        record().ending = *ending;
    } else if (name == "C") {
        append_comment(record().comment, text);
    } else {
        for (const std::string_view value : property.values) {
            record().extra.emplace_back(std::string(kPrefix) + name, value);
        }
    }
}

SgfGame::Failure SgfGame::read_move(const Property& property) {
    const std::string_view value = property.values.front();
    const auto move = parse_sgf_move(value);
    if (!move) {
        return Issue{property.line,
                     fmt::format("ply {}: {} {} is no move, expected a square a1 to h8 or nothing "
                                 "for a pass",
                                 builder_.plies() + 1, property.name, in_quotes(value))};
    }
    const auto added =
        add_from_file(builder_, {*move}, property.name == "B" ? Color::black : Color::white);
    if (!added) return Issue{property.line, added.error().message};
    return std::nullopt;
}

// Something said of the last move.
void SgfGame::read_remark(const Property& property) {
    PlayedMove& last = record().moves.back();
    const std::string text = text_of(property);
    const auto number = parse_decimal(trimmed(text));
    if (property.name == "C") {
        append_comment(last.comment, text);
    } else if (property.name == "V" && number && !last.evaluation) {
        // The player who moved is now waiting.
        last.evaluation = builder_.diagram().to_move == Color::white ? *number : -*number;
    } else if (property.name == "XS" && number && !last.seconds) {
        last.seconds = number;
    } else {
        for (const std::string_view value : property.values) {
            last.extra.emplace_back(std::string(kPrefix) + property.name, value);
        }
    }
}

void SgfGame::read_into(GamesRead& read) {
    if (nodes_.empty()) {
        read.bad.add(line_, "the game has no nodes, expected one such as ;GM[2]");
        return;
    }
    const std::size_t head = heading();
    Failure failure = check_kind();
    if (!failure) failure = read_start(head);
    for (std::size_t i = 0; i < nodes_.size() && !failure; ++i) {
        for (const Property& property : nodes_[i]) {
            if (i < head && !is_move(property) && !is_setup(property)) read_info(property);
            if (i >= head && is_setup(property) && builder_.plies() > 0) {
                read.notes.add(property.line,
                               fmt::format("the position is changed by hand after ply {}, what "
                                           "follows is left out",
                                           builder_.plies()));
                conclude(read, builder_, line_);
                return;
            }
        }
        for (const Property& property : nodes_[i]) {
            if (is_move(property) && !failure) failure = read_move(property);
        }
        if (i < head || builder_.plies() == 0) continue;
        for (const Property& property : nodes_[i]) {
            if (!is_move(property) && !is_setup(property)) read_remark(property);
        }
    }
    if (failure) {
        read.bad.add(failure->line, failure->message);
    } else {
        conclude(read, builder_, line_);
    }
}

void write_points(std::string& out, std::string_view name, Bitboard points) {
    if (points == 0) return;
    out += name;
    for (const Square square : squares_of(points)) out += fmt::format("[{}]", to_string(square));
}

void write_clocks(std::string& out, const GameRecord& game) {
    const std::string& black = game.player(Color::black).clock;
    const std::string& white = game.player(Color::white).clock;
    if (black == white && parse_decimal(trimmed(black))) {
        write_property(out, "TM", black);
    } else {
        write_property(out, "XB", black);
        write_property(out, "XW", white);
    }
}

std::string rating_text(const PlayerInfo& player) {
    return player.rating && std::isfinite(*player.rating) ? decimal(*player.rating) : "";
}

// What a reader takes the ending to be if only RE tells it.
Ending ending_from_result(const GameRecord& game) {
    const bool by_result = !game.result && game.winner;
    if (by_result && (game.ending == Ending::resigned || game.ending == Ending::timeout)) {
        return game.ending;
    }
    return is_over(game.final_diagram().position) ? Ending::finished : Ending::unknown;
}

std::string heading_text(const GameRecord& game) {
    std::string out = "(;FF[4]GM[2]CA[UTF-8]SZ[8]";
    write_property(out, "PB", game.player(Color::black).name);
    write_property(out, "PW", game.player(Color::white).name);
    write_property(out, "BR", rating_text(game.player(Color::black)));
    write_property(out, "WR", rating_text(game.player(Color::white)));
    write_property(out, "EV", game.event);
    write_property(out, "RO", game.round);
    write_property(out, "PC", game.place);
    write_property(out, "DT", date_with_dashes(game.date));
    write_clocks(out, game);
    if (!result_is_extra(game, "sgf:RE")) write_property(out, "RE", result_text(game));
    if (game.ending != ending_from_result(game)) write_property(out, "XE", name_of(game.ending));
    write_extra(out, game.extra, kPrefix);
    out += '\n';
    write_points(out, "AB", game.start.black());
    write_points(out, "AW", game.start.white());
    write_points(out, "AE", Position::initial().occupied() & game.start.position.empty());
    out += game.start.to_move == Color::black ? "PL[B]" : "PL[W]";
    write_property(out, "C", game.comment);
    return out;
}

std::string move_text(const PlayedMove& played, Color color) {
    std::string out = fmt::format(";{}[{}]", color == Color::black ? 'B' : 'W',
                                  played.move.is_pass() ? "" : to_string(played.move));
    if (played.evaluation && std::isfinite(*played.evaluation)) {
        const double value = color == Color::black ? *played.evaluation : -*played.evaluation;
        write_property(out, "V", decimal(value));
    }
    if (played.seconds && std::isfinite(*played.seconds)) {
        write_property(out, "XS", decimal(*played.seconds));
    }
    write_extra(out, played.extra, kPrefix);
    write_property(out, "C", played.comment);
    return out;
}

}  // namespace

GamesRead read_sgf(std::string_view text) {
    GamesRead read;
    PropertyReader reader(text);
    for (;;) {
        const auto game = reader.next();
        if (!game) {
            read.bad.add(reader.line(), game.error().message);
            continue;
        }
        if (!*game) break;
        SgfGame(**game).read_into(read);
        if ((*game)->variations > 0) {
            read.notes.add((*game)->line, variations_note((*game)->variations));
        }
    }
    return read;
}

std::string write_sgf(const std::vector<GameRecord>& games) {
    constexpr std::size_t kLineWidth = 78;
    std::string text;
    for (const GameRecord& game : games) {
        if (!text.empty()) text += '\n';
        text += heading_text(game);
        std::size_t width = kLineWidth;
        Color color = game.start.to_move;
        for (const PlayedMove& played : game.moves) {
            const std::string node = move_text(played, color);
            if (width + node.size() > kLineWidth) {
                text += '\n';
                width = 0;
            }
            text += node;
            width += node.size();
            color = opposite(color);
        }
        text += ")\n";
    }
    return text;
}

}  // namespace emilia
