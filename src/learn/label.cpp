#include "learn/label.h"

#include <algorithm>
#include <string>

#include "learn/thinker.h"

namespace emilia::learn {

Settings settings_of(const LabelOptions& options, const Settings& of_games) {
    Settings settings = of_games;
    settings.emplace_back("label-depth", std::to_string(options.depth));
    settings.emplace_back("label-exact", std::to_string(options.exact));
    settings.emplace_back("label-weights", options.weights->id());
    return settings;
}

struct Labeller::State {
    State(const LabelOptions& chosen, std::function<bool()> stopped)
        : options(chosen), thinker(chosen.weights, std::move(stopped)) {}

    LabelOptions options;
    Thinker thinker;
};

Labeller::Labeller(const LabelOptions& options, std::function<bool()> stopped)
    : state_(std::make_unique<State>(options, std::move(stopped))) {}

Labeller::~Labeller() = default;

std::optional<TrainingGame> Labeller::label(const TrainingGame& game) {
    const LabelOptions& options = state_->options;
    Thinker& thinker = state_->thinker;
    thinker.forget();
    std::vector<Replay> places;
    Replay replay;
    for (const Square square : game.moves) {
        places.push_back(replay);
        replay.play(square);
    }
    TrainingGame labelled = game;
    labelled.exact_from = std::max(game.exact_from, options.exact);
    // From the end: what was found of a position is half of the work on the one before it.
    for (std::size_t i = game.moves.size(); i-- > 0;) {
        const Position position = places[i].position();
        const int empties = position.empties();
        if (game.values[i] == kNoValue || empties <= game.exact_from) continue;
        std::optional<Thinker::Thought> thought;
        if (empties <= options.exact) {
            const bool has_next = i + 1 < game.moves.size() && labelled.values[i + 1] != kNoValue;
            const bool same_side =
                has_next && places[i].black_to_move() == places[i + 1].black_to_move();
            const int next = has_next ? labelled.values[i + 1] : 0;
            thought = thinker.solve(position, same_side ? next : -next);
        } else {
            thought = thinker.think(position, options.depth);
        }
        if (!thought) return std::nullopt;
        labelled.values[i] = static_cast<std::int8_t>(thought->value);
    }
    return labelled;
}

}  // namespace emilia::learn
