#include <fmt/format.h>

#include <memory>

#include "cli/all_players.h"
#include "cli/match/game_log.h"
#include "cli/match/live.h"
#include "cli/match/options.h"
#include "match/report.h"
#include "match/tournament.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options : MatchOptions {
    std::vector<std::string> players;
    std::optional<std::size_t> games;
    std::size_t swiss = 0;

    // Between two who meet; a round of a Swiss tournament is usually one game.
    std::size_t games_a_meeting() const { return games.value_or(swiss > 0 ? 1 : 2); }
};

class Tournament {
  public:
    Tournament(const Options& options, const match::Field& field, GameLog& log)
        : options_(options), field_(field), log_(log), live_(options.json) {}

    Result<Done> run() {
        log_.print_found();
        if (!options_.json) print_heading();
        if (options_.swiss == 0) {
            const auto tasks = match::round_robin(players(), options_.games_a_meeting());
            all_ = tasks.size();
            return play(tasks);
        }
        all_ = options_.swiss * (players() / 2) * options_.games_a_meeting();
        std::size_t next_game = 0;
        for (std::size_t round = 0; round < options_.swiss; ++round) {
            rounds_.push_back(match::pair_round(rounds_, points_so_far(next_game)));
            const auto tasks =
                match::tasks_of(rounds_.back(), round, options_.games_a_meeting(), next_game);
            next_game += tasks.size();
            if (const auto done = play(tasks); !done) return done.error();
            if (interrupted()) break;
        }
        return Done{};
    }

    bool complete() const { return log_.games().size() >= all_; }
    std::size_t all() const { return all_; }

    match::TournamentSummary summary() const {
        match::TournamentSummary result;
        const std::vector<match::Outcome> games = outcomes();
        result.title = options_.swiss > 0 ? fmt::format("Swiss tournament of {} players, {} rounds",
                                                        players(), options_.swiss)
                                          : fmt::format("Round robin of {} players", players());
        result.terms = fmt::format("Openings: {}; time: {}.", openings_text(options_),
                                   match::to_string(field_.arbiter.control));
        for (const PlayerSpec& spec : field_.players) {
            result.players.push_back(field_.registry.to_string(spec));
        }
        result.standings = match::standings(players(), games, rounds_, options_.games_a_meeting());
        result.points = match::points_between(players(), games);
        result.games = result.points;
        for (std::size_t i = 0; i < players(); ++i) {
            for (std::size_t j = 0; j < players(); ++j) {
                result.games[i][j] = result.points[i][j] + result.points[j][i];
            }
        }
        result.ratings = match::rate(result.points);
        result.rounds = rounds_;
        return result;
    }

    // Those that are part of it: a journal may hold more.
    std::vector<match::Outcome> outcomes() const {
        std::vector<match::Outcome> games;
        for (const auto& [number, outcome] : log_.games()) {
            if (number < all_) games.push_back(outcome);
        }
        return games;
    }

  private:
    std::size_t players() const { return field_.players.size(); }

    Result<Done> play(const std::vector<match::Task>& tasks) {
        const auto open = log_.missing(tasks);
        if (!open) return open.error();
        match::play_tasks(field_, *open, options_.concurrency, false, [&](match::Outcome outcome) {
            if (!log_.add(std::move(outcome))) return false;
            ++done_;
            if (live_.due()) show();
            return true;
        });
        live_.clear();
        if (log_.error()) return *log_.error();
        return Done{};
    }

    // With the points of the first `games` games and of the byes.
    std::vector<double> points_so_far(std::size_t games) const {
        std::vector<match::Outcome> before;
        for (const auto& [number, outcome] : log_.games()) {
            if (number < games) before.push_back(outcome);
        }
        std::vector<double> points(players());
        for (const match::Standing& standing :
             match::standings(players(), before, rounds_, options_.games_a_meeting())) {
            points[standing.player] = standing.points;
        }
        return points;
    }

