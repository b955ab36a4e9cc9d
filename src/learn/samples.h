#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "board/position.h"
#include "learn/training_game.h"
#include "util/result.h"

namespace emilia::learn {

// A position and what it is worth to the player to move, in discs.
struct Sample {
    Position position;
    float label = 0;
};

struct SampleSet {
    std::array<std::vector<Sample>, 61> by_empties;

    std::size_t size() const;
};

struct SampleOptions {
    // Of a position's label so much comes from what happened afterwards and the rest from the
    // search there; and so on with the positions after it. 1: the result alone, 0: the search
    // alone. Exact values stand for themselves.
    double lambda = 1;
    // So many of a thousand games, whole games chosen by their number, are kept for validation.
    int validation_permille = 50;
    int threads = 1;
    // Asked now and then; true: give up. May be empty.
    std::function<bool()> stopped;
};

// Positions of games, divided for fitting.
struct Samples {
    SampleSet training;
    SampleSet validation;
    std::uint64_t games = 0;
};

// Adds those of a game: none before its last random move, because what comes after it then says
// little about them.
void add_samples(const TrainingGame& game, double lambda, SampleSet& to);

// Of all games of the files, in their order.
Result<Samples> read_samples(const std::vector<std::string>& paths, const SampleOptions& options);

// Whether a game is one for validation; the same for the same number each time.
bool is_for_validation(std::uint64_t game, int permille);

}  // namespace emilia::learn
