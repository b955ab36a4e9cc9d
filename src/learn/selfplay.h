#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "eval/weights.h"
#include "learn/game_file.h"

namespace emilia::learn {

struct SelfplayOptions {
    std::uint64_t seed = 1;
    int depth = 4;   // plies of search for a move; 0: random moves
    int exact = 12;  // from so many empty squares on the play is perfect
    // So many moves at the beginning are random, from the least to the most, each number as often.
    int least_random = 6;
    int most_random = 20;
    // 0, or: all positions after so many plies come in turn, and random moves only after them.
    int enumerated = 0;
    // Moves whose value is at most so many discs below the best have the same chance.
    int noise = 0;
    std::shared_ptr<const Weights> weights;
};

// What is wrong with them.
Result<Done> check(const SelfplayOptions& options);

// All that a game depends on but its number, for the head of a file.
Settings settings_of(const SelfplayOptions& options);

// Makes games one by one. Objects share nothing.
class Selfplay {
  public:
    // Of options that check() accepts. `stopped` ends a game soon; may be empty.
    Selfplay(const SelfplayOptions& options, std::function<bool()> stopped);
    ~Selfplay();
    Selfplay(const Selfplay&) = delete;
    Selfplay& operator=(const Selfplay&) = delete;

    // The game with that number: always the same. Nothing if stopped.
    std::optional<TrainingGame> play(std::uint64_t number);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace emilia::learn
