#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "match/tally.h"
#include "match/tournament.h"

namespace emilia::match {

// Pages for a browser that need nothing else: text, tables and drawings in one file.

// `lines` is what the terminal says of the match.
std::string match_report(const std::array<std::string, 2>& players, const Tally& tally,
                         std::span<const Outcome> games, const std::vector<std::string>& lines);

struct TournamentSummary {
    std::string title;
    std::string terms;                 // openings and times, in words
    std::vector<std::string> players;  // by number
    std::vector<Standing> standings;
    Points points;
    Points games;  // how many between each two
    Ratings ratings;
    std::vector<SwissRound> rounds;  // of a Swiss tournament
};
std::string tournament_report(const TournamentSummary& summary, std::span<const Outcome> games);

}  // namespace emilia::match
