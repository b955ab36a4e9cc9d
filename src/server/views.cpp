#include "server/views.h"

#include "board/areas.h"
#include "board/rules.h"
#include "server/line_json.h"

namespace emilia::server {

namespace {

View::Component counted(std::string name, Bitboard black, Bitboard white) {
    return {std::move(name), static_cast<double>(popcount(black)),
            static_cast<double>(popcount(white)), black, white};
}

}  // namespace

View general_view(const Diagram& diagram) {
    const Position black{diagram.black(), diagram.white()};
    const Position white = black.passed();
    const Bitboard frontier = neighbours(black.empty());
    View view;
    view.components = {
        counted("discs", black.own, white.own),
        counted("moves", legal_moves(black), legal_moves(white)),
        counted("frontier", black.own & frontier, white.own & frontier),
        counted("stable", stable_discs(black), stable_discs(white)),
        counted("corners", black.own & kCorners, white.own & kCorners),
    };
    return view;
}

const Views::Make* Views::find(std::string_view player) const {
    const auto found = views_.find(player);
    return found == views_.end() ? nullptr : &found->second;
}

Json view_json(const View& view) {
    Json components = Json::array();
    for (const View::Component& component : view.components) {
        Json areas = Json::array();
        for (const View::Area& area : component.areas) {
            areas.push_back({{"squares", squares_text(area.squares)}, {"value", area.value}});
        }
        components.push_back({{"name", component.name},
                              {"black", component.black},
                              {"white", component.white},
                              {"black_squares", squares_text(component.black_squares)},
                              {"white_squares", squares_text(component.white_squares)},
                              {"areas", std::move(areas)}});
    }
    Json heuristics = Json::array();
    for (const View::Heuristic& heuristic : view.heuristics) {
        Json levels = Json::object();
        for (const auto& [rating, level] : heuristic.levels) levels[rating] = level;
        heuristics.push_back({{"move", to_string(heuristic.move)},
                              {"same", squares_text(heuristic.same)},
                              {"levels", std::move(levels)},
                              {"measure", heuristic.measure},
                              {"chance", heuristic.chance}});
    }
    return {{"components", std::move(components)},
            {"squares", view.squares ? Json(*view.squares) : Json(nullptr)},
            {"heuristics", std::move(heuristics)}};
}

}  // namespace emilia::server
