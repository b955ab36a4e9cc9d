#pragma once

#include <functional>

#include "game/record.h"
#include "history/greene/chooser.h"
#include "history/greene/endgame.h"
#include "player/player.h"

namespace emilia::greene {

// Adds what a finished game teaches about the moves of these players, from so many empty squares on
// not made by heuristics; false if it is not finished on the board, and nothing was learned.
bool learn_from(Database& database, const GameRecord& game, bool black, bool white,
                int lookahead = kLearningLookahead);

// Games played to learn from. What a game is depends on the database as it is before, the seed and
// the number of the game alone.
class Learner {
  public:
    // From so many empty squares on it plays perfectly.
    explicit Learner(int lookahead = kLearningLookahead) : lookahead_(lookahead) {}

    // The Learner against its copy, both learning; the result for black.
    DiscDifference play_itself(Database& database, Random random);

    // The Learner, black or white, against a Teacher, who does not learn; the result for black, or
    // why the Teacher could not go on.
    Result<DiscDifference> play_against(Database& database, Player& teacher, Color learner,
                                        Random random);

  private:
    using Chain = std::vector<int>;

    // The Learner's move; its heuristic is added to the chain, where it has one.
    Move choose(const Database& database, Position position, Random& random, Chain& chain);

    int lookahead_;
    Endgame endgame_;
};

// A learning burst, or the rest of one.
struct Burst {
    Lesson lesson;            // its number of games is not looked at
    std::uint64_t games = 0;  // how many games of bursts the database is to have
    // The Teacher for the game with that number; empty: a copy of the Learner.
    std::function<std::unique_ptr<Player>(std::uint64_t game)> teacher = {};
    // Asked between games; true: stop there. May be empty.
    std::function<bool()> stopped = {};
    // Told after each game: how many games of bursts the database has, who had black (nobody in
    // particular against a copy), the result for black. May be empty.
    std::function<void(std::uint64_t games, Color learner, DiscDifference result)> played = {};
};

// False if it was stopped. The error is that of a Teacher; games before are learned from.
Result<bool> run_burst(Database& database, const Burst& burst);

}  // namespace emilia::greene
