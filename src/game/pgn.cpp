#include "game/pgn.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "board/position_text.h"
#include "board/rules.h"
#include "game/date.h"
#include "game/pgn_scanner.h"
#include "game/property_text.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::string_view kNag = "pgn:NAG";

// "!" is $1 and so on.
constexpr std::array<std::string_view, 7> kSuffixes = {"", "!", "?", "!!", "??", "!?", "?!"};

bool is_tag_name(std::string_view name) {
    if (name.empty()) return false;
    for (const char c : name) {
        const bool good =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!good) return false;
    }
    return true;
}

// What PGN says where it knows nothing.
std::string known_or_empty(std::string_view text) {
    return text == "?" ? "" : std::string(text);
}

struct EndingWord {
    Ending ending;
    std::string_view word;
};
constexpr std::array<EndingWord, 5> kTerminations = {{{Ending::finished, "normal"},
                                                      {Ending::resigned, "resignation"},
                                                      {Ending::timeout, "time forfeit"},
                                                      {Ending::agreed, "agreement"},
                                                      {Ending::adjudicated, "adjudication"}}};

std::optional<Ending> parse_termination(std::string_view text) {
    for (const EndingWord& known : kTerminations) {
        if (known.word == text) return known.ending;
    }
    return std::nullopt;
}

std::string_view termination_text(Ending ending) {
    for (const EndingWord& known : kTerminations) {
        if (known.ending == ending) return known.word;
    }
    return "";
}

// "38-26", "1-0", "0-1", "1/2-1/2" or "*"; false for anything else.
bool parse_result(GameRecord& game, std::string_view text) {
    if (text == "*" || text == "?" || text.empty()) return true;
    if (text == "1/2-1/2") {
        if (!game.result) game.result = DiscDifference(0);
        return true;
    }
    const std::size_t dash = text.find('-');
    if (dash == text.npos) return false;
    const auto black = parse_integer(text.substr(0, dash));
    const auto white = parse_integer(text.substr(dash + 1));
    if (!black || !white || *black < 0 || *white < 0 || *black + *white > kSquares) return false;
    if (*black + *white == 1) {
        if (!game.result) game.winner = *black == 1 ? Color::black : Color::white;
        return true;
    }
    game.result = DiscDifference(static_cast<int>(*black - *white));
    game.winner.reset();
    return true;
}

std::string result_text(const GameRecord& game) {
    if (game.result) {
        const int difference = game.result->value();
        const int discs = difference % 2 == 0 ? kSquares : kSquares - 1;
        return fmt::format("{}-{}", (discs + difference) / 2, (discs - difference) / 2);
    }
    if (game.winner) return *game.winner == Color::black ? "1-0" : "0-1";
    return "*";
}

// Whether a reader makes an extra of a tag: of one without a place of its own in the record, or
// with a value that the tag should not have.
bool can_be_extra(std::string_view name, const std::string& value) {
    constexpr std::array<std::string_view, 11> kTaken = {
        "Event",           "Site",  "Date", "Round",       "Black",
        "White",           "SetUp", "FEN",  "TimeControl", "BlackTimeControl",
        "WhiteTimeControl"};
    if (!is_tag_name(name)) return false;
    for (const std::string_view taken : kTaken) {
        if (name == taken) return false;
    }
    GameRecord unused;
    if (name == "Result") return !parse_result(unused, value);
    if (name == "Termination") return !parse_termination(value);
    if (name == "BlackElo" || name == "WhiteElo")
        return !known_or_empty(value).empty() && !parse_decimal(value);
    return true;
}

// Edax: rows from 8 to 1, p black, P white, then b or w.
std::optional<Diagram> parse_edax_fen(std::string_view text) {
    Bitboard black = 0;
    Bitboard white = 0;
    int row = 7;
    int column = 0;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != ' '; ++at) {
        const char c = text[at];
        if (c == '/') {
            if (column != 8 || row == 0) return std::nullopt;
            --row;
            column = 0;
        } else if (c >= '1' && c <= '8') {
            column += c - '0';
        } else if ((c == 'p' || c == 'P') && column < 8) {
            (c == 'p' ? black : white) |= bit(square_at(column, row));
            ++column;
        } else {
            return std::nullopt;
        }
        if (column > 8) return std::nullopt;
    }
    if (row != 0 || column != 8) return std::nullopt;
    const std::string_view side = trimmed(text.substr(at)).substr(0, 2);
    if (side != "b" && side != "w" && side != "b " && side != "w ") return std::nullopt;
    return make_diagram(black, white, side[0] == 'b' ? Color::black : Color::white);
}

