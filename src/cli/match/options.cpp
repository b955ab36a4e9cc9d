#include "cli/match/options.h"

#include <fmt/format.h>

#include "cli/game_input.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

constexpr std::size_t kPlies = 8;

Result<std::optional<double>> time_option(const char* option, const std::string& text) {
    if (text.empty()) return std::optional<double>();
    const auto seconds = parse_duration(text);
    if (!seconds) {
        return Error{
            fmt::format("{}: {} is no time; write 100ms, 1.5s or 2m", option, in_quotes(text))};
    }
    return seconds;
}

Result<match::Openings> make_openings(const MatchOptions& options) {
    if (options.openings.empty()) {
        const std::size_t plies = options.plies.value_or(kPlies);
        if (plies == 0) return match::Openings();
        return match::Openings::random(plies, options.seed, options.balance);
    }
    auto file = read_game_file(options.openings, from_option(options.from));
    if (!file) return file.error();
    report_issues(options.openings, *file);
    const auto shuffle = options.shuffle ? std::optional(options.seed) : std::nullopt;
    auto openings = match::Openings::from_games(std::move(file->games), options.plies, shuffle);
    if (!openings) return Error{options.openings + ": " + openings.error().message};
    return openings;
}

// Gives the level to every player that has levels and names none; of those that have none it is
// said.
Result<Done> set_level(const PlayerRegistry& registry, std::vector<PlayerSpec>& players,
                       int level) {
    bool used = false;
    std::vector<std::string> without;
    for (PlayerSpec& player : players) {
        if (registry.find(player.name)->option("level") == nullptr) {
            without.push_back(registry.to_string(player));
            continue;
        }
        used = true;
        if (player.given.contains("level")) continue;
        const auto done = registry.set(player, "level", std::to_string(level));
        if (!done) return Error{"--level: " + done.error().message};
    }
    if (!used) return Error{"--level: none of the players has levels"};
    for (const std::string& name : without) {
        fmt::print(stderr, "emilia: note: --level: {} has no levels and plays as it is\n", name);
    }
    return Done{};
}

}  // namespace

const char* const kMatchOptionsHelp = R"(
A player is written as in 'emilia players'. One that has a seed and is not given one gets
another for each pair of games, which depends on --seed alone; so do the openings. Games
without a clock are therefore the same each time, whatever --concurrency is.

Clocks are enforced: a move that comes later than the time left and --tolerance loses the
game, and so does an illegal move or a player that fails or resigns. Such a game counts as
lost 0:64, its reason is kept, and the match goes on.

With --out every game is on the disk as soon as it is over. The same command again goes on
where the file ends, with more games if more are asked for now; after a kill only the games
under way are played again. Other settings for the same file are refused.
)";

void add_match_options(CLI::App& command, MatchOptions& options) {
    command
        .add_option("--clock", options.clock,
                    "time for a player's moves in a game, and what is added after each: 5m, 10+0.1")
        ->type_name("TIME");
    command.add_option("--move-time", options.move_time, "time for each move: 100ms, 2s")
        ->type_name("TIME");
    command.add_option("-d,--depth", options.depth, "the most plies players may look ahead")
        ->type_name("N")
        ->check(CLI::Range(1, 60));
    command
        .add_option("--level", options.level,
                    "the level of players that have one and name none (see 'emilia players')")
        ->type_name("N")
        ->check(at_least_one());
    command.add_option("--nodes", options.nodes, "the most nodes they may search for a move")
        ->type_name("N")
        ->check(at_least_one());
    command.add_option("--tolerance", options.tolerance, "how late a move may come (50ms)")
        ->type_name("TIME");
    command
        .add_option("--adjudicate", options.adjudicate,
                    "end games with their exact score when so few squares are empty (0: play on)")
        ->type_name("N")
        ->check(CLI::Range(0, 24));
    command
        .add_option("--openings", options.openings,
                    "begin where the games of this file end, in any format (default: random moves)")
        ->type_name("FILE");
    add_from_option(command, options.from);
    command
        .add_option("--plies", options.plies,
                    "random moves to begin with (8), or how many to take of each game of the file")
        ->type_name("N")
        ->check(CLI::Range(0, 60));
    command
        .add_option("--balance", options.balance,
                    "random moves only to positions that a look of four plies at mobility and "
                    "corners finds no further than this from even")
        ->type_name("N")
        ->check(CLI::Range(0, 100));
    command.add_flag("--shuffle", options.shuffle, "take the openings of the file in random order");
    command.add_option("--seed", options.seed, "for openings and players (1)")->type_name("N");
    command.add_option("-c,--concurrency", options.concurrency, "games played at once (1)")
        ->type_name("N")
        ->check(CLI::Range(1, 256));
    command.add_option("-o,--out", options.out, "keep the games here, and go on from there")
        ->type_name("FILE");
    command.add_option("--pgn", options.pgn, "write the games as PGN")->type_name("FILE");
    command.add_option("--ggf", options.ggf, "write the games as GGF")->type_name("FILE");
    command.add_option("--report", options.report, "write a page for the browser")
        ->type_name("FILE");
    command.add_flag("--json", options.json, "one JSON object a game, then one for all");
}

