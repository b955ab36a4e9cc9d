#include "cli/eval_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/position_text.h"
#include "cli/program.h"

namespace emilia::cli {

namespace {

// Some players count in whole points, others in discs or logarithms: digits behind the point are
// for these.
int decimals_of(const Explanation& explanation) {
    double most = 0;
    bool whole = true;
    for (const Explanation::Part& part : explanation.parts) {
        most = std::max(most, std::abs(part.weighted()));
        whole = whole && part.weighted() == std::round(part.weighted());
    }
    return !whole && most < 100 ? 2 : 0;
}

// To so many decimals, and 0 rather than -0.
double rounded(double points, int decimals) {
    const double unit = std::pow(10, decimals);
    return std::round(points * unit) / unit + 0.0;
}

}  // namespace

Result<Done> show_player_evaluation(const PlayerRegistry& players, const std::string& player,
                                    const Diagram& diagram, bool json) {
    const auto spec = players.parse(player);
    if (!spec) return spec.error();
    const auto explanation = players.make(*spec)->explain(diagram);
    if (!explanation) {
        return Error{
            fmt::format("the player '{}' does not say how it values a position", spec->name)};
    }
    // Zeros are added so that they are 0 and not -0.
    if (json) {
        Json parts = Json::array();
        for (const Explanation::Part& part : explanation->parts) {
            parts.push_back({{"name", part.name},
                             {"value", part.value},
                             {"coefficient", part.coefficient},
                             {"weighted", part.weighted() + 0.0}});
        }
        Json line = {{"position", to_string(diagram)},
                     {"player", players.to_string(*spec)},
                     {"total", explanation->total()},
                     {"parts", std::move(parts)}};
        if (!explanation->notes.empty()) {
            Json& notes = line["notes"] = Json::array();
            for (const Explanation::Note& note : explanation->notes) {
                notes.push_back({{"name", note.name}, {"value", note.value}});
            }
        }
        print_json(line);
        return Done{};
    }
    const int decimals = decimals_of(*explanation);
    fmt::print("{}, for {} to move\n", to_string(diagram), name_of(diagram.to_move));
    fmt::print("{:<24} {:>10} {:>12} {:>12}\n", spec->name, "value", "coefficient", "weighted");
    for (const Explanation::Part& part : explanation->parts) {
        fmt::print("{:<24} {:>+10.1f} {:>12.2f} {:>+12.{}f}\n", part.name, part.value,
                   part.coefficient, rounded(part.weighted(), decimals), decimals);
    }
    fmt::print("{:<24} {:>10} {:>12} {:>+12.{}f}\n", "all", "", "",
               rounded(explanation->total(), decimals), decimals);
    for (const Explanation::Note& note : explanation->notes) {
        fmt::print("{:<42} {:>10.2f}\n", note.name, note.value);
    }
    return Done{};
}

}  // namespace emilia::cli
