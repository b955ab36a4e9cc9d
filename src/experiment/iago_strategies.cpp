#include <fmt/format.h>

#include <array>

#include "experiment/catalogue.h"
#include "match/tally.h"

namespace emilia::experiment {

namespace {

struct Pairing {
    const char* first;
    const char* second;
    const char* paper;
    bool first_should_win;
};
constexpr std::array<Pairing, 6> kPairings = {{
    {"iago", "max-disc", "\"a miserable failure\"; 51-13 against The Moor", true},
    {"iago", "weighted-squares", "\"not sufficient\" at a high level", true},
    {"iago", "min-disc", "\"its emphasis is wrong\"", true},
    {"weighted-squares", "max-disc", "\"not all bad\": 3-1-1 against programs", true},
    {"weighted-squares", "min-disc", "\"no direct experience\"", true},
    {"max-disc", "min-disc", "\"no direct experience\"", false},
}};

Result<Report> run(const Setting& setting) {
    const int depth = setting.quick ? 2 : 4;
    const std::size_t pairs = setting.quick ? 6 : 100;
    const auto openings = match::Openings::random(8, setting.seed);
    if (!openings) return openings.error();

    Report report;
    Table table{"", {"players", "paper", "ours: won, drawn, lost", "score", "discs a game"}};
    int as_expected = 0;
    int expected = 0;
    double worst_of_iago = 1;
    std::size_t done = 0;
    for (const Pairing& pairing : kPairings) {
        match::Field field{setting.players, {}, *openings, {}, setting.seed};
        field.arbiter.abandoned = setting.stopped;
        for (const char* const name : {pairing.first, pairing.second}) {
            const auto spec = setting.players.parse(fmt::format("{}:depth={}", name, depth));
            if (!spec) return spec.error();
            field.players.push_back(*spec);
        }
        std::vector<match::Task> tasks;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            tasks.push_back({2 * pair, pair, pair, {0, 1}});
            tasks.push_back({2 * pair + 1, pair, pair, {1, 0}});
        }
        match::Tally tally;
        match::play_tasks(field, tasks, 1, false, [&](const match::Outcome& outcome) {
            tally.add(outcome);
            setting.tell(fmt::format("{} against {}", pairing.first, pairing.second), ++done,
                         kPairings.size() * 2 * pairs);
            return !setting.is_stopped();
        });
        if (setting.is_stopped()) return stopped_error();
        table.rows.push_back({fmt::format("{} - {}", pairing.first, pairing.second), pairing.paper,
                              fmt::format("{} - {} - {}", tally.wins, tally.draws, tally.losses),
                              fmt::format("{:.1f} %", 100 * tally.score()),
                              fmt::format("{:+.1f}", tally.discs.mean())});
        if (pairing.first_should_win) {
            ++expected;
            if (tally.score() > 0.5) ++as_expected;
        }
        if (std::string_view(pairing.first) == "iago") {
            worst_of_iago = std::min(worst_of_iago, tally.score());
        }
    }
    report.tables.push_back(std::move(table));
    report.notes.push_back(fmt::format(
        "All players look {} plies ahead and see the end of the game when it is within these; "
        "IAGO's "
        "own rule lets it solve ends a little earlier. {} pairs of games, each pair from the same "
        "eight random moves with colours exchanged.",
        depth, pairs));
    report.verdict = as_expected == expected && worst_of_iago > 0.8 ? Verdict::agrees
                     : as_expected > 0                              ? Verdict::in_part
                                                                    : Verdict::disagrees;
    report.reason = fmt::format(
        "IAGO scores at least {:.0f} % against each single concept; {} of {} pairings go as the "
        "paper lets one expect.",
        100 * worst_of_iago, as_expected, expected);
    return report;
}

}  // namespace

Experiment iago_strategies() {
    return {
        .name = "iago-strategies",
        .source = "Rosenbloom 1982, section 3.1",
        .hypothesis =
            "None of the three single-concept strategies makes a competent player: most discs is a "
            "miserable failure, weighted squares are not sufficient at a high level of skill, "
            "fewest discs approximate mobility with the wrong emphasis.",
        .run = run};
}

}  // namespace emilia::experiment
