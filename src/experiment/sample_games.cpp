#include "experiment/sample_games.h"

#include "match/arbiter.h"
#include "match/openings.h"

namespace emilia::experiment {

std::optional<GameRecord> sample_game(const Setting& setting, const PlayerSpec& player,
                                      std::uint64_t seed) {
    constexpr std::size_t kRandomMoves = 8;
    const auto openings = match::Openings::random(kRandomMoves, seed);
    const auto black = setting.players.make(player);
    const auto white = setting.players.make(player);
    match::ArbiterSettings arbiter;
    arbiter.abandoned = setting.stopped;
    auto played = match::play_game(*black, *white, openings->at(0), arbiter);
    if (!played) return std::nullopt;
    return std::move(played->record);
}

}  // namespace emilia::experiment
