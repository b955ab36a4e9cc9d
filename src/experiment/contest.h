#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiment/experiment.h"
#include "match/openings.h"
#include "match/tally.h"

namespace emilia::experiment {

// So many openings of random moves after which neither side is ahead by more than two discs as the
// engine sees it. Others are won by the same side in both games of a pair if the players are
// strong, and say nothing. An error if it was stopped.
Result<match::Openings> even_openings(const Setting& setting, std::size_t plies, std::size_t count);

// A match that is a part of an experiment.
struct Contest {
    std::string first;  // as the registry reads players
    std::string second;
    std::size_t pairs = 1;  // of games, each pair from the same even opening
    // What a player may spend on a move. Nodes, so that the result is the same on every machine.
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t opening_plies = 8;
    // From every game of so many moves, images of each other counted once, in place of even ones;
    // `pairs` is then their number.
    bool every_opening = false;
};

// Plays it, for the first player. `done` of `all` games of the experiment were played before, and
// are counted on. An error if it was stopped.
Result<match::Tally> play_contest(const Setting& setting, const Contest& contest,
                                  const std::string& step, std::size_t& done, std::size_t all);

// "won 12, drawn 1, lost 7"; "62.5 % (+- 10.3)": with the standard error that the pairs show.
std::string games_text(const match::Tally& tally);
std::string score_text(const match::Tally& tally);

}  // namespace emilia::experiment
