#pragma once

#include <functional>

#include "player/player.h"

namespace emilia::cli {

struct Thought {
    Result<Choice> choice;
    double seconds = 0;
    bool was_stopped = false;
};

// Lets a player choose on a thread of its own. `tick` is called on this one, many times a second;
// true asks the player to stop, and the wait goes on until it has.
Thought think(Player& player, const GameRecord& game, const std::function<bool()>& tick);

// Waits for that long, or until `tick`, called as above, says true.
void wait_for(double seconds, const std::function<bool()>& tick);

}  // namespace emilia::cli
