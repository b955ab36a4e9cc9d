#include "cli/all_players.h"

#include "history/bill/bill.h"
#include "history/iago/iago.h"
#include "history/strategies/strategies.h"
#include "player/engine_player.h"
#include "player/external_players.h"

namespace emilia::cli {

PlayerRegistry all_players(std::shared_ptr<const Weights> weights) {
    PlayerRegistry registry;
    add_engine_player(registry, std::move(weights));
    strategies::add_players(registry);
    iago::add_players(registry);
    bill::add_players(registry);
    add_external_players(registry);
    return registry;
}

}  // namespace emilia::cli
