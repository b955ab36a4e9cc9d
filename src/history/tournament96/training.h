#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "history/tournament96/weights.h"
#include "util/random.h"
#include "util/result.h"

namespace emilia::tournament96 {

// How weights are learned (section 5.3).
struct TrainingSettings {
    GridShape shape = *GridShape::square_board(8);
    FeatureSet set = FeatureSet::tournament();
    int plies = 8;       // of a phase and of the searches in it, k; even
    int end = 14;        // plies of the first phase, which is searched to the end; even
    int games = 500;     // of a phase
    double rate = 0.02;  // alpha
    double decay = 1;    // what gamma has become in the last game of a phase; 1: no decay
    std::uint64_t seed = 1;

    bool operator==(const TrainingSettings&) const = default;
};

Result<Done> check(const TrainingSettings& settings);

// Weights in the making. From the end of the game backwards, a phase of some plies at a time: the
// first learns what games are worth by searching them to the end, each other one from the
// evaluation that the phases before it have learned.
class Training {
  public:
    explicit Training(const TrainingSettings& settings);

    const TrainingSettings& settings() const { return settings_; }
    const Weights& weights() const { return weights_; }
    int phases() const;
    int phase() const { return phase_; }
    // Games played and to be played, over all phases.
    std::uint64_t done() const;
    std::uint64_t all() const;
    bool finished() const { return phase_ == phases(); }

    // Plays the next game and learns from it. A game depends on the settings and on what was
    // learned before it alone. False, and nothing learned, if it was stopped.
    bool step(const std::function<bool()>& stopped = {});

    // Moves the weights of the board's stage and player towards `target`, which is in discs and
    // for the player to move.
    void learn(const BitGridBoard& board, Color player, double target, double rate);

    // The state as a sealed text, from which step() goes on as if there had been no break.
    std::string text() const;
    static Result<Training> parse(std::string_view text);

    bool operator==(const Training& other) const {
        return settings_ == other.settings_ && weights_ == other.weights_ &&
               phase_ == other.phase_ && game_ == other.game_;
    }

  private:
    struct Example;
    int first_discs() const;  // of the phase

    TrainingSettings settings_;
    std::shared_ptr<const BitGridShape> shape_;
    FeatureExtractor extractor_;
    Weights uniform_;
    Weights weights_;
    int phase_ = 0;
    int game_ = 0;
};

// A game between players that move at random, greedily, or by the uniform weights, each with its
// share; the last looks as far ahead as the second.
struct Mixture {
    double random = 0.1;
    double greedy = 0.2;
    int depth = 2;
};
int mixed_move(const BitGridBoard& board, const Mixture& mixture, const Evaluation& smart,
               Random& random);

}  // namespace emilia::tournament96
