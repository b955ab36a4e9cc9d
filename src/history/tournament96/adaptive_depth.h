#pragma once

#include <cstdint>
#include <deque>

namespace emilia::tournament96 {

// How deep to search in a given time, by what the last two searches took (section 2.2).
class AdaptiveDepth {
  public:
    static constexpr int kFirst = 8;  // plies of the first two searches
    static constexpr int kLeast = 4;
    static constexpr int kMost = 16;

    // A search that was finished. The first of each of a game's searches teaches most: those that
    // a table answered at once are left out.
    void learn(int depth, std::uint64_t nodes, double seconds);
    void forget() { last_.clear(); }

    // For a search of so many seconds.
    int depth(double seconds) const;

    // Means over the last two searches: the d-th root of the nodes; seconds.
    double branching() const;
    double seconds_a_node() const;

  private:
    struct Search {
        double branching;
        double seconds_a_node;
    };
    std::deque<Search> last_;
};

// The depth that the report's formula makes of an estimate: up from three tenths, then down to an
// even number, from 4 to 16.
int rounded_depth(double plies);

}  // namespace emilia::tournament96
