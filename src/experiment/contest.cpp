#include "experiment/contest.h"

#include <fmt/format.h>

namespace emilia::experiment {

Result<match::Tally> play_contest(const Setting& setting, const Contest& contest,
                                  const std::string& step, std::size_t& done, std::size_t all) {
    const auto openings = match::Openings::random(contest.opening_plies, setting.seed, 5);
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
    match::Tally tally;
    match::play_tasks(field, tasks, 1, false, [&](const match::Outcome& outcome) {
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
