#include "cli/conversation.h"
#include "emilia_build_info.h"
#include "protocol/gtp_session.h"

namespace emilia::cli {

void add_gtp(Program& program) {
    auto speaker = std::make_shared<Speaker>(Speaker{"emilia", ""});
    CLI::App& command = program.add(
        {"gtp", "Play", "a player behind GTP, for programs such as Quarry, GoGui and Sabaki",
         R"(Examples:
  emilia gtp                                 what to enter as the command of an engine
  emilia gtp --player emilia:level=12,threads=2
  emilia gtp --player max-disc:depth=3
  printf 'play b f5\ngenmove w\nshowboard\n' | emilia gtp

Reads commands of the Go Text Protocol, version 2, a line at a time, and answers each
with '=', or '?' and what is wrong, and an empty line. 'list_commands' lists them.
Squares are a1 (top left) to h8, colours black and white; boards are 8x8.

A pass is played only where it is forced. It may be left out: a move of a player whose
opponent has to pass puts that pass in. 'genmove' of a colour that is not to move answers
'pass' and changes nothing. 'analyze [COLOR] [CENTISECONDS]' shows what the player finds
until the next line comes; emilia values five moves. A 'quit' or 'stop' that comes while the
player thinks makes it move at once. With emilia:ponder=1 it thinks after its moves until the
next line comes. 'emilia players' lists the players; docs/protocols.md tells all of it.
)"},
        [speaker] {
            return converse(*speaker, [](const PlayerRegistry& registry, const PlayerSpec& player,
                                         const Output& output) {
                GtpSession::Settings settings;
                settings.version = EMILIA_VERSION;
                return std::make_unique<GtpSession>(registry, player, settings, output);
            });
        });
    add_speaker_options(command, *speaker);
}

}  // namespace emilia::cli
