#include "cli/all_views.h"

#include <cmath>
#include <memory>

#include "history/strategies/evaluations.h"

namespace emilia::cli {

namespace {

server::View weights_view(const Diagram& diagram) {
    server::View view;
    std::array<double, 64> weights{};
    double black = 0;
    double white = 0;
    for (int i = 0; i < kSquares; ++i) {
        const Bitboard square = bit(square_at(i));
        weights[static_cast<std::size_t>(i)] = strategies::weighted_squares({square, 0});
        if ((diagram.black() & square) != 0) black += weights[static_cast<std::size_t>(i)];
        if ((diagram.white() & square) != 0) white += weights[static_cast<std::size_t>(i)];
    }
    view.components.push_back({"weights", black, white, diagram.black() | diagram.white()});
    view.squares = weights;
    return view;
}

server::View discs_view(const Diagram& diagram) {
    server::View view;
    view.components.push_back({"discs", static_cast<double>(popcount(diagram.black())),
                               static_cast<double>(popcount(diagram.white())),
                               diagram.black() | diagram.white()});
    return view;
}

// The parts of a player's evaluation, in its points: what is good for one is as bad for the other.
server::Views::Make explained(const PlayerRegistry& players, const std::string& name) {
    const std::shared_ptr<const Player> player = players.make(*players.parse(name));
    return [player](const Diagram& diagram) {
        server::View view;
        const auto explanation = player->explain(diagram);
        if (!explanation) return view;
        const auto add = [&](const std::string& part, double points) {
            const double black = std::round(diagram.to_move == Color::black ? points : -points);
            // 0 and not -0.
            view.components.push_back({part, black + 0.0, 0.0 - black, 0});
        };
        for (const Explanation::Part& part : explanation->parts) add(part.name, part.weighted());
        add("total", explanation->total());
        return view;
    };
}

}  // namespace

server::Views all_views(const PlayerRegistry& players) {
    server::Views views;
    views.add("max-disc", discs_view);
    views.add("min-disc", discs_view);
    views.add("weighted-squares", weights_view);
    views.add("iago", explained(players, "iago"));
    views.add("bill", explained(players, "bill"));
    return views;
}

}  // namespace emilia::cli
