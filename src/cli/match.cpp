#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "cli/all_players.h"
#include "cli/match/game_log.h"
#include "cli/match/live.h"
#include "cli/match/options.h"
#include "match/report.h"
#include "match/sprt.h"
#include "match/tally.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options : MatchOptions {
    std::vector<std::string> players;
    std::string first;
    std::string second;
    std::size_t pairs = 50;
    bool synchro = false;
    std::vector<double> sprt;
    double alpha = 0.05;
    double beta = 0.05;
};

// "+12.3", "+inf".
std::string elo_text(double elo) {
    return std::isinf(elo) ? (elo > 0 ? "+inf" : "-inf") : fmt::format("{:+.1f}", elo);
}

Json number_or_null(double number) {
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

class Match {
  public:
    Match(const Options& options, const match::Field& field, GameLog& log)
        : options_(options), field_(field), log_(log), live_(options.json) {
        if (!options.sprt.empty()) {
            sprt_ =
                match::SprtSettings{options.sprt[0], options.sprt[1], options.alpha, options.beta};
        }
        for (const auto& [number, outcome] : log.games()) tally_.add(outcome);
    }

    Result<Done> run() {
        std::vector<match::Task> tasks;
        for (std::size_t pair = 0; pair < options_.pairs; ++pair) {
            tasks.push_back({2 * pair, pair, pair, {0, 1}});
            tasks.push_back({2 * pair + 1, pair, pair, {1, 0}});
        }
        const auto open = log_.missing(tasks);
        if (!open) return open.error();
        log_.print_found();
        if (!options_.json) print_heading(open->size());
        if (decided()) return Done{};
        std::size_t done = 0;
        match::play_tasks(field_, *open, options_.concurrency, options_.synchro,
                          [&](match::Outcome outcome) {
                              tally_.add(outcome);
                              if (!log_.add(std::move(outcome))) return false;
                              ++done;
                              if (live_.due()) show(done, open->size());
                              return !decided();
                          });
        live_.clear();
        if (log_.error()) return *log_.error();
        return Done{};
    }

    bool complete() const { return tally_.games() >= 2 * options_.pairs || decided(); }
    const match::Tally& tally() const { return tally_; }
    std::optional<match::SprtSettings> sprt() const { return sprt_; }

    std::vector<std::string> report() const {
        std::vector<std::string> lines;
        lines.push_back(fmt::format("games    {}: won {}, drawn {}, lost {}; score {:.1f} %",
                                    tally_.games(), tally_.wins, tally_.draws, tally_.losses,
                                    100 * tally_.score()));
        lines.push_back(fmt::format("pairs    {}: with 0, 1/2, 1, 3/2, 2 points {}",
                                    match::pairs_in(tally_.pairs), fmt::join(tally_.pairs, ", ")));
        if (options_.synchro) {
            lines.push_back(
                fmt::format("synchro  by the discs of both games won {}, drawn {}, lost {}",
                            tally_.synchro[0], tally_.synchro[1], tally_.synchro[2]));
        }
        if (const auto elo = match::elo_of(tally_.pairs)) {
            lines.push_back(fmt::format(
                "Elo      {}, {}", elo_text(elo->elo),
                elo->superiority
                    ? fmt::format("95 % from {} to {}; stronger with a chance of {:.1f} %",
                                  elo_text(elo->low), elo_text(elo->high), 100 * *elo->superiority)
                    : "all pairs alike: too few to say more"));
        }
        if (const auto discs = tally_.discs.estimate()) {
            lines.push_back(
                fmt::format("discs    {:+.2f} +- {:.2f} a game", discs->mean, discs->error));
        }
        if (sprt_) lines.push_back(sprt_line());
        for (std::size_t player = 0; player < 2; ++player) lines.push_back(effort_line(player));
        for (std::size_t player = 0; player < 2; ++player) {
            const auto& lost = tally_.forfeits[player];
            if (lost.timeout + lost.illegal + lost.failure == 0) continue;
            lines.push_back(
                fmt::format("forfeits {}: {} on time, {} by an illegal move, {} by a failure",
                            name(player), lost.timeout, lost.illegal, lost.failure));
        }
        for (std::size_t player = 0; player < 2; ++player) {
            const std::uint64_t given_up = tally_.resigned[player];
            if (given_up == 0) continue;
            lines.push_back(fmt::format("resigned {}: {} {}", name(player), given_up,
                                        given_up == 1 ? "game" : "games"));
        }
        return lines;
    }

    Json summary() const {
        const auto elo = match::elo_of(tally_.pairs);
        const bool spread = elo && elo->superiority;
        const auto discs = tally_.discs.estimate();
        Json players = Json::array();
        for (std::size_t player = 0; player < 2; ++player) {
            const match::Effort& effort = tally_.efforts[player];
            const auto& lost = tally_.forfeits[player];
            const double moves = std::max(1, effort.moves);
            players.push_back({{"player", name(player)},
                               {"seconds_a_move", effort.seconds / moves},
                               {"longest", effort.longest},
                               {"nodes_a_move", static_cast<double>(effort.nodes) / moves},
                               {"mean_depth", effort.mean_depth()},
                               {"lost_on_time", lost.timeout},
                               {"lost_by_illegal_move", lost.illegal},
                               {"lost_by_failure", lost.failure},
                               {"lost_by_resignation", tally_.resigned[player]}});
        }
        Json object = {{"games", tally_.games()},
                       {"complete", complete()},
                       {"wins", tally_.wins},
                       {"draws", tally_.draws},
                       {"losses", tally_.losses},
                       {"score", tally_.score()},
                       {"pentanomial", tally_.pairs},
                       {"synchro", options_.synchro ? Json(tally_.synchro) : Json(nullptr)},
                       {"elo", elo ? number_or_null(elo->elo) : Json(nullptr)},
                       {"elo_low", spread ? number_or_null(elo->low) : Json(nullptr)},
                       {"elo_high", spread ? number_or_null(elo->high) : Json(nullptr)},
                       {"superiority", spread ? Json(*elo->superiority) : Json(nullptr)},
                       {"discs", discs ? Json(discs->mean) : Json(nullptr)},
                       {"discs_error", discs ? Json(discs->error) : Json(nullptr)},
                       {"sprt", nullptr},
                       {"players", std::move(players)}};
        if (sprt_) {
            object["sprt"] = {{"elo0", sprt_->elo0},
                              {"elo1", sprt_->elo1},
                              {"alpha", sprt_->alpha},
                              {"beta", sprt_->beta},
                              {"llr", ratio()},
                              {"lower", sprt_->lower_bound()},
                              {"upper", sprt_->upper_bound()},
                              {"accepted", verdict_name()}};
        }
        return object;
    }

    std::string name(std::size_t player) const {
        return field_.registry.to_string(field_.players[player]);
    }

  private:
    double ratio() const { return match::log_likelihood_ratio(tally_.pairs, *sprt_); }
    match::Verdict verdict() const { return match::verdict_of(ratio(), *sprt_); }
    bool decided() const { return sprt_ && verdict() != match::Verdict::undecided; }
    Json verdict_name() const {
        if (!decided()) return nullptr;
        return verdict() == match::Verdict::elo0 ? "elo0" : "elo1";
    }

    std::string sprt_line() const {
        std::string text = fmt::format(
            "SPRT     {:g} against {:g} Elo: LLR {:.2f} of {:.2f} to {:.2f}", sprt_->elo0,
            sprt_->elo1, ratio(), sprt_->lower_bound(), sprt_->upper_bound());
        if (!decided()) return text + ", undecided";
        return text + fmt::format(", {:g} Elo accepted",
                                  verdict() == match::Verdict::elo0 ? sprt_->elo0 : sprt_->elo1);
    }

    std::string effort_line(std::size_t player) const {
        const match::Effort& effort = tally_.efforts[player];
        const double moves = std::max(1, effort.moves);
        const double games = static_cast<double>(std::max<std::uint64_t>(1, tally_.games()));
        return fmt::format(
            "time     {}: {:.3f} ms a move, {:.3f} s a game; {:.0f} nodes a move, depth {:.1f}",
            name(player), 1000 * effort.seconds / moves, effort.seconds / games,
            static_cast<double>(effort.nodes) / moves, effort.mean_depth());
    }

    void print_heading(std::size_t open) const {
        fmt::print("{} against {}\n", name(0), name(1));
        fmt::print("{} {} of games; openings: {}; time: {}\n", options_.pairs,
                   options_.pairs == 1 ? "pair" : "pairs", openings_text(options_),
                   match::to_string(field_.arbiter.control));
        if (const std::size_t found = log_.games().size(); found > 0) {
            fmt::print("{} games found in {}, {} to play\n", found, options_.out, open);
        }
        std::fflush(stdout);
    }

    void show(std::size_t done, std::size_t all) {
        std::vector<std::string> lines = report();
        const std::string left = live_.time_left(done, all);
        lines.push_back(
            fmt::format("         {} of {} games{}", tally_.games(), 2 * options_.pairs, left));
        const auto elo = match::elo_of(tally_.pairs);
        live_.show(lines,
                   fmt::format("{} of {} games: +{} ={} -{}, {:.1f} %{}{}{}", tally_.games(),
                               2 * options_.pairs, tally_.wins, tally_.draws, tally_.losses,
                               100 * tally_.score(), elo ? ", Elo " + elo_text(elo->elo) : "",
                               sprt_ ? fmt::format(", LLR {:.2f}", ratio()) : "", left));
    }

    const Options& options_;
    const match::Field& field_;
    GameLog& log_;
    Live live_;
    std::optional<match::SprtSettings> sprt_;
    match::Tally tally_;
};

Result<std::vector<std::string>> two_players(const Options& options) {
    std::vector<std::string> players = options.players;
    for (const std::string* const player : {&options.first, &options.second}) {
        if (!player->empty()) players.push_back(*player);
    }
    if (players.size() == 2) return players;
    return Error{
        fmt::format("a match is between two players, not {}: emilia match PLAYER PLAYER, "
                    "or emilia match -1 PLAYER -2 PLAYER",
                    players.size())};
}

int run_match(const Options& options) {
    if (!options.sprt.empty() && options.sprt[0] >= options.sprt[1]) {
        return fail(fmt::format("--sprt {:g} {:g}: the first has to be less than the second",
                                options.sprt[0], options.sprt[1]));
    }
    const auto players = two_players(options);
    if (!players) return fail(players.error());
    const PlayerRegistry registry = all_players();
    const auto field = make_field(registry, *players, options);
    if (!field) return fail(field.error());
    auto log = GameLog::open(options, terms_of(*field, options), 2);
    if (!log) return fail(log.error());
    const InterruptGuard guard;
    Match match(options, *field, *log);
    if (const auto done = match.run(); !done) return fail(done.error());
    if (options.json) {
        print_json(match.summary());
    } else {
        for (const std::string& line : match.report()) fmt::print("{}\n", line);
    }
    if (const auto done = log->write_files("Emilia match"); !done) return fail(done.error());
    if (!options.report.empty()) {
        std::vector<match::Outcome> games;
        for (const auto& [number, outcome] : log->games()) games.push_back(outcome);
        const auto done =
            write_file(options.report, match::match_report({match.name(0), match.name(1)},
                                                           match.tally(), games, match.report()));
        if (!done) return fail(done.error());
    }
    if (match.complete()) return kSuccess;
    std::fflush(stdout);
    fmt::print(stderr, "emilia: stopped after {} of {} games{}\n", match.tally().games(),
               2 * options.pairs,
               options.out.empty() ? "" : "; the same command goes on from there");
    return kInterruptedExitCode;
}

}  // namespace

