#include "game/wthor.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "board/rules.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kGameBytes = 68;
constexpr std::size_t kMovesAt = 8;  // within a game
constexpr std::size_t kMoves = 60;
constexpr std::size_t kMaxNames = 0xffff;

// One of the two lists of names.
struct NameList {
    std::string_view file;   // as the federation calls it
    std::string_view thing;  // what it names
    std::size_t bytes;       // of one name, the last of them 0
};
constexpr NameList kPlayers{"WTH.JOU", "player", 20};
constexpr NameList kTournaments{"WTH.TRN", "tournament", 26};

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}
std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8;
}
std::uint32_t long_at(std::string_view bytes, std::size_t at) {
    return word_at(bytes, at) | word_at(bytes, at + 2) << 16;
}

void put_byte(std::string& bytes, std::size_t value) {
    bytes += static_cast<char>(static_cast<unsigned char>(value & 0xff));
}
void put_word(std::string& bytes, std::size_t value) {
    put_byte(bytes, value);
    put_byte(bytes, value >> 8);
}

// The numbers of a header: how many games (n1) or names (n2), and of what.
struct RawHeader {
    WthorHeader header;
    std::uint64_t n1 = 0;
    std::size_t n2 = 0;
    int board_size = 0;
    int type = 0;
};

// `bytes` has at least a header.
RawHeader parse_header(std::string_view bytes) {
    RawHeader raw;
    raw.header.made_year = static_cast<int>(byte_at(bytes, 0) * 100 + byte_at(bytes, 1));
    raw.header.made_month = static_cast<int>(byte_at(bytes, 2));
    raw.header.made_day = static_cast<int>(byte_at(bytes, 3));
    raw.n1 = long_at(bytes, 4);
    raw.n2 = word_at(bytes, 8);
    raw.header.year = static_cast<int>(word_at(bytes, 10));
    raw.board_size = static_cast<int>(byte_at(bytes, 12));
    raw.type = static_cast<int>(byte_at(bytes, 13));
    raw.header.depth = static_cast<int>(byte_at(bytes, 14));
    return raw;
}

std::string header_bytes(const RawHeader& raw) {
    std::string bytes;
    put_byte(bytes, static_cast<std::size_t>(raw.header.made_year / 100));
    put_byte(bytes, static_cast<std::size_t>(raw.header.made_year % 100));
    put_byte(bytes, static_cast<std::size_t>(raw.header.made_month));
    put_byte(bytes, static_cast<std::size_t>(raw.header.made_day));
    put_word(bytes, static_cast<std::size_t>(raw.n1));
    put_word(bytes, static_cast<std::size_t>(raw.n1 >> 16));
    put_word(bytes, raw.n2);
    put_word(bytes, static_cast<std::size_t>(raw.header.year));
    put_byte(bytes, static_cast<std::size_t>(raw.board_size));
    put_byte(bytes, static_cast<std::size_t>(raw.type));
    put_byte(bytes, static_cast<std::size_t>(raw.header.depth));
    put_byte(bytes, 0);
    return bytes;
}

Error too_short(std::string_view name, std::size_t size) {
    return Error{fmt::format(
        "{}: not a WTHOR file, which begins with a header of {} bytes; this one has {} in all",
        name, kHeaderBytes, size)};
}

// That a header announces `count` things of `bytes` each, and as many are there.
Result<Done> check_size(std::string_view content, std::string_view name, std::uint64_t count,
                        std::string_view things, std::size_t bytes) {
    const std::uint64_t expected = kHeaderBytes + count * bytes;
    if (content.size() == expected) return Done{};
    return Error{fmt::format(
        "{}: {}: its header announces {} {}, which take {} bytes, but the file has {}", name,
        content.size() < expected ? "cut short, or not a WTHOR file"
                                  : "not a WTHOR file, or something was added to it",
        count, things, expected, content.size())};
}

Result<Done> parse_names(std::string_view content, std::string_view name, const NameList& list,
                         WthorHeader& header, std::vector<std::string>& names) {
    if (content.size() < kHeaderBytes) return too_short(name, content.size());
    const RawHeader raw = parse_header(content);
    if (const auto fits =
            check_size(content, name, raw.n2, fmt::format("{} names", list.thing), list.bytes);
        !fits) {
        return fits.error();
    }
    header = raw.header;
    names.clear();
    names.reserve(raw.n2);
    for (std::size_t i = 0; i < raw.n2; ++i) {
        const std::string_view field = content.substr(kHeaderBytes + i * list.bytes, list.bytes);
        names.push_back(utf8_from_latin1(field.substr(0, field.find('\0'))));
    }
    return Done{};
}

