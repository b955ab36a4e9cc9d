#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "eval/weights.h"
#include "learn/cuda/game.h"
#include "learn/cuda/probe.h"
#include "util/result.h"

// Self-play on a graphics processor. Only in builds with EMILIA_CUDA.

namespace emilia::learn {

struct GpuCounts {
    std::uint64_t games = 0;
    std::uint64_t positions = 0;  // with a value
    std::uint64_t leaves = 0;     // evaluated
    std::uint64_t nodes = 0;      // of the endgame solver: a node with few empties counts as one
};

struct GpuWork {
    SelfPlay play;
    std::uint64_t games = 0;
    // If there are any, these games are not played but get new values: label_game().
    std::span<const PlayedGame> given;
    // Takes games in their order, each once, by the thousand.
    std::function<Result<Done>(std::span<const PlayedGame>)> take;
    // Told a few times a second; true: finish the games that are begun, and no more.
    std::function<bool(const GpuCounts&)> stopped;
};

// Plays the games; those that were taken are all from the first on, also if it was stopped.
Result<GpuCounts> play_on_gpu(const Weights& weights, const GpuWork& work);

// Fills in the answers.
Result<Done> answer_on_gpu(const Weights& weights, std::vector<Probe>& probes);

// The processor's name and size in a line.
Result<std::string> describe_gpu();

}  // namespace emilia::learn
