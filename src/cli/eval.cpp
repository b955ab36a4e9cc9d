#include <fmt/format.h>

#include <memory>

#include "cli/all_players.h"
#include "cli/eval_player.h"
#include "cli/game_input.h"
#include "cli/program.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> what;
    std::string from;
    std::string player;
    bool json = false;
};

int run_eval(const Options& options) {
    const auto given = given_games(options.what, from_option(options.from));
    if (!given) return fail(given.error());
    report_issues(given->name, given->games);
    if (!given->games.bad.empty()) return kBadInput;
    const PlayerRegistry players = all_players();
    for (const GameRecord& game : given->games.games) {
        const auto shown =
            show_player_evaluation(players, options.player, game.final_diagram(), options.json);
        if (!shown) return fail(shown.error());
    }
    return kSuccess;
}

}  // namespace

void add_eval(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"eval", "Analyse", "how a player values positions before any search", R"(Examples:
  emilia eval --player iago f5d6c3d3c4
  emilia eval --player iago '---------------------------OX------XO--------------------------- X'
  emilia eval --player iago games.pgn

WHAT is moves from the start, a position of 64 squares and the player to move, or a file of
games or positions in any format, of which the last position of each is valued. The value
is for the player to move, in the player's own points, part by part: a part's value is
multiplied by its coefficient, and the products are added up.

Of the players here 'iago' shows its parts: edges with corners and x-squares, stable discs
inside, moves, and squares where moves may come to be, each from -1000 to 1000.
)"},
        [options] { return run_eval(*options); });
    command.add_option("what", options->what, "moves, a position, or a file; default: the start")
        ->type_name("WHAT");
    command.add_option("--player", options->player, "whose evaluation")
        ->required()
        ->type_name("NAME");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a position");
}

}  // namespace emilia::cli
