#pragma once

#include <map>
#include <optional>

#include "match/runner.h"
#include "match/statistics.h"

namespace emilia::match {

// The state of a match between players 0 and 1, for player 0.
class Tally {
  public:
    void add(const Outcome& outcome);

    std::uint64_t games() const { return wins + draws + losses; }
    // Points of a game, from 0 to 1.
    double score() const;

    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    Pentanomial pairs = {};                     // those of which both games are there
    Moments discs;                              // of games that the discs decided
    std::array<std::uint64_t, 3> synchro = {};  // pairs won, drawn, lost by the discs of both games
    // Of each player: games lost on time, by an illegal move, by a failure.
    struct Forfeits {
        std::uint64_t timeout = 0;
        std::uint64_t illegal = 0;
        std::uint64_t failure = 0;
    };
    std::array<Forfeits, 2> forfeits = {};
    std::array<std::uint64_t, 2> resigned = {};  // games that each player gave up
    std::array<Effort, 2> efforts = {};

  private:
    struct Half {
        double points;
        int score;
    };
    std::map<std::size_t, Half> halves_;  // of pairs of which one game is there
};

}  // namespace emilia::match
