#include "server/line_json.h"

#include <fmt/format.h>

#include "board/areas.h"
#include "board/position_text.h"
#include "board/rules.h"
#include "game/openings.h"
#include "game/reading.h"
#include "util/text.h"

namespace emilia::server {

namespace {

Json regions_json(Position position) {
    Json regions = Json::array();
    for (const Bitboard region : empty_regions(position)) {
        regions.push_back({{"squares", squares_text(region)}, {"odd", popcount(region) % 2 == 1}});
    }
    return regions;
}

Json ply_json(const Diagram& diagram) {
    const Position& position = diagram.position;
    const Position black{diagram.black(), diagram.white()};
    const bool over = is_over(position);
    return {{"position", to_string(diagram)},
            {"to_move", over ? Json(nullptr) : Json(name_of(diagram.to_move))},
            {"legal", squares_text(legal_moves(position))},
            {"must_pass", must_pass(position)},
            {"over", over},
            {"black", popcount(black.own)},
            {"white", popcount(black.opponent)},
            {"black_moves", popcount(legal_moves(black))},
            {"white_moves", popcount(legal_moves(black.passed()))},
            {"regions", regions_json(position)}};
}

}  // namespace

std::vector<Bitboard> empty_regions(Position position) {
    std::vector<Bitboard> regions;
    Bitboard rest = position.empty();
    while (rest != 0) {
        Bitboard region = rest & (~rest + 1);
        for (Bitboard grown = 0; grown != region;) {
            grown = region;
            region |= neighbours(grown) & rest;
        }
        regions.push_back(region);
        rest &= ~region;
    }
    return regions;
}

std::string squares_text(Bitboard squares) {
    std::string text;
    for (const Square square : squares_of(squares)) text += to_string(square);
    return text;
}

std::string moves_text(const std::vector<PlayedMove>& moves) {
    std::string text;
    for (const PlayedMove& played : moves) {
        text += played.move.is_pass() ? "pa" : to_string(played.move);
    }
    return text;
}

Result<GameRecord> record_of(std::string_view start, std::string_view moves) {
    Diagram diagram;
    if (!trimmed(start).empty()) {
        const auto read = parse_position(start);
        if (!read) return read.error();
        diagram = *read;
    }
    GameBuilder builder(diagram);
    if (moves.size() % 2 != 0) {
        return Error{"moves are two characters each, such as f5d6c3, and the last one is not"};
    }
    for (std::size_t i = 0; i < moves.size(); i += 2) {
        const auto move = parse_move(moves.substr(i, 2));
        if (!move) {
            return Error{
                fmt::format("ply {}: {} is not a move: it has to be a square from a1 to "
                            "h8, or pa for a pass",
                            builder.plies() + 1, in_quotes(moves.substr(i, 2)))};
        }
        const auto added = builder.add({*move});
        if (!added) return added.error();
    }
    return builder.record();
}

Json line_json(const GameRecord& game) {
    Json plies = Json::array();
    Diagram diagram = game.start;
    std::vector<Move> so_far;
    plies.push_back(ply_json(diagram));
    plies.back()["move"] = nullptr;
    plies.back()["flipped"] = "";
    const auto start_opening = opening_at(diagram.position);
    plies.back()["opening"] = start_opening ? Json(start_opening->name) : Json(nullptr);
    for (const PlayedMove& played : game.moves) {
        const Bitboard flipped =
            played.move.is_pass() ? 0 : flips(diagram.position, played.move.square());
        diagram = play(diagram, played.move);
        so_far.push_back(played.move);
        Json ply = ply_json(diagram);
        ply["move"] = to_string(played.move);
        ply["flipped"] = squares_text(flipped);
        const auto opening = opening_of(so_far, game.start);
        ply["opening"] = opening ? Json(opening->name) : Json(nullptr);
        plies.push_back(std::move(ply));
    }
    return {{"start", to_string(game.start)},
            {"moves", moves_text(game.moves)},
            {"plies", std::move(plies)}};
}

}  // namespace emilia::server
