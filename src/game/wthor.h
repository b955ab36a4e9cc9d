#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia {

// WTHOR, the games of human and machine tournaments as the French federation publishes them: one
// .wtb a year, and the names of all players (.JOU) and tournaments (.TRN) in files beside it.
//
// A record keeps no passes, no date but the year, and black's discs as tournaments count them (the
// winner is given the empty squares). It also keeps black's discs after best play by both from a
// stated number of empty squares on; a GameRecord carries these two as `extra` under these names.
inline constexpr std::string_view kWthorBest = "wthor:best";
inline constexpr std::string_view kWthorDepth = "wthor:depth";

// Whether a name is that of a program: WTHOR puts the author behind it, "Iago (rosenbloom)".
bool is_program(std::string_view player);

// What stands in front of the games, and of each list of names.
struct WthorHeader {
    // When the file was made.
    int made_year = 0;
    int made_month = 0;
    int made_day = 0;
    int year = 0;   // in which the games were played; 0 in a list of names
    int depth = 0;  // empty squares from which the best score was searched

    bool operator==(const WthorHeader&) const = default;
};

// The lists that the numbers of a .wtb point into.
struct WthorNames {
    WthorHeader players_header;
    std::vector<std::string> players;
    WthorHeader tournaments_header;
    std::vector<std::string> tournaments;
};

struct WthorGames {
    WthorHeader header;
    std::vector<GameRecord> games;
    // A sentence for each record that is no game by the rules, which `games` then lacks.
    std::vector<std::string> problems;
    // A sentence for each game whose result is not the one on its board.
    std::vector<std::string> notes;
};

// Whether this can be nothing else: a header whose numbers fit the length.
bool looks_like_wthor(std::string_view content);
// The same for a list of names, which holds no games.
bool looks_like_wthor_names(std::string_view content);

// `name` is that of the file, for what is said of it. A number without a name in the lists becomes
// "player #123" or "tournament #45".
Result<WthorGames> parse_wthor(std::string_view content, const WthorNames& names,
                               std::string_view name);
// Adds to `names` what the content of a .JOU or .TRN says.
Result<Done> parse_wthor_players(std::string_view content, WthorNames& names,
                                 std::string_view name);
Result<Done> parse_wthor_tournaments(std::string_view content, WthorNames& names,
                                     std::string_view name);

// The lists beside a .wtb, upper or lower case; one that is not there stays empty.
Result<WthorNames> read_wthor_names(const std::string& wtb_path);
// A .wtb with the names beside it.
Result<WthorGames> read_wthor(const std::string& path);

// The three files, as bytes.
struct WthorFiles {
    std::string games;
    std::string players;
    std::string tournaments;
    // A sentence for each thing the format has no room for, but for comments, times and the like,
    // which it never keeps.
    std::vector<std::string> losses;
};

// `names` are kept, in their order, and those that the games need besides are put behind them.
// Refused: a game that does not begin at the starting position, or too many games or names.
Result<WthorFiles> write_wthor(const std::vector<GameRecord>& games, const WthorHeader& header,
                               const WthorNames& names = {});

// Year and depth of the first game that has them.
WthorHeader wthor_header_for(const std::vector<GameRecord>& games);

// Writes `path` and the two lists beside it (WTH.JOU and WTH.TRN); lists that are there already
// grow, so that other files beside them keep their names. Returns what was lost.
Result<std::vector<std::string>> save_wthor(const std::string& path,
                                            const std::vector<GameRecord>& games);

}  // namespace emilia