    void print_heading() const {
        const std::size_t meeting = options_.games_a_meeting();
        const std::string games = fmt::format("{} {}", meeting, meeting == 1 ? "game" : "games");
        fmt::print("{} players, {}; openings: {}; time: {}\n", players(),
                   options_.swiss > 0
                       ? fmt::format("{} Swiss rounds with {} a pairing", options_.swiss, games)
                       : fmt::format("{} each against each", games),
                   openings_text(options_), match::to_string(field_.arbiter.control));
        if (!log_.games().empty()) {
            fmt::print("{} games found in {}\n", log_.games().size(), options_.out);
        }
        std::fflush(stdout);
    }

    void show() {
        const std::size_t found = log_.games().size() - done_;
        const std::string left = live_.time_left(done_, all_ - std::min(all_, found));
        const std::string state = fmt::format("{} of {} games{}", log_.games().size(), all_, left);
        std::vector<std::string> lines;
        for (const match::Standing& standing :
             match::standings(players(), outcomes(), rounds_, options_.games_a_meeting())) {
            lines.push_back(
                fmt::format("{:>6.1f} of {:<4} {}", standing.points, standing.games,
                            field_.registry.to_string(field_.players[standing.player])));
        }
        lines.push_back(state);
        live_.show(lines, state);
    }

    const Options& options_;
    const match::Field& field_;
    GameLog& log_;
    Live live_;
    std::size_t all_ = 0;
    std::size_t done_ = 0;
    std::vector<match::SwissRound> rounds_;
};

void print_tables(const match::TournamentSummary& summary) {
    std::size_t width = 6;
    for (const std::string& name : summary.players) width = std::max(width, columns_of(name));
    width = std::min<std::size_t>(width, 40);
    fmt::print("\n{:>3}  {}  {:>6} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6} {:>14} {:>9}\n", "#",
               fitted("player", width, "~"), "points", "games", "won", "drawn", "lost", "opp.",
               "discs", "rating", "ms/move");
    std::size_t place = 0;
    for (const match::Standing& standing : summary.standings) {
        const match::Rating& rating = summary.ratings.players[standing.player];
        fmt::print("{:>3}  {}  {:>6.1f} {:>5} {:>5} {:>5} {:>5} {:>6.1f} {:>+6} {:>14} {:>9.3f}\n",
                   ++place, fitted(summary.players[standing.player], width, "~"), standing.points,
                   standing.games, standing.wins, standing.draws, standing.losses,
                   standing.opponents, standing.discs,
                   fmt::format("{:+.0f} +- {:.0f}", rating.elo, 1.96 * rating.error),
                   1000 * standing.effort.seconds / std::max(1, standing.effort.moves));
    }
    fmt::print("\n{:>3}  {} ", "#", fitted("player", width, "~"));
    for (std::size_t i = 0; i < summary.standings.size(); ++i) fmt::print(" {:>6}", i + 1);
    fmt::print("\n");
    place = 0;
    for (const match::Standing& standing : summary.standings) {
        std::string row = fmt::format("{:>3}  {} ", ++place,
                                      fitted(summary.players[standing.player], width, "~"));
        for (const match::Standing& other : summary.standings) {
            row += summary.games[standing.player][other.player] == 0
                       ? fmt::format(" {:>6}", standing.player == other.player ? "-" : ".")
                       : fmt::format(" {:>6.1f}", summary.points[standing.player][other.player]);
        }
        fmt::print("{}\n", row);
    }
    for (std::size_t round = 0; round < summary.rounds.size(); ++round) {
        if (const auto bye = summary.rounds[round].bye) {
            fmt::print("round {}: bye for {}\n", round + 1, summary.players[*bye]);
        }
    }
    if (!summary.ratings.exist) {
        fmt::print(
            "Some won or lost everything against the rest; for the ratings each player was given "
            "a draw against one of rating 0 besides.\n");
    }
    for (const match::Standing& standing : summary.standings) {
        if (standing.forfeits == 0) continue;
        fmt::print("{} lost {} {} on time, by an illegal move or by a failure\n",
                   summary.players[standing.player], standing.forfeits,
                   standing.forfeits == 1 ? "game" : "games");
    }
}

