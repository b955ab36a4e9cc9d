#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "game/record.h"
#include "history/mcabee/knowledge.h"

namespace emilia::mcabee {

// A legal move and the value of the position after it, for the player who makes it: what a search
// of depth 1 sees.
struct Child {
    Move move;
    int value = 0;
};
std::vector<Child> children_of(const Polynomial& polynomial, Position position);

// Chapter IV. The move that the deep search recommends is not the one that depth 1 would make: of
// the classes' terms the one that speaks most for the latter has its coefficient halved, the one
// that speaks most for the former doubled. Where none speaks for the latter, the first class is
// halved: that is what the first column of table 1 looks like.
void adjust_coefficients(Polynomial& polynomial, Position position, Move recommended,
                         Move greatest);

// The values of squares by successful selection, for one move of the game: all candidates go half
// the way to what depth 1 thinks of them, then the recommended one beats the others.
void adjust_squares(std::vector<int>& values, const std::vector<Child>& children, Move recommended);

// One game of a run.
struct LearningGame {
    GameRecord record;
    int choices = 0;  // moves that were searched for, random ones and passes left out
    int forced = 0;   // of these where there was only one
    int matches = 0;  // where depth 1 made the same choice, forced ones included
    int balance = 0;  // ALPHA's discs less BETA's; of two that learn: black's less white's
    std::uint64_t nodes = 0;
    std::vector<int> values = {};  // of the choices, as the deep search saw them
};

// Plays the next game of a run and learns from each of its moves. Everything depends on the
// knowledge and its settings alone. Nothing, and the knowledge as it was, if it was stopped.
std::optional<LearningGame> learn_game(Knowledge& knowledge,
                                       const std::function<bool()>& stopped = {});

}  // namespace emilia::mcabee