std::string name_of(std::size_t number, const std::vector<std::string>& names,
                    const NameList& list) {
    return number < names.size() ? names[number] : fmt::format("{} #{}", list.thing, number);
}

std::optional<Square> square_of(std::uint32_t byte) {
    const int row = static_cast<int>(byte / 10);
    const int column = static_cast<int>(byte % 10);
    if (row < 1 || row > 8 || column < 1 || column > 8) return std::nullopt;
    return square_at(column - 1, row - 1);
}

std::size_t byte_of(Square square) {
    return static_cast<std::size_t>((row_of(square) + 1) * 10 + column_of(square) + 1);
}

// The moves of one game, played.
Result<Done> play_moves(std::string_view moves, GameBuilder& builder) {
    const std::size_t end = std::min(moves.find('\0'), kMoves);
    for (std::size_t i = 0; i < end; ++i) {
        const auto square = square_of(byte_at(moves, i));
        if (!square) {
            return Error{fmt::format(
                "ply {}: {} is no square (row times ten plus column, 11 to 88), the legal moves "
                "are {}",
                builder.plies() + 1, byte_at(moves, i),
                list_squares(legal_moves(builder.diagram().position)))};
        }
        if (auto added = builder.add({*square, std::nullopt, std::nullopt, {}}); !added) {
            return added.error();
        }
    }
    if (const std::size_t more = moves.find_first_not_of('\0', end); more != moves.npos) {
        return Error{fmt::format("ply {}: nothing is played here, but something is later on",
                                 builder.plies() + 1)};
    }
    return Done{};
}

std::optional<std::size_t> extra_number(const GameRecord& game, std::string_view name) {
    for (const auto& [key, value] : game.extra) {
        if (key != name) continue;
        const auto number = parse_integer(value);
        if (number && *number >= 0 && *number <= 255) return static_cast<std::size_t>(*number);
    }
    return std::nullopt;
}

// Gives names their numbers.
class Numbering {
  public:
    Numbering(const NameList& list, const std::vector<std::string>& names) : list_(list) {
        for (const std::string& name : names) {
            const std::string field = field_of(name);
            numbers_.emplace(field, fields_.size());
            fields_.push_back(field);
        }
    }

    std::size_t number_of(const std::string& name, std::vector<std::string>& losses) {
        const std::string field = field_of(name);
        const auto [found, added] = numbers_.emplace(field, fields_.size());
        if (added) fields_.push_back(field);
        if (utf8_from_latin1(field) != name && changed_.insert(name).second) {
            losses.push_back(fmt::format("the {} '{}' is written as '{}': {} characters of Latin-1",
                                         list_.thing, name, utf8_from_latin1(field),
                                         list_.bytes - 1));
        }
        return found->second;
    }

    std::size_t size() const { return fields_.size(); }

    std::string bytes(const WthorHeader& header) const {
        RawHeader raw;
        raw.header = header;
        raw.n2 = fields_.size();
        std::string bytes = header_bytes(raw);
        for (std::string field : fields_) {
            field.resize(list_.bytes, '\0');
            bytes += field;
        }
        return bytes;
    }

  private:
    // What fits, up to a 0 if the name holds one.
    std::string field_of(const std::string& name) const {
        std::string field = latin1_from_utf8(name);
        field = field.substr(0, field.find('\0'));
        if (field.size() >= list_.bytes) field.resize(list_.bytes - 1);
        return field;
    }

    NameList list_;
    std::vector<std::string> fields_;
    std::map<std::string, std::size_t> numbers_;
    std::set<std::string> changed_;  // names that were reported
};

// Black's discs as tournaments count them.
std::size_t black_discs(const GameRecord& game, std::size_t number,
                        std::vector<std::string>& losses) {
    const Diagram last = game.final_diagram();
    const std::optional<DiscDifference> on_board = black_result(last);
    const int plain = popcount(last.black()) - popcount(last.white());
    int result = plain;
    if (on_board && (!game.result || game.result->value() == plain)) {
        result = on_board->value();
    } else if (game.result) {
        result = game.result->value();
    } else if (game.winner) {
        result = *game.winner == Color::black ? 2 : -2;
        losses.push_back(fmt::format(
            "of game {} only the winner is known; 33 discs to 31 are written for it", number));
    } else {
        losses.push_back(
            fmt::format("game {} is not finished and has no result; the discs on the board are "
                        "written for one",
                        number));
    }
    // A difference that leaves empty squares out may be odd; the winner is given one of them.
    if (result % 2 != 0) result += result > 0 ? 1 : -1;
    return static_cast<std::size_t>(std::clamp(32 + result / 2, 0, 64));
}

}  // namespace

