#pragma once

#include <optional>
#include <vector>

#include "game/record.h"

namespace emilia {

// The game of a GTP session. The protocol was made for Go, where anyone may pass and either colour
// may be asked to move at any time: here it meets a game where passes are forced.
class GtpGame {
  public:
    const Diagram& diagram() const { return builder_.diagram(); }
    const GameRecord& record() const { return builder_.record(); }

    void clear();
    // The first `plies` turns of a game.
    void adopt(const GameRecord& game, std::size_t plies);

    // A pass of the other player is put before the move where he has to pass; passes after the end
    // of the game are taken, and change nothing.
    Result<Done> play(Color color, Move move);
    // A turn of a colour that was not to move: a pass, which changes nothing.
    void pass_out_of_turn();
    // Takes back what the last of the three above did; false if there is none.
    bool undo();

    // The game in which `color` is to move, the other one's forced pass put in; nothing if it is
    // not his turn, or the game is over.
    std::optional<GameRecord> with_turn_of(Color color) const;

  private:
    GameBuilder builder_;
    std::vector<std::size_t> marks_;  // how many plies there were before each turn
};

}  // namespace emilia
