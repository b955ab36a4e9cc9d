#include "learn/selfplay.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/random_positions.h"
#include "learn/openings.h"
#include "learn/thinker.h"
#include "util/seeds.h"

namespace emilia::learn {

Result<Done> check(const SelfplayOptions& options) {
    if (options.least_random > options.most_random) {
        return Error{fmt::format("at least {} and at most {} random moves are no numbers of them",
                                 options.least_random, options.most_random)};
    }
    if (options.enumerated < 0 || options.enumerated > kMostEnumeratedPlies) {
        return Error{
            fmt::format("positions after {} plies are too many to take them all; at most "
                        "{} plies",
                        options.enumerated, kMostEnumeratedPlies)};
    }
    if (options.enumerated + options.most_random + options.exact > 60) {
        return Error{
            fmt::format("{} moves of an opening and {} empty squares played perfectly are "
                        "more than a game has",
                        options.enumerated + options.most_random, options.exact)};
    }
    return Done{};
}

Settings settings_of(const SelfplayOptions& options) {
    return {{"made-by", "selfplay"},
            {"seed", std::to_string(options.seed)},
            {"depth", std::to_string(options.depth)},
            {"exact", std::to_string(options.exact)},
            {"random", fmt::format("{} to {}", options.least_random, options.most_random)},
            {"enumerated", std::to_string(options.enumerated)},
            {"noise", std::to_string(options.noise)},
            {"weights", options.weights->id()}};
}

struct Selfplay::State {
    State(const SelfplayOptions& chosen, std::function<bool()> stopped)
        : options(chosen),
          openings(enumerated_openings(chosen.enumerated)),
          thinker(chosen.weights, std::move(stopped)) {}

    SelfplayOptions options;
    std::vector<std::vector<Square>> openings;
    Thinker thinker;
};

Selfplay::Selfplay(const SelfplayOptions& options, std::function<bool()> stopped)
    : state_(std::make_unique<State>(options, std::move(stopped))) {}

Selfplay::~Selfplay() = default;

std::optional<TrainingGame> Selfplay::play(std::uint64_t number) {
    const SelfplayOptions& options = state_->options;
    Thinker& thinker = state_->thinker;
    thinker.forget();
    Random random(mixed(options.seed, number));
    TrainingGame game;
    game.exact_from = options.exact;
    Replay replay;
    const auto add = [&](Square square, int value) {
        game.moves.push_back(square);
        game.values.push_back(static_cast<std::int8_t>(value));
        replay.play(square);
    };
    for (const Square square : state_->openings[number % state_->openings.size()]) {
        add(square, kNoValue);
    }
    const auto span = static_cast<std::uint64_t>(options.most_random - options.least_random + 1);
    const int moves_without_thought =
        options.enumerated + options.least_random + static_cast<int>(random.below(span));
    int expected = 0;
    while (!replay.over()) {
        const Position position = replay.position();
        if (position.empties() <= options.exact) {
            const auto thought = thinker.solve(position, expected);
            if (!thought) return std::nullopt;
            add(thought->move, thought->value);
            expected = replay.passed() ? thought->value : -thought->value;
            continue;
        }
        if (options.depth == 0 || static_cast<int>(game.moves.size()) < moves_without_thought) {
            add(random_square(random, replay.legal()), kNoValue);
            continue;
        }
        const auto thought = thinker.think(position, options.depth);
        if (!thought) return std::nullopt;
        Square move = thought->move;
        if (options.noise > 0) {
            const auto choices =
                thinker.nearly_as_good(position, options.depth, *thought, options.noise);
            if (!choices) return std::nullopt;
            move = (*choices)[random.below(choices->size())];
        }
        expected = -thought->value;
        add(move, thought->value);
    }
    // A short game may end among its random moves.
    const auto first_thought = std::find_if(game.values.begin(), game.values.end(),
                                            [](std::int8_t value) { return value != kNoValue; });
    game.random_plies = static_cast<int>(first_thought - game.values.begin());
    return game;
}

}  // namespace emilia::learn
