#include "cli/game_json.h"

#include "board/position_text.h"
#include "game/openings.h"

namespace emilia::cli {

namespace {

Json number_json(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

Json player_json(const PlayerInfo& player) {
    return {{"name", player.name}, {"rating", number_json(player.rating)}, {"clock", player.clock}};
}

Json winner_json(const GameRecord& game) {
    if (game.winner) return name_of(*game.winner);
    if (!game.result) return nullptr;
    const int discs = game.result->value();
    return discs == 0 ? "draw" : name_of(discs > 0 ? Color::black : Color::white);
}

// What was written beside the moves, of those that have something.
Json details_json(const GameRecord& game) {
    Json details = Json::array();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const PlayedMove& played = game.moves[i];
        Json detail = {{"ply", i + 1}};
        if (played.seconds) detail["seconds"] = *played.seconds;
        if (played.evaluation) detail["evaluation"] = *played.evaluation;
        if (!played.comment.empty()) detail["comment"] = played.comment;
        if (!played.extra.empty()) detail["extra"] = extra_json(played.extra);
        if (detail.size() > 1) details.push_back(std::move(detail));
    }
    return details;
}

}  // namespace

Json extra_json(const Extra& extra) {
    Json pairs = Json::array();
    for (const auto& [name, value] : extra) pairs.push_back(Json::array({name, value}));
    return pairs;
}

Json game_json(const GameRecord& game) {
    Json moves = Json::array();
    for (const PlayedMove& played : game.moves) moves.push_back(to_string(played.move));
    const auto opening = opening_of(game);
    return {{"black", player_json(game.player(Color::black))},
            {"white", player_json(game.player(Color::white))},
            {"event", game.event},
            {"place", game.place},
            {"round", game.round},
            {"date", game.date},
            {"start", to_string(game.start)},
            {"moves", std::move(moves)},
            {"result", game.result ? Json(game.result->value()) : Json(nullptr)},
            {"winner", winner_json(game)},
            {"ending", name_of(game.ending)},
            {"opening", opening ? Json(opening->name) : Json(nullptr)},
            {"comment", game.comment},
            {"details", details_json(game)},
            {"extra", extra_json(game.extra)}};
}

}  // namespace emilia::cli
