#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "player/player.h"
#include "util/result.h"

namespace emilia::match {

// How long the players of a game may think. Whatever is given holds; with nothing given each takes
// what its own options say.
struct TimeControl {
    std::optional<Clock> game = std::nullopt;   // for all moves of a player, and more after each
    std::optional<double> move = std::nullopt;  // seconds for each move
    std::optional<int> depth = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;
};

// "5m", "10+0.1", "2:00+1s": a time for the game, and one to add after each move.
Result<Clock> parse_clock(std::string_view text);

// "10s+100ms a game, depth 6"; "none" if nothing is given.
std::string to_string(const TimeControl& control);

}  // namespace emilia::match
