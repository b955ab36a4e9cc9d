#pragma once

#include <chrono>
#include <cstdint>

#include "player/player.h"

namespace emilia {

// How long one choice may take, for players without ideas of their own about time.
class Budget {
  public:
    // Begins now. Of a clock the player takes an even share for each move he may still have to
    // make, and leaves a little for what happens between the moves.
    Budget(const Limits& limits, int empties);

    // The player has to make up his mind, having searched so many nodes.
    bool spent(std::uint64_t nodes) const;

    // The limit of the limits, or the player's own if that is less.
    int depth(int own) const;

  private:
    using Now = std::chrono::steady_clock;

    const Limits& limits_;
    std::optional<Now::time_point> end_;
};

// What an even share of a clock is, in seconds. `known`: for who sees the end of the game from so
// many empty squares on, what comes after takes next to no time, and the clock is for the moves
// before.
double share_of(const Clock& clock, int empties, int known = 0);

}  // namespace emilia
