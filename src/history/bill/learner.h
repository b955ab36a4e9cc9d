#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/bill/bill_search.h"
#include "history/bill/parameters.h"
#include "history/bill/samples.h"

namespace emilia::bill {

// What games to learn from are played with. A game depends on these and its number alone.
struct LearnSettings {
    std::uint64_t seed = 1;
    int depth = 4;  // plies to search for a move; six empty squares more are solved
    // So many moves at the beginning are random, from the least to the most, each number as often;
    // they are not learned from.
    int least_random = 8;
    int most_random = 20;
    // The name of the parameters that both sides play with; empty: the weights set by hand.
    std::string played_by = {};

    bool operator==(const LearnSettings&) const = default;
};

// What is wrong with them.
Result<Done> check(const LearnSettings& settings);

// Plays games of BILL against itself and notes what positions were won and lost.
class Learner {
  public:
    // `by` is what both sides play with.
    Learner(const LearnSettings& settings, std::shared_ptr<const Knowledge> by);

    // The positions of the game with that number: always the same. Nothing if `stopped`, which may
    // be empty, said so. A drawn game gives none.
    std::optional<std::vector<Sample>> play(std::uint64_t number,
                                            const std::function<bool()>& stopped);

  private:
    LearnSettings settings_;
    BillSearch search_;
};

// How far the learning is: what a run that was stopped goes on from.
struct LearnState {
    LearnSettings settings;
    std::uint64_t games = 0;
    Samples samples;

    bool operator==(const LearnState&) const = default;
};
// As a sealed text, and back.
std::string to_text(const LearnState& state);
Result<LearnState> parse_state(std::string_view bytes);

// The state, its games played and counted, as parameters.
Result<Parameters> learned(const LearnState& state);

}  // namespace emilia::bill
