#include "classic/quick_search.h"

namespace emilia::classic {

bool QuickSearch::asks() {
    constexpr int kNodesBetweenAsking = 128;
    until_asked = kNodesBetweenAsking;
    if (*stopped && (*stopped)(counts.nodes)) gave_up = true;
    return gave_up;
}

}  // namespace emilia::classic