Result<Diagram> parse_fen(std::string_view text) {
    if (const auto diagram = parse_edax_fen(trimmed(text))) return *diagram;
    if (text.find('/') == text.npos) return parse_position(text);
    return Error{
        fmt::format("the FEN {} is no position, expected rows from 8 to 1 of p (black), P "
                    "(white) and numbers of empty squares, and then b or w",
                    in_quotes(text))};
}

std::string fen_text(const Diagram& diagram) {
    std::string text;
    for (int row = 7; row >= 0; --row) {
        int empty = 0;
        const auto put_empty = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int column = 0; column < 8; ++column) {
            const Bitboard square = bit(square_at(column, row));
            if (diagram.position.empty() & square) {
                ++empty;
                continue;
            }
            put_empty();
            text += diagram.black() & square ? 'p' : 'P';
        }
        put_empty();
        if (row > 0) text += '/';
    }
    return text + (diagram.to_move == Color::black ? " b - - 0 1" : " w - - 0 1");
}

// Takes "[%name number]" from the front of a line.
std::optional<double> take_command(std::string_view& line, std::string_view name) {
    const std::string opening = fmt::format("[%{} ", name);
    if (!line.starts_with(opening)) return std::nullopt;
    constexpr std::size_t kLongest = 80;
    const std::size_t end = line.substr(0, kLongest).find(']');
    if (end == line.npos) return std::nullopt;
    const auto number = parse_decimal(trimmed(line.substr(opening.size(), end - opening.size())));
    if (number) line = trimmed(line.substr(end + 1));
    return number;
}

// Reads a file game by game.
class PgnReader {
  public:
    explicit PgnReader(std::string_view text) : scanner_(text) {}
    GamesRead read();

  private:
    void begin_moves();
    void end_game();
    void fail(std::size_t line, std::string message);
    void read_tag(const PgnToken& token);
    void read_comment(std::string_view text);
    void read_word(std::string_view word, std::size_t line);
    void read_move(std::string_view word, std::size_t line);

    GameRecord& record() { return in_moves_ ? builder_.record() : heading_; }

    PgnScanner scanner_;
    GamesRead read_;
    GameRecord heading_;  // what the tags said
    GameBuilder builder_;
    std::optional<std::size_t> first_line_;  // of the game being read
    bool in_moves_ = false;
    bool has_game_ = false;  // more than comments was seen
    bool good_ = true;
    std::size_t variations_ = 0;
};

void PgnReader::fail(std::size_t line, std::string message) {
    if (good_) read_.bad.add(line, std::move(message));
    good_ = false;
}

void PgnReader::begin_moves() {
    if (in_moves_) return;
    builder_ = GameBuilder(heading_.start);
    builder_.record() = std::move(heading_);
    in_moves_ = true;
}

void PgnReader::end_game() {
    if (!first_line_) return;
    begin_moves();
    if (good_ && !has_game_) {
        read_.notes.add(*first_line_, "a comment outside any game is left out");
    } else if (good_) {
        conclude(read_, builder_, *first_line_);
        if (variations_ > 0) read_.notes.add(*first_line_, variations_note(variations_));
    }
    first_line_.reset();
    heading_ = {};
    in_moves_ = has_game_ = false;
    variations_ = 0;
    good_ = true;
}

void PgnReader::read_tag(const PgnToken& token) {
    const std::string& name = token.name;
    const std::string& value = token.value;
    const std::string text = known_or_empty(value);
    const auto number = parse_decimal(text);
    PlayerInfo& black = heading_.player(Color::black);
    PlayerInfo& white = heading_.player(Color::white);
    if (name == "Event") {
        heading_.event = text;
    } else if (name == "Site") {
        heading_.place = text;
    } else if (name == "Date") {
        heading_.date = date_from_pgn(text);
    } else if (name == "Round") {
        heading_.round = text;
    } else if (name == "Black") {
        black.name = text;
    } else if (name == "White") {
        white.name = text;
    } else if (name == "BlackElo" && (number || text.empty())) {
        black.rating = number;
    } else if (name == "WhiteElo" && (number || text.empty())) {
        white.rating = number;
    } else if (name == "TimeControl") {
        black.clock = white.clock = text;
    } else if (name == "BlackTimeControl") {
        black.clock = text;
    } else if (name == "WhiteTimeControl") {
        white.clock = text;
    } else if (name == "SetUp") {
        return;
    } else if (name == "FEN") {
        const auto diagram = parse_fen(value);
        if (diagram) {
            heading_.start = *diagram;
        } else {
            fail(token.line, diagram.error().message);
        }
    } else if (const auto ending = parse_termination(value); name == "Termination" && ending) {
        heading_.ending = *ending;
    } else if (name != "Result" || !parse_result(heading_, value)) {
        heading_.extra.emplace_back(name, value);
    }
}

