#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "match/arbiter.h"
#include "match/openings.h"
#include "player/registry.h"

namespace emilia::match {

// A game to be played. Numbers count from 0.
struct Task {
    std::size_t game = 0;
    std::size_t round = 0;
    std::size_t pair = 0;                   // games of a pair have the same opening
    std::array<std::size_t, 2> seats = {};  // the players, black first

    bool operator==(const Task&) const = default;
};

struct Outcome {
    Task task;
    PlayedGame played;

    // The points of the player in that seat, 0, 1/2 or 1.
    double points(Color color) const;
};

// Who plays, from where and under which terms. What is played depends on nothing else, unless
// players look at a clock.
struct Field {
    const PlayerRegistry& registry;
    std::vector<PlayerSpec> players;
    Openings openings;
    ArbiterSettings arbiter;
    std::uint64_t seed = 1;
};

// The spec with a seed for that pair of games, where the player has one and the spec does not say
// which.
PlayerSpec seeded(const PlayerRegistry& registry, const PlayerSpec& spec, std::uint64_t seed,
                  std::size_t pair, std::size_t player);

// Plays the tasks with new players for each game, `concurrency` at a time and begun in their
// order; with `synchro` two that follow each other and are of one pair start together and count as
// one. `done` is told each game as it ends, one at a time, on some thread; false stops everything,
// as does Field::arbiter.abandoned. Games under way are then left unfinished.
void play_tasks(const Field& field, std::span<const Task> tasks, int concurrency, bool synchro,
                const std::function<bool(Outcome)>& done);

}  // namespace emilia::match
