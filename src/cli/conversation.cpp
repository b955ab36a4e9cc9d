#include "cli/conversation.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/all_players.h"
#include "cli/weights_option.h"
#include "protocol/serve.h"

namespace emilia::cli {

void add_speaker_options(CLI::App& command, Speaker& speaker) {
    command.add_option("-p,--player", speaker.spec, fmt::format("who plays ({})", speaker.spec))
        ->type_name("PLAYER");
    add_weights_option(command, speaker.weights);
}

int converse(const Speaker& speaker, const MakeSession& make) {
    const auto weights = chosen_weights(speaker.weights);
    if (!weights) return fail(weights.error());
    const PlayerRegistry registry = all_players(*weights);
    const auto player = registry.parse(speaker.spec);
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