void PgnReader::read_comment(std::string_view text) {
    const bool of_move = in_moves_ && builder_.plies() > 0;
    if (of_move) {
        PlayedMove& last = builder_.record().moves.back();
        const bool black_moved = builder_.diagram().to_move == Color::white;
        const std::string tidy = tidy_lines(text);
        LineReader lines(tidy);
        for (std::string_view line; lines.next(line);) {
            for (bool more = true; more;) {
                const auto evaluation = take_command(line, "eval");
                const auto seconds = take_command(line, "emt");
                if (evaluation) last.evaluation = black_moved ? *evaluation : -*evaluation;
                if (seconds) last.seconds = seconds;
                more = evaluation || seconds;
            }
            append_comment(last.comment, line);
        }
    } else {
        append_comment(record().comment, tidy_lines(text));
    }
}

void PgnReader::read_move(std::string_view word, std::size_t line) {
    std::size_t length = word.size();
    while (length > 0 && (word[length - 1] == '!' || word[length - 1] == '?')) --length;
    const std::string_view suffix = word.substr(length);
    const auto move = parse_move(word.substr(0, length));
    if (!move) {
        fail(line, fmt::format("ply {}: {} is no move, expected a square a1 to h8 or pass",
                               builder_.plies() + 1, in_quotes(word)));
        return;
    }
    PlayedMove played{*move};
    for (std::size_t nag = 1; nag < kSuffixes.size(); ++nag) {
        if (suffix == kSuffixes[nag]) played.extra.emplace_back(kNag, std::to_string(nag));
    }
    if (const auto added = add_from_file(builder_, std::move(played)); !added) {
        fail(line, added.error().message);
    }
}

void PgnReader::read_word(std::string_view word, std::size_t line) {
    begin_moves();
    // "12." and "12..." stand before a move, with or without a blank.
    std::size_t digits = 0;
    while (digits < word.size() && word[digits] >= '0' && word[digits] <= '9') ++digits;
    std::size_t dots = digits;
    while (dots < word.size() && word[dots] == '.') ++dots;
    if (digits > 0 && (dots > digits || dots == word.size())) word.remove_prefix(dots);
    if (word.empty() || word.find_first_not_of('.') == word.npos) return;

    if (word[0] == '$') {
        const bool number = word.size() > 1 && word.find_first_not_of("0123456789", 1) == word.npos;
        if (!number) {
            fail(line, fmt::format("{} is no mark, expected $ and a number", in_quotes(word)));
        } else if (builder_.plies() > 0) {
            builder_.record().moves.back().extra.emplace_back(kNag, word.substr(1));
        }
        return;
    }
    if (word == "*" || (word.find('-') != word.npos && word[0] != '-')) {
        if (parse_result(builder_.record(), word)) {
            end_game();
            return;
        }
    }
    read_move(word, line);
}

GamesRead PgnReader::read() {
    using Kind = PgnToken::Kind;
    for (PgnToken token = scanner_.next(); token.kind != Kind::end; token = scanner_.next()) {
        const bool is_tag = token.kind == Kind::tag || token.kind == Kind::bad_tag;
        if (is_tag && in_moves_) end_game();
        if (!first_line_) first_line_ = token.line;
        switch (token.kind) {
            case Kind::tag:
                has_game_ = true;
                read_tag(token);
                break;
            case Kind::comment:
                read_comment(token.value);
                break;
            case Kind::variation:
                ++variations_;
                break;
            case Kind::word:
                has_game_ = true;
                read_word(token.value, token.line);
                break;
            default:
                fail(token.line, token.value);
        }
    }
    end_game();
    return std::move(read_);
}

// A value in quotes; PGN has no line breaks there.
void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("[{} \"", name);
    for (const char c : unix_lines(value)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    out += "\"]\n";
}

void write_optional_tag(std::string& out, std::string_view name, std::string_view value) {
    if (!value.empty()) write_tag(out, name, value);
}

