#pragma once

namespace emilia::bill {

// Seconds to think about a move, with so much left on the clock of the game and so many empty
// squares. The last moves are solved along with the one that first reaches the end, so that the
// time is there for those before.
double allocation(double left, int empties);

}  // namespace emilia::bill