bool is_program(std::string_view player) {
    const std::size_t open = player.find('(');
    return open != player.npos && open > 0 && player.find(')', open) != player.npos;
}

bool looks_like_wthor(std::string_view content) {
    if (content.size() < kHeaderBytes) return false;
    const RawHeader raw = parse_header(content);
    return content.size() == kHeaderBytes + raw.n1 * kGameBytes && raw.header.made_month <= 12 &&
           raw.header.made_day <= 31 && (raw.board_size == 0 || raw.board_size == 8);
}

bool looks_like_wthor_names(std::string_view content) {
    if (content.size() < kHeaderBytes) return false;
    const RawHeader raw = parse_header(content);
    return raw.n1 == 0 && raw.n2 > 0 && raw.header.made_month <= 12 && raw.header.made_day <= 31 &&
           (content.size() == kHeaderBytes + raw.n2 * kPlayers.bytes ||
            content.size() == kHeaderBytes + raw.n2 * kTournaments.bytes);
}

Result<WthorGames> parse_wthor(std::string_view content, const WthorNames& names,
                               std::string_view name) {
    if (content.size() < kHeaderBytes) return too_short(name, content.size());
    const RawHeader raw = parse_header(content);
    if (auto fits = check_size(content, name, raw.n1, "games", kGameBytes); !fits) {
        return fits.error();
    }
    if (raw.board_size != 0 && raw.board_size != 8) {
        return Error{fmt::format("{}: games on a board of {} squares a side; only 8 can be read",
                                 name, raw.board_size)};
    }
    if (raw.type != 0) {
        return Error{fmt::format("{}: a WTHOR file of type {}, endgame problems; games are type 0",
                                 name, raw.type)};
    }

    WthorGames result;
    result.header = raw.header;
    const auto count = static_cast<std::size_t>(raw.n1);  // fits: the content does
    result.games.reserve(count);
    const std::string date = raw.header.year > 0 ? std::to_string(raw.header.year) : "";
    const std::string depth = std::to_string(raw.header.depth);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view bytes = content.substr(kHeaderBytes + i * kGameBytes, kGameBytes);
        GameBuilder builder;
        builder.record().moves.reserve(kMoves);
        if (const auto played = play_moves(bytes.substr(kMovesAt), builder); !played) {
            result.problems.push_back(
                fmt::format("{}: game {}: {}", name, i + 1, played.error().message));
            continue;
        }
        GameRecord& game = builder.record();
        game.event = name_of(word_at(bytes, 0), names.tournaments, kTournaments);
        game.player(Color::black).name = name_of(word_at(bytes, 2), names.players, kPlayers);
        game.player(Color::white).name = name_of(word_at(bytes, 4), names.players, kPlayers);
        game.date = date;
        game.extra.reserve(2);
        game.extra.emplace_back(kWthorBest, std::to_string(byte_at(bytes, 7)));
        game.extra.emplace_back(kWthorDepth, depth);

        const std::uint32_t discs = byte_at(bytes, 6);
        const std::optional<DiscDifference> on_board = black_result(builder.diagram());
        if (on_board) game.ending = Ending::finished;
        if (discs > 64) {
            result.notes.push_back(
                fmt::format("{}: game {}: records {} discs for black; there are 64 in all", name,
                            i + 1, discs));
            game.result = on_board;
        } else {
            game.result = DiscDifference(2 * static_cast<int>(discs) - 64);
            if (on_board && *on_board != *game.result) {
                result.notes.push_back(
                    fmt::format("{}: game {}: records {} discs for black, but the board has {}",
                                name, i + 1, discs, 32 + on_board->value() / 2));
            }
        }
        result.games.push_back(std::move(game));
    }
    return result;
}

Result<Done> parse_wthor_players(std::string_view content, WthorNames& names,
                                 std::string_view name) {
    return parse_names(content, name, kPlayers, names.players_header, names.players);
}

Result<Done> parse_wthor_tournaments(std::string_view content, WthorNames& names,
                                     std::string_view name) {
    return parse_names(content, name, kTournaments, names.tournaments_header, names.tournaments);
}