Result<match::Field> make_field(const PlayerRegistry& registry,
                                const std::vector<std::string>& players,
                                const MatchOptions& options) {
    match::Field field{
        .registry = registry, .players = {}, .openings = {}, .arbiter = {}, .seed = options.seed};
    for (const std::string& text : players) {
        auto spec = registry.parse(text);
        if (!spec) return spec.error();
        field.players.push_back(std::move(*spec));
    }
    if (options.level) {
        const auto set = set_level(registry, field.players, *options.level);
        if (!set) return set.error();
    }
    match::TimeControl& control = field.arbiter.control;
    if (!options.clock.empty()) {
        const auto clock = match::parse_clock(options.clock);
        if (!clock) return Error{"--clock: " + clock.error().message};
        control.game = *clock;
    }
    const auto move_time = time_option("--move-time", options.move_time);
    if (!move_time) return move_time.error();
    control.move = *move_time;
    control.depth = options.depth;
    control.nodes = options.nodes;
    const auto tolerance = time_option("--tolerance", options.tolerance);
    if (!tolerance) return tolerance.error();
    field.arbiter.tolerance = tolerance->value_or(0);
    field.arbiter.adjudicate = options.adjudicate;
    field.arbiter.abandoned = interrupted;
    if (options.openings.empty() && (options.shuffle || !options.from.empty())) {
        return Error{
            "--shuffle and --from are for the openings of a file; name it with --openings"};
    }
    if (!options.openings.empty() && options.balance) {
        return Error{"--balance is for random openings; leave it out or leave out --openings"};
    }
    auto openings = make_openings(options);
    if (!openings) return openings.error();
    field.openings = std::move(*openings);
    return field;
}

match::Terms terms_of(const match::Field& field, const MatchOptions& options) {
    match::Terms terms = {{"players", std::to_string(field.players.size())}};
    for (std::size_t i = 0; i < field.players.size(); ++i) {
        terms.emplace_back(fmt::format("player {}", i + 1),
                           field.registry.to_string(field.players[i]));
    }
    terms.emplace_back("time", match::to_string(field.arbiter.control));
    terms.emplace_back("tolerance", duration(field.arbiter.tolerance));
    terms.emplace_back("adjudicate", std::to_string(options.adjudicate));
    terms.emplace_back("openings", openings_text(options));
    terms.emplace_back("fingerprint of the openings",
                       fmt::format("{:016x}", field.openings.fingerprint()));
    terms.emplace_back("seed", std::to_string(options.seed));
    return terms;
}

std::string openings_text(const MatchOptions& options) {
    if (!options.openings.empty()) {
        return options.openings + (options.plies ? fmt::format(", {} plies", *options.plies) : "") +
               (options.shuffle ? ", shuffled" : "");
    }
    const std::size_t plies = options.plies.value_or(kPlies);
    if (plies == 0) return "the usual start";
    return fmt::format("{} random moves{}, seed {}", plies,
                       options.balance ? fmt::format(" to balance {}", *options.balance) : "",
                       options.seed);
}

}  // namespace emilia::cli