void add_match(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"match", "Compare", "two players against each other, with statistics",
                     std::string(R"(Examples:
  emilia match weighted-squares:depth=3 max-disc:depth=3 --pairs 100
  emilia match weighted-squares:depth=4 weighted-squares:depth=3 --concurrency 2
               --sprt 0 50 --pairs 5000 --out match.jsonl
  emilia match -1 gtp:'other program' -2 weighted-squares:depth=6 --clock 1m+1s
  emilia match random max-disc --openings xot.txt --shuffle --pgn games.pgn

Each opening is played twice, with the colours changed: a pair. Elo, its interval, and the
chance that the first player is the stronger one come from the pairs, since the games of a
pair are not independent.

--sprt stops as soon as it can be said whether the first player leads by ELO1 rather than
ELO0 (logistic Elo, the generalised test on pairs), at the latest after --pairs.
--synchro plays both games of a pair at the same time and also counts who has more discs in
the two together, as on the Generic Game Server.
)") + kMatchOptionsHelp + R"(
It exits with 130 if it was interrupted; what was played until then is reported.
)"},
                    [options] { return run_match(*options); });
    command.add_option("player", options->players, "two players; or one each by -1 and -2")
        ->type_name("PLAYER")
        ->expected(0, 2);
    command.add_option("-1", options->first, "the first player")->type_name("PLAYER");
    command.add_option("-2", options->second, "the second player")->type_name("PLAYER");
    command.add_option("-n,--pairs", options->pairs, "pairs of games, at most (50)")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000'000));
    command.add_option("--sprt", options->sprt, "stop when one of these leads is the likelier one")
        ->type_name("ELO0 ELO1")
        ->type_size(2)
        ->expected(1);
    for (const auto& [name, value] :
         {std::pair("--alpha", &options->alpha), std::pair("--beta", &options->beta)}) {
        command
            .add_option(name, *value,
                        fmt::format("chance of wrongly accepting {} (0.05)",
                                    value == &options->alpha ? "ELO1" : "ELO0"))
            ->type_name("P")
            ->check(CLI::Range(0.0001, 0.4999));
    }
    command.add_flag("--synchro", options->synchro, "both games of a pair at the same time");
    add_match_options(command, *options);
}

}  // namespace emilia::cli
