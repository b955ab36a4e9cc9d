#include "cli/all_views.h"

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

}  // namespace

server::Views all_views() {
    server::Views views;
    views.add("max-disc", discs_view);
    views.add("min-disc", discs_view);
    views.add("weighted-squares", weights_view);
    return views;
}

}  // namespace emilia::cli
