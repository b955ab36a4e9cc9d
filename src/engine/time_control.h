#pragma once

#include "board/square.h"

namespace emilia {

struct EngineClock;

// How long to think about a move, in seconds.
struct TimeShare {
    double usual =
        0;            // when this much has passed, nothing new is begun that is likely to take long
    double most = 0;  // when this has, the search is stopped
};

// A game's time goes to the moves before the end is solved: they decide, and what follows is quick.
TimeShare share_of_clock(const EngineClock& clock, int empties);

// How settled the best move is after looks that are ever deeper: the longer it has been the same,
// the less is to be expected of another look.
class Settling {
  public:
    explicit Settling(Square first) : best_(first) {}

    // What another look found best.
    void saw(Square best) {
        alike_ = best == best_ ? alike_ + 1 : 0;
        best_ = best;
    }
    // Having used this part of its share, a search does not begin to look deeper.
    double part_to_begin_in() const;

  private:
    Square best_;
    int alike_ = 0;  // so many looks in turn agreed with the one before
};

}  // namespace emilia