Result<WthorNames> read_wthor_names(const std::string& wtb_path) {
    WthorNames names;
    if (const auto path = find_beside(wtb_path, kPlayers.file)) {
        const auto content = read_file(*path);
        if (!content) return content.error();
        if (const auto parsed = parse_wthor_players(*content, names, *path); !parsed) {
            return parsed.error();
        }
    }
    if (const auto path = find_beside(wtb_path, kTournaments.file)) {
        const auto content = read_file(*path);
        if (!content) return content.error();
        if (const auto parsed = parse_wthor_tournaments(*content, names, *path); !parsed) {
            return parsed.error();
        }
    }
    return names;
}

Result<WthorGames> read_wthor(const std::string& path) {
    const auto content = read_file(path);
    if (!content) return content.error();
    const auto names = read_wthor_names(path);
    if (!names) return names.error();
    return parse_wthor(*content, *names, path);
}

Result<WthorFiles> write_wthor(const std::vector<GameRecord>& games, const WthorHeader& header,
                               const WthorNames& names) {
    WthorFiles files;
    Numbering players(kPlayers, names.players);
    Numbering tournaments(kTournaments, names.tournaments);
    RawHeader raw;
    raw.header = header;
    raw.n1 = games.size();
    raw.board_size = 8;
    files.games = header_bytes(raw);
    files.games.reserve(kHeaderBytes + games.size() * kGameBytes);
    for (std::size_t i = 0; i < games.size(); ++i) {
        const GameRecord& game = games[i];
        if (game.start != Diagram{}) {
            return Error{fmt::format(
                "game {} does not begin at the starting position, so WTHOR cannot hold it", i + 1)};
        }
        if (const auto year = game.year(); year && *year != header.year) {
            files.losses.push_back(fmt::format("game {} was played in {}, but the file is of {}",
                                               i + 1, *year, header.year));
        }
        const auto number_of = [&](Numbering& numbers, const std::string& name) {
            return numbers.number_of(name, files.losses);
        };
        put_word(files.games, number_of(tournaments, game.event));
        put_word(files.games, number_of(players, game.player(Color::black).name));
        put_word(files.games, number_of(players, game.player(Color::white).name));
        const std::size_t discs = black_discs(game, i + 1, files.losses);
        put_byte(files.games, discs);
        put_byte(files.games, extra_number(game, kWthorBest).value_or(discs));
        std::string moves;
        for (const PlayedMove& move : game.moves) {
            if (!move.move.is_pass()) put_byte(moves, byte_of(move.move.square()));
        }
        moves.resize(kMoves, '\0');
        files.games += moves;
    }
    if (games.size() > 0xffffffff || players.size() > kMaxNames || tournaments.size() > kMaxNames) {
        return Error{
            fmt::format("{} games with {} players and {} tournaments: WTHOR has room for "
                        "{} names of each",
                        games.size(), players.size(), tournaments.size(), kMaxNames)};
    }
    files.players = players.bytes(names.players_header);
    files.tournaments = tournaments.bytes(names.tournaments_header);
    return files;
}

WthorHeader wthor_header_for(const std::vector<GameRecord>& games) {
    WthorHeader header;
    for (const GameRecord& game : games) {
        if (header.year == 0) header.year = game.year().value_or(0);
        if (header.depth == 0) {
            header.depth = static_cast<int>(extra_number(game, kWthorDepth).value_or(0));
        }
        if (header.year != 0 && header.depth != 0) break;
    }
    return header;
}

Result<std::vector<std::string>> save_wthor(const std::string& path,
                                            const std::vector<GameRecord>& games) {
    auto names = read_wthor_names(path);
    if (!names) return names.error();
    WthorHeader header = wthor_header_for(games);
    const std::time_t now = std::time(nullptr);
    std::tm today{};
    ::gmtime_r(&now, &today);
    for (WthorHeader* const each : {&header, &names->players_header, &names->tournaments_header}) {
        each->made_year = today.tm_year + 1900;
        each->made_month = today.tm_mon + 1;
        each->made_day = today.tm_mday;
    }
    auto files = write_wthor(games, header, *names);
    if (!files) return files.error();
    const auto beside = [&](const NameList& list) {
        if (auto found = find_beside(path, list.file)) return *found;
        return (std::filesystem::path(path).parent_path() / list.file).string();
    };
    // The names first: games without names can be read, numbers of names that are not there yet
    // would be wrong.
    for (const auto& [target, bytes] :
         {std::pair(beside(kPlayers), &files->players),
          std::pair(beside(kTournaments), &files->tournaments), std::pair(path, &files->games)}) {
        if (const auto written = write_file(target, *bytes); !written) return written.error();
    }
    return std::move(files->losses);
}

}  // namespace emilia
