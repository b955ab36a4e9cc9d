#include "cli/conversation.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/all_players.h"
#include "protocol/serve.h"

namespace emilia::cli {

void add_player_option(CLI::App& command, std::string& spec) {
    command.add_option("-p,--player", spec, fmt::format("who plays ({})", spec))
        ->type_name("PLAYER");
}

int converse(const std::string& spec, const MakeSession& make) {
    const PlayerRegistry registry = all_players();
    const auto player = registry.parse(spec);
    if (!player) return fail("--player: " + player.error().message);
    const auto session = make(registry, *player, [](std::string_view lines) {
        std::fwrite(lines.data(), 1, lines.size(), stdout);
        std::fflush(stdout);
    });
    const auto served = serve(STDIN_FILENO, *session);
    if (!served) return fail(served.error());
    return kSuccess;
}

}  // namespace emilia::cli
