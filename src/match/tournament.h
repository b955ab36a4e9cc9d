#pragma once

#include <optional>
#include <span>
#include <vector>

#include "match/ratings.h"
#include "match/runner.h"

namespace emilia::match {

// Everybody against everybody, `games` times, and colours as even as can be. The games of the same
// number of all pairings have the same opening; two that follow each other differ in colours.
std::vector<Task> round_robin(std::size_t players, std::size_t games);

// One round of a Swiss tournament.
struct SwissRound {
    struct Pairing {
        std::size_t black;  // in the first game
        std::size_t white;

        bool operator==(const Pairing&) const = default;
    };
    std::vector<Pairing> pairings;
    std::optional<std::size_t> bye;  // who had nobody to play against

    bool operator==(const SwissRound&) const = default;
};

// Pairs those of equal points, from the top, with somebody they have not met: of those the nearest
// in points, then one who is due the other colour, then the first in the list. Players meet twice
// only if no other way is found, which cannot happen in the first players/2 rounds. Of an odd
// number the last without a bye gets it. Black goes to who had it less, then to who did not have it
// last.
SwissRound pair_round(const std::vector<SwissRound>& before, const std::vector<double>& points);

// The games of a round, numbered on from those before.
std::vector<Task> tasks_of(const SwissRound& round, std::size_t number, std::size_t games,
                           std::size_t first_game);

struct Standing {
    std::size_t player = 0;
    std::size_t games = 0;
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;
    std::size_t byes = 0;
    double points = 0;     // a bye counts as games won
    double opponents = 0;  // the points of those he played, once a game
    long long discs = 0;   // own less opponents', in all games
    Effort effort;
    std::size_t forfeits = 0;  // games lost on time, by an illegal move or by a failure
};

// First to last: by points, then the opponents' points, then discs, then the order of players.
std::vector<Standing> standings(std::size_t players, std::span<const Outcome> games,
                                const std::vector<SwissRound>& rounds = {},
                                std::size_t games_a_bye = 1);

// Points of each against each; byes are no games.
Points points_between(std::size_t players, std::span<const Outcome> games);

}  // namespace emilia::match
