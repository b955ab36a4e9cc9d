#include "experiment/experiment.h"

#include <fmt/format.h>

#include "experiment/catalogue.h"

namespace emilia::experiment {

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::agrees:
            return "agrees";
        case Verdict::in_part:
            return "agrees in part";
        case Verdict::disagrees:
            return "disagrees";
    }
    return "";
}

const std::vector<Experiment>& all_experiments() {
    static const std::vector<Experiment> experiments = {
        iago_ordering(),     iago_championship(),      iago_strategies(), iago_endgame(),
        game_shape(),        bill_beats_iago(),        greene_learning(), samuel_search(),
        samuel_learning(),   logistello_evaluations(), probcut(),         multi_probcut(),
        tournament_search(), tournament_learning(),    lineage(),
    };
    return experiments;
}

Result<Done> check(const Experiment& experiment, const Setting& setting) {
    if (!experiment.games.empty() && setting.games.empty()) {
        return Error{
            fmt::format("{} needs --games FILE...: {}", experiment.name, experiment.games)};
    }
    if (!experiment.choices.empty() && setting.choices.empty()) {
        return Error{
            fmt::format("{} needs --choices FILE: {}", experiment.name, experiment.choices)};
    }
    return Done{};
}

Error stopped_error() {
    return {"the experiment was stopped before its end"};
}

}  // namespace emilia::experiment
