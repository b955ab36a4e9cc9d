#pragma once

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

// Having used this part of its share, a search does not begin to look deeper. `alike`: so many
// looks in turn found the same move best as the one before; the longer it has been the best, the
// less is to be expected of another look.
double part_to_begin_in(int alike);

}  // namespace emilia
