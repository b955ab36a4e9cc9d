#pragma once

#include <vector>

#include "history/greene/database.h"
#include "util/random.h"

namespace emilia::greene {

// Moves of one position that have the same heuristic.
struct Candidate {
    int heuristic = 0;  // its index
    std::int64_t measure = 0;
    std::int64_t weight = 0;  // its chance is this by the sum of all
    std::vector<Square> squares = {};
    Square square{};  // the one of them that is played
};

// The heuristics of a position's moves in phases 2 to 4, in the order of their first squares.
// There is a move to make.
std::vector<Candidate> candidates(const Database& database, Position position);

// WinMeasures as chances: as they are where all are positive, else all moved up so that the least
// is 1.
void set_weights(std::vector<Candidate>& candidates);

// By chance, in proportion to the weights; and the one with the highest measure, the first of
// several.
const Candidate& choose_by_chance(const std::vector<Candidate>& candidates, Random& random);
const Candidate& choose_best(const std::vector<Candidate>& candidates);

// Phase 1: what a square is worth to play on, and the squares that are worth most.
int opening_weight(Square square);
Bitboard opening_choices(Position position);

// Any of these squares, with the same chance.
Square any_of(Bitboard squares, Random& random);

}  // namespace emilia::greene
