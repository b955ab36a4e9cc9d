#include "player/external_players.h"

#include <memory>

#include "player/gtp_player.h"
#include "player/nboard_player.h"

namespace emilia {

namespace {

template <typename P>
PlayerKind external(std::string name, std::string summary) {
    PlayerKind kind;
    kind.name = std::move(name);
    kind.summary = std::move(summary);
    kind.make = [](const PlayerSpec& spec) { return std::make_unique<P>(spec.command); };
    kind.takes_command = true;
    return kind;
}

}  // namespace

void add_external_players(PlayerRegistry& registry) {
    registry.add(external<GtpPlayer>("gtp", "another program that speaks GTP"));
    registry.add(external<NBoardPlayer>("nboard", "another program that speaks NBoard"));
}

}  // namespace emilia
