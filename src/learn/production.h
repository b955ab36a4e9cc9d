#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "learn/game_file.h"

namespace emilia::learn {

// A game by its number; nothing if it was stopped. Used by one thread.
using GameMaker = std::function<std::optional<TrainingGame>(std::uint64_t number)>;

struct Production {
    std::uint64_t games = 0;  // in the file at the end
    std::size_t block = 500;  // games of a block: what an interruption may lose
    int threads = 1;
    std::function<GameMaker()> maker;  // a new one for each thread
    std::function<bool()> stopped;     // asked before each game; may be empty
    // Told the games made so far, those in the file included, after each; one call at a time.
    std::function<void(std::uint64_t made)> progress;
};

// Makes the games that the file lacks, and appends them in the order of their numbers, in blocks
// that begin at multiples of `block`: the same file comes out whatever the threads, and however
// often it was stopped and begun again. False if it was stopped.
Result<bool> produce(const Production& production, GameFileWriter& writer);

}  // namespace emilia::learn
