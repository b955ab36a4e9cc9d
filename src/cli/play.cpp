#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <random>

#include "board/position_text.h"
#include "cli/all_players.h"
#include "cli/play/front_ends.h"
#include "cli/play/game_file.h"
#include "cli/program.h"
#include "game/transcript.h"
#include "util/terminal.h"

namespace emilia::cli {

namespace {

constexpr const char* kOpponent = "emilia";
constexpr const char* kAdviser = "emilia";
constexpr double kDelay = 0.7;

struct Options {
    std::string black;
    std::string white;
    std::string against;
    std::string color = "black";
    bool two = false;
    std::optional<int> depth;
    std::string hint = kAdviser;
    std::string load;
    std::string position;
    std::string moves;
    std::optional<std::uint32_t> seed;
    double delay = kDelay;
    bool fast = false;
    bool plain = false;
};

using Programs = std::array<std::optional<PlayerSpec>, 2>;

// Who plays, as text: black and white; empty for a person.
std::array<std::string, 2> texts_of_players(const Options& options, Random& random) {
    if (options.two) return {"", ""};
    if (!options.black.empty() || !options.white.empty()) {
        const auto without_human = [](const std::string& text) {
            return text == "human" ? std::string() : text;
        };
        return {without_human(options.black), without_human(options.white)};
    }
    const std::string opponent = options.against.empty() ? kOpponent : options.against;
    const bool white = options.color == "random" ? random.below(2) == 0 : options.color == "white";
    if (white) return {opponent, ""};
    return {"", opponent};
}

// Gives the depth, or that level, to every program that has one and names none.
Result<Done> set_depth(const PlayerRegistry& registry, Programs& programs, int depth) {
    bool used = false;
    std::optional<Error> refusal;
    for (auto& program : programs) {
        if (!program) continue;
        const PlayerOption* const reach = registry.find(program->name)->reach();
        const std::string name = reach == nullptr ? "depth" : reach->name;
        if (program->given.contains(name)) continue;
        const auto done = registry.set(*program, name, std::to_string(depth));
        used = used || done.ok();
        if (!done) refusal = done.error();
    }
    if (used) return Done{};
    if (refusal) return Error{"--depth: " + refusal->message};
    return Error{"--depth: no program plays that has not got its depth already"};
}

Result<Programs> choose_programs(const PlayerRegistry& registry, const Options& options,
                                 Random& random) {
    const std::array<std::string, 2> texts = texts_of_players(options, random);
    Programs programs;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].empty()) continue;
        const auto spec = registry.parse(texts[i]);
        if (!spec) return spec.error();
        programs[i] = *spec;
    }
    if (options.depth) {
        const auto done = set_depth(registry, programs, *options.depth);
        if (!done) return done.error();
    }
    return programs;
}

int run_play(const Options& options) {
    const PlayerRegistry registry = all_players();
    PlaySession::Settings settings;
    settings.seed = options.seed ? *options.seed : std::random_device{}();
    Random random(settings.seed);
    const auto programs = choose_programs(registry, options, random);
    if (!programs) return fail(programs.error());
    settings.programs = *programs;
    const auto hint = registry.parse(options.hint);
    if (!hint) return fail("--hint: " + hint.error().message);
    settings.hint = *hint;
    if (!options.position.empty()) {
        const auto start = parse_position(options.position);
        if (!start) return fail("--position: " + start.error().message);
        settings.start = *start;
    }
    const bool person_types = ::isatty(STDIN_FILENO) == 1;
    settings.asks_before_overwriting = person_types;
    PlaySession session(registry, settings);
    if (!options.load.empty()) {
        const auto game = load_game(options.load);
        if (!game) return fail(game.error());
        session.adopt(game->game);
    } else if (!options.moves.empty()) {
        const auto game = parse_transcript(options.moves);
        if (!game) return fail("--moves: " + game.error().message);
        session.adopt(*game);
    }
    const Terminal terminal = standard_output();
    if (person_types && terminal.is_terminal && !terminal.is_dumb && !options.plain) {
        return play_in_terminal(session, options.fast ? 0 : options.delay);
    }
    return play_by_lines(session, person_types);
}

}  // namespace

void add_play(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add({"play", "Play", "play a game in the terminal", R"(Examples:
  emilia play                                   you are black against emilia
  emilia play --depth 4                         the same at its level 4
  emilia play --against max-disc --color white
  emilia play --two                             two people at one board
  emilia play --black max-disc --white random   watch two programs
  emilia play --against 'gtp:gtp-rhino'          another program, here over GTP
  emilia play --load game.sgf                   go on with a saved game
  printf 'f5\nhint\nquit\n' | emilia play        without a terminal: a line at a time

Type a square to play there, 'help' for everything else. 'emilia players' lists the
players. docs/play.md tells all of it.
)"},
                                    [options] { return run_play(*options); });
    const char* const kPlayer = "PLAYER";
    auto* const black = command.add_option("--black", options->black, "who plays black, or human");
    auto* const white = command.add_option("--white", options->white, "who plays white, or human");
    auto* const against = command.add_option("-a,--against", options->against,
                                             fmt::format("your opponent ({})", kOpponent));
    for (auto* option : {black, white, against}) option->type_name(kPlayer);
    auto* const color = command.add_option("-c,--color", options->color, "yours (black)")
                            ->type_name("COLOR")
                            ->check(CLI::IsMember({"black", "white", "random"}));
    auto* const two = command.add_flag("--two", options->two, "two people at one board");
    for (auto* seat : {black, white}) {
        for (auto* other : {against, color, two}) seat->excludes(other);
    }
    for (auto* other : {against, color}) two->excludes(other);
    command
        .add_option("-d,--depth", options->depth,
                    "plies the programs look ahead, or their level, unless they name their own")
        ->type_name("N");
    command.add_option("--hint", options->hint, fmt::format("who gives hints ({})", kAdviser))
        ->type_name(kPlayer);
    auto* const load =
        command.add_option("-l,--load", options->load, "go on with a game of a file")
            ->type_name("FILE");
    auto* const position = command
                               .add_option("-p,--position", options->position,
                                           "start here: 64 squares and the player to move")
                               ->type_name("POSITION");
    auto* const moves =
        command.add_option("-m,--moves", options->moves, "begin with these moves: f5d6c3")
            ->type_name("MOVES");
    load->excludes(position)->excludes(moves);
    position->excludes(moves);
    command.add_option("--seed", options->seed, "makes the programs' chances the same each time")
        ->type_name("N");
    command
        .add_option("--delay", options->delay,
                    fmt::format("least seconds for a program's move ({})", kDelay))
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 60.0));
    command.add_flag("--fast", options->fast, "the same as --delay 0");
    command.add_flag("--plain", options->plain, "a line at a time, without redrawing the screen");
}

}  // namespace emilia::cli
