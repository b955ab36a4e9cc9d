#pragma once

#include <array>
#include <optional>

#include "player/player.h"

namespace emilia {

// The clocks of a game by GTP: a main time, then so many moves in every period of overtime.
class GtpClock {
  public:
    // Seconds. Without a main time and without moves a period there is no limit: that is how the
    // protocol says so, and nobody plays in no time at all.
    void set(double main, double period, int moves);
    // Both clocks as they are at the beginning of a game.
    void reset();
    // What the client says is left: of the main time, or with `moves` for so many moves.
    void set_left(Color color, double seconds, int moves);
    // For clients that do not say what is left.
    void spend(Color color, double seconds);

    // What that means for the next move.
    void limit(Color color, Limits& limits) const;

  private:
    struct Left {
        double seconds = 0;
        int moves = 0;  // 0: it is the main time
    };

    Left& left(Color color) { return (*left_)[static_cast<std::size_t>(color)]; }
    const Left& left(Color color) const { return (*left_)[static_cast<std::size_t>(color)]; }

    double main_ = 0;
    double period_ = 0;
    int moves_ = 0;
    bool limited_ = false;
    std::optional<std::array<Left, 2>> left_;
};

}  // namespace emilia
