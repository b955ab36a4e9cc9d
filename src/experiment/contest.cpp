#include "experiment/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "engine/engine.h"
#include "learn/openings.h"

namespace emilia::experiment {

namespace {

Result<match::Openings> every_opening(std::size_t plies) {
    std::vector<GameRecord> games;
    for (const auto& line : learn::enumerated_openings(static_cast<int>(plies))) {
        GameBuilder game;
        for (const Square square : line) {
            if (const auto added = game.add({.move = Move(square)}); !added) return added.error();
        }
        games.push_back(game.finish());
    }
    return match::Openings::from_games(std::move(games));
}

}  // namespace

Result<match::Openings> even_openings(const Setting& setting, std::size_t plies,
                                      std::size_t count) {
    constexpr int kDepth = 10;
    constexpr int kMostDiscs = 2;
    // Of match::rough_balance(), so that the engine looks at few that are not even.
    constexpr int kMargin = 5;
    const auto all = match::Openings::random(plies, setting.seed, kMargin);
    if (!all) return all.error();
    Engine engine({1, std::size_t{8} << 20, default_weights()});
    EngineLimits limits;
    limits.depth = kDepth;
    std::vector<GameRecord> even;
    for (std::size_t index = 0; even.size() < count; ++index) {
        if (setting.is_stopped()) return stopped_error();
        GameRecord game = all->at(index);
        engine.forget();
        const EngineReport report = engine.analyse(game.final_diagram().position, limits);
        if (report.moves.empty() || std::abs(report.moves.front().value) > kMostDiscs) continue;
        even.push_back(std::move(game));
    }
    return match::Openings::from_games(std::move(even));
}

Result<match::Tally> play_contest(const Setting& setting, const Contest& contest,
                                  const std::string& step, std::size_t& done, std::size_t all) {
    const auto openings = contest.every_opening
                              ? every_opening(contest.opening_plies)
                              : even_openings(setting, contest.opening_plies, contest.pairs);
    if (!openings) return openings.error();
    match::Field field{setting.players, {}, *openings, {}, setting.seed};
    field.arbiter.abandoned = setting.stopped;
    field.arbiter.control.nodes = contest.nodes;
    for (const std::string& name : {contest.first, contest.second}) {
        const auto spec = setting.players.parse(name);
        if (!spec) return spec.error();
        field.players.push_back(*spec);
    }
    std::vector<match::Task> tasks;
    for (std::size_t pair = 0; pair < contest.pairs; ++pair) {
        tasks.push_back({2 * pair, pair, pair, {0, 1}});
        tasks.push_back({2 * pair + 1, pair, pair, {1, 0}});
    }
    // Players with clocks of their own are not to be in each other's way.
    const int concurrency =
        contest.nodes ? std::max(1, static_cast<int>(std::thread::hardware_concurrency())) : 1;
    match::Tally tally;
    match::play_tasks(field, tasks, concurrency, false, [&](const match::Outcome& outcome) {
        tally.add(outcome);
        setting.tell(step, ++done, all);
        return !setting.is_stopped();
    });
    if (setting.is_stopped()) return stopped_error();
    return tally;
}

std::string games_text(const match::Tally& tally) {
    return fmt::format("{} - {} - {}", tally.wins, tally.draws, tally.losses);
}

std::string score_text(const match::Tally& tally) {
    const auto estimate = match::score_of(tally.pairs);
    if (!estimate) return fmt::format("{:.1f} %", 100 * tally.score());
    return fmt::format("{:.1f} % (± {:.1f})", 100 * tally.score(), 100 * estimate->error);
}

}  // namespace emilia::experiment
