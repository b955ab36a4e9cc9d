#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "eval/weights.h"
#include "learn/game_file.h"

namespace emilia::learn {

struct LabelOptions {
    int depth = 8;   // plies of search for a value
    int exact = 16;  // from so many empty squares on values are exact
    std::shared_ptr<const Weights> weights;
};

// What goes into the head of a file of games that were labelled, behind what they had.
Settings settings_of(const LabelOptions& options, const Settings& of_games);

// Gives the positions of games better values, one game at a time. Objects share nothing.
class Labeller {
  public:
    // `stopped` ends the work on a game soon; may be empty.
    Labeller(const LabelOptions& options, std::function<bool()> stopped);
    ~Labeller();
    Labeller(const Labeller&) = delete;
    Labeller& operator=(const Labeller&) = delete;

    // The same moves with new values, except where the old ones are exact or there were none.
    // Nothing if stopped.
    std::optional<TrainingGame> label(const TrainingGame& game);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace emilia::learn
