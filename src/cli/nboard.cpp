#include "cli/conversation.h"
#include "protocol/nboard_session.h"

namespace emilia::cli {

void add_nboard(Program& program) {
    // The client says how deep.
    auto speaker = std::make_shared<Speaker>(Speaker{"emilia", ""});
    CLI::App& command = program.add(
        {"nboard", "Play", "a player behind the protocol of NBoard",
         R"(Examples:
  emilia nboard                              what to enter as the command of an engine
  emilia nboard --player emilia:threads=2
  emilia nboard --player max-disc:depth=3
  printf 'nboard 2\nmove F5\nhint 3\n' | emilia nboard

Reads commands of the NBoard protocol, version 2, a line at a time: set depth, set game,
set contempt, move, hint, go, analyze, learn, ping, quit. Lines it does not know are ignored;
what is wrong with a game or a move is said in a 'status' line. A ping stops what the player
is doing. 'learn' is answered, and nothing learned: there is no book.

'set depth' is the player's depth, or its level where it has levels, as emilia does, unless
--player names one. 'hint' asks the player for the values of the best moves, or about each
move where it values none but its own, and plays out the game perfectly from 16 empty
squares on. Values are in the measure of the player: where they are no discs, the line ends
with 'points'. 'set contempt N' is for emilia: a draw is as good to black as N discs, as soon
as it sees the end of the game; values stay those of the board. 'emilia players' lists the
players; docs/protocols.md tells all of it.
)"},
        [speaker] {
            return converse(*speaker, [](const PlayerRegistry& registry, const PlayerSpec& player,
                                         const Output& output) {
                return std::make_unique<NBoardSession>(registry, player, output);
            });
        });
    add_speaker_options(command, *speaker);
}

}  // namespace emilia::cli
