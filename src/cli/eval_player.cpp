#include "cli/eval_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/position_text.h"
#include "cli/program.h"

namespace emilia::cli {

Result<Done> show_player_evaluation(const PlayerRegistry& players, const std::string& player,
                                    const Diagram& diagram, bool json) {
    const auto spec = players.parse(player);
    if (!spec) return spec.error();
    const auto explanation = players.make(*spec)->explain(diagram);
    if (!explanation) {
        return Error{
            fmt::format("the player '{}' does not say how it values a position", spec->name)};
    }
    if (json) {
        Json parts = Json::array();
        for (const Explanation::Part& part : explanation->parts) {
            parts.push_back({{"name", part.name},
                             {"value", part.value},
                             {"coefficient", part.coefficient},
                             {"weighted", part.weighted()}});
        }
        print_json({{"position", to_string(diagram)},
                    {"player", players.to_string(*spec)},
                    {"total", explanation->total()},
                    {"parts", std::move(parts)}});
        return Done{};
    }
    fmt::print("{}, for {} to move\n", to_string(diagram), name_of(diagram.to_move));
    fmt::print("{:<20} {:>10} {:>12} {:>12}\n", spec->name, "value", "coefficient", "weighted");
    // Points in thousands need no fractions; points that are discs do.
    double most = 0;
    for (const Explanation::Part& part : explanation->parts) {
        most = std::max(most, std::abs(part.weighted()));
    }
    const int digits = most < 100 && most > 0 ? 2 : 0;
    for (const Explanation::Part& part : explanation->parts) {
        fmt::print("{:<20} {:>+10.1f} {:>12.2f} {:>+12.{}f}\n", part.name, part.value,
                   part.coefficient, part.weighted(), digits);
    }
    fmt::print("{:<20} {:>10} {:>12} {:>+12.{}f}\n", "all", "", "", explanation->total(), digits);
    return Done{};
}

}  // namespace emilia::cli
