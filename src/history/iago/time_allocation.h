#pragma once

namespace emilia::iago {

// The share of the time that is left which IAGO gives to a move, 1 to 60 (section 4.1).
double allocation_fraction(int move);

// IAGO's clock for one game: what it holds back and what a move costs besides thinking, both in
// proportion to the 30 minutes of its tournaments.
class GameClock {
  public:
    explicit GameClock(double seconds) : all_(seconds) {}

    // Seconds to think about this move, with `left` on the clock.
    double allocation(int move, double left) const;

    static constexpr double kTournament = 30 * 60;
    static constexpr double kHeldBack = 150;
    static constexpr double kOverhead = 10;

  private:
    double all_;
};

}  // namespace emilia::iago