void write_tags(std::string& out, const GameRecord& game, const std::string& result) {
    const auto or_unknown = [](const std::string& text) {
        return text.empty() ? std::string("?") : text;
    };
    const PlayerInfo& black = game.player(Color::black);
    const PlayerInfo& white = game.player(Color::white);
    write_tag(out, "Event", or_unknown(game.event));
    write_tag(out, "Site", or_unknown(game.place));
    write_tag(out, "Date", date_for_pgn(game.date));
    write_tag(out, "Round", or_unknown(game.round));
    write_tag(out, "Black", or_unknown(black.name));
    write_tag(out, "White", or_unknown(white.name));
    const std::string* const other_result = find_extra(game.extra, "Result");
    if (other_result == nullptr || !can_be_extra("Result", *other_result)) {
        write_tag(out, "Result", result);
    }
    if (black.rating && std::isfinite(*black.rating))
        write_tag(out, "BlackElo", decimal(*black.rating));
    if (white.rating && std::isfinite(*white.rating))
        write_tag(out, "WhiteElo", decimal(*white.rating));
    if (black.clock == white.clock) {
        write_optional_tag(out, "TimeControl", black.clock);
    } else {
        write_optional_tag(out, "BlackTimeControl", black.clock);
        write_optional_tag(out, "WhiteTimeControl", white.clock);
    }
    const Ending on_board =
        is_over(game.final_diagram().position) ? Ending::finished : Ending::unknown;
    if (game.ending != on_board) {
        write_optional_tag(out, "Termination", termination_text(game.ending));
    }
    if (game.start != Diagram{}) {
        write_tag(out, "SetUp", "1");
        write_tag(out, "FEN", fen_text(game.start));
    }
    for (const auto& [name, value] : game.extra) {
        if (can_be_extra(name, value)) write_tag(out, name, value);
    }
}

// Puts words into lines; a comment stands alone where it has breaks of its own.
class MoveText {
  public:
    void word(std::string_view text) {
        constexpr std::size_t kLineWidth = 79;
        if (width_ > 0) {
            const bool fits = width_ + 1 + text.size() <= kLineWidth;
            text_ += fits ? ' ' : '\n';
            width_ = fits ? width_ + 1 : 0;
        }
        text_ += text;
        width_ += text.size();
    }
    // In braces; or, as nothing can stand for a brace in there, as lines behind semicolons.
    void comment(const std::string& text) {
        if (text.find('}') == text.npos) {
            word(fmt::format("{{{}}}", text));
            return;
        }
        LineReader lines(text);
        for (std::string_view line; lines.next(line);) {
            if (width_ > 0) text_ += ' ';
            text_ += fmt::format("; {}\n", line);
            width_ = 0;
        }
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    std::size_t width_ = 0;
};

// What stands in braces behind a move.
std::string remark_text(const PlayedMove& played, Color color) {
    std::string text;
    if (played.evaluation && std::isfinite(*played.evaluation)) {
        const double value = color == Color::black ? *played.evaluation : -*played.evaluation;
        text += fmt::format("[%eval {}]", decimal(value));
    }
    if (played.seconds && std::isfinite(*played.seconds)) {
        text += fmt::format("[%emt {}]", decimal(*played.seconds));
    }
    const std::string comment = tidy_lines(played.comment);
    if (!text.empty() && !comment.empty()) text += ' ';
    return text + comment;
}

void write_moves(MoveText& out, const GameRecord& game) {
    Color color = game.start.to_move;
    bool number = true;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const PlayedMove& played = game.moves[i];
        if (i % 2 == 0) {
            out.word(fmt::format("{}.", i / 2 + 1));
        } else if (number) {
            out.word(fmt::format("{}...", i / 2 + 1));
        }
        number = false;
        out.word(to_string(played.move));
        for (const auto& [name, value] : played.extra) {
            const bool good = !value.empty() && value.find_first_not_of("0123456789") == value.npos;
            if (name == kNag && good) out.word("$" + value);
        }
        if (const std::string remark = remark_text(played, color); !remark.empty()) {
            out.comment(remark);
            number = true;
        }
        color = opposite(color);
    }
}

}  // namespace

GamesRead read_pgn(std::string_view text) {
    return PgnReader(text).read();
}

std::string write_pgn(const std::vector<GameRecord>& games) {
    std::string text;
    for (const GameRecord& game : games) {
        if (!text.empty()) text += '\n';
        const std::string result = result_text(game);
        write_tags(text, game, result);
        text += '\n';
        MoveText moves;
        if (const std::string comment = tidy_lines(game.comment); !comment.empty()) {
            moves.comment(comment);
        }
        write_moves(moves, game);
        moves.word(result);
        text += moves.take() + '\n';
    }
    return text;
}

}  // namespace emilia
