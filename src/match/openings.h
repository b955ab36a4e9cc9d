#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia::match {

// Where the games of a match begin.
class Openings {
  public:
    // Every game from the usual start.
    Openings() : Openings(std::vector<GameRecord>(1)) {}

    // The given games, or their first `plies` moves, one after the other and then again from the
    // first; shuffled for a seed. Refuses one that is over, by its number.
    static Result<Openings> from_games(std::vector<GameRecord> games,
                                       std::optional<std::size_t> plies = std::nullopt,
                                       std::optional<std::uint64_t> shuffle = std::nullopt);

    // Random moves, each legal one with the same chance. With a margin, only those whose
    // rough_balance() is no further from 0.
    static Result<Openings> random(std::size_t plies, std::uint64_t seed,
                                   std::optional<int> margin = std::nullopt);

    // The opening with a number from 0 on: always the same, whatever was asked before. From any
    // thread.
    GameRecord at(std::size_t index) const;

    // A number that is the same for the same openings.
    std::uint64_t fingerprint() const;

  private:
    explicit Openings(std::vector<GameRecord> games) : games_(std::move(games)) {}

    std::vector<GameRecord> games_;  // empty: random ones
    std::size_t plies_ = 0;
    std::uint64_t seed_ = 0;
    std::optional<int> margin_;
};

// Who stands better, for the player to move, by a search of four plies: legal moves less those of
// the opponent, and ten for each corner. A rule of thumb, in moves and not in discs; there to keep
// lost positions out.
int rough_balance(Position position);

}  // namespace emilia::match