Json json_of(const match::TournamentSummary& summary, std::size_t games, bool complete) {
    Json list = Json::array();
    std::size_t place = 0;
    for (const match::Standing& standing : summary.standings) {
        const match::Rating& rating = summary.ratings.players[standing.player];
        Json against = Json::array();
        for (std::size_t other = 0; other < summary.players.size(); ++other) {
            against.push_back({{"points", summary.points[standing.player][other]},
                               {"games", summary.games[standing.player][other]}});
        }
        list.push_back(
            {{"place", ++place},
             {"number", standing.player + 1},
             {"player", summary.players[standing.player]},
             {"points", standing.points},
             {"games", standing.games},
             {"wins", standing.wins},
             {"draws", standing.draws},
             {"losses", standing.losses},
             {"byes", standing.byes},
             {"opponents", standing.opponents},
             {"discs", standing.discs},
             {"rating", rating.elo},
             {"rating_error", rating.error},
             {"seconds_a_move", standing.effort.seconds / std::max(1, standing.effort.moves)},
             {"forfeits", standing.forfeits},
             {"against", std::move(against)}});
    }
    return {{"games", games},
            {"complete", complete},
            {"ratings_exist", summary.ratings.exist},
            {"standings", std::move(list)}};
}

int run_tournament(const Options& options) {
    const std::size_t players = options.players.size();
    const std::size_t most_rounds = players % 2 == 0 ? players - 1 : players;
    if (options.swiss > most_rounds) {
        return fail(
            fmt::format("--swiss {}: {} players can play at most {} rounds without meeting "
                        "again",
                        options.swiss, players, most_rounds));
    }
    const PlayerRegistry registry = all_players();
    const auto field = make_field(registry, options.players, options);
    if (!field) return fail(field.error());
    match::Terms terms = terms_of(*field, options);
    terms.emplace_back("system", options.swiss > 0
                                     ? fmt::format("Swiss, {} a pairing", options.games_a_meeting())
                                     : "round robin");
    auto log = GameLog::open(options, terms, players);
    if (!log) return fail(log.error());
    const InterruptGuard guard;
    Tournament tournament(options, *field, *log);
    if (const auto done = tournament.run(); !done) return fail(done.error());
    const match::TournamentSummary summary = tournament.summary();
    const std::vector<match::Outcome> games = tournament.outcomes();
    if (options.json) {
        print_json(json_of(summary, games.size(), tournament.complete()));
    } else {
        print_tables(summary);
    }
    if (const auto done = log->write_files("Emilia tournament"); !done) return fail(done.error());
    if (!options.report.empty()) {
        const auto done = write_file(options.report, match::tournament_report(summary, games));
        if (!done) return fail(done.error());
    }
    if (tournament.complete()) return kSuccess;
    std::fflush(stdout);
    fmt::print(stderr, "emilia: stopped after {} of {} games{}\n", games.size(), tournament.all(),
               options.out.empty() ? "" : "; the same command goes on from there");
    return kInterruptedExitCode;
}

}  // namespace

void add_tournament(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"tournament", "Compare", "many players against each other, with ratings",
                     std::string(R"(Examples:
  emilia tournament random max-disc min-disc weighted-squares --games 20
  emilia tournament random max-disc:depth=2 max-disc:depth=4 weighted-squares:depth=2
               weighted-squares:depth=4 --games 40 --out t.jsonl --report t.html
  emilia tournament random max-disc min-disc weighted-squares weighted-squares:depth=3
               --swiss 3

A round robin, unless --swiss is given. The tables show points, the points of the
opponents (once a game) and discs, which in this order decide who is first, and ratings by
maximum likelihood with their intervals of 95 %; the mean of all is 0.

In a Swiss tournament those with equal points meet, nobody twice if that can be avoided.
Of an odd number the last who had none yet gets a bye, which counts as won. Black goes to
who had it less often. With more rounds than half the players it may become impossible to
avoid a second meeting, and then some meet again.
)") + kMatchOptionsHelp +
                         R"(
It exits with 130 if it was interrupted; what was played until then is reported.
)"},
                    [options] { return run_tournament(*options); });
    command.add_option("player", options->players, "the players, three or more")
        ->type_name("PLAYER")
        ->expected(3, 1000)
        ->required();
    command
        .add_option("-g,--games", options->games,
                    "games between two who meet (2, in a Swiss tournament 1)")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    command.add_option("--swiss", options->swiss, "play so many Swiss rounds")
        ->type_name("ROUNDS")
        ->check(CLI::Range(1, 999));
    add_match_options(command, *options);
}

}  // namespace emilia::cli
