#pragma once

#include <algorithm>

#include "game/record.h"

namespace emilia {

// For players that keep what they have found from one of their moves to the next.
class FollowedGame {
  public:
    // The game is the one of the last time, with more moves. From now on it is this one.
    bool goes_on_to(const GameRecord& game) {
        const bool same =
            !moves_.empty() && game.start == start_ && game.moves.size() > moves_.size() &&
            std::equal(moves_.begin(), moves_.end(), game.moves.begin(),
                       [](const PlayedMove& a, const PlayedMove& b) { return a.move == b.move; });
        start_ = game.start;
        moves_ = game.moves;
        return same;
    }

  private:
    decltype(GameRecord::start) start_ = {};
    decltype(GameRecord::moves) moves_ = {};
};

}  // namespace emilia
