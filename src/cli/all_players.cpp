#include "cli/all_players.h"

#include "history/bill/bill.h"
#include "history/greene/greene.h"
#include "history/iago/iago.h"
#include "history/logistello/logistello.h"
#include "history/mcabee/mcabee.h"
#include "history/strategies/strategies.h"
#include "history/tournament96/tournament96.h"
#include "player/engine_player.h"
#include "player/external_players.h"

namespace emilia::cli {

PlayerRegistry all_players(std::shared_ptr<const Weights> weights) {
    PlayerRegistry registry;
    add_engine_player(registry, std::move(weights));
    strategies::add_players(registry);
    iago::add_players(registry);
    bill::add_players(registry);
    greene::add_players(registry);
    mcabee::add_players(registry);
    logistello::add_players(registry);
    tournament96::add_players(registry);
    add_external_players(registry);
    return registry;
}

}  // namespace emilia::cli
