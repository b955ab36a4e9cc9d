#include "protocol/gtp_game.h"

#include "board/rules.h"

namespace emilia {

void GtpGame::clear() {
    builder_ = GameBuilder();
    marks_.clear();
}

void GtpGame::adopt(const GameRecord& game, std::size_t plies) {
    builder_ = GameBuilder(game.start);
    marks_.clear();
    for (const PlayedMove& played : game.moves) {
        if (marks_.size() == plies) break;
        marks_.push_back(marks_.size());
        // Moves of a record are legal.
        (void)builder_.add(played);
    }
    for (const Color color : {Color::black, Color::white}) {
        builder_.record().player(color).name = game.player(color).name;
    }
}

Result<Done> GtpGame::play(Color color, Move move) {
    const std::size_t plies = builder_.plies();
    if (!move.is_pass() || !is_over(diagram().position)) {
        const auto added = builder_.add({move}, color);
        if (!added) return added.error();
    }
    marks_.push_back(plies);
    return Done{};
}

void GtpGame::pass_out_of_turn() {
    marks_.push_back(builder_.plies());
}

bool GtpGame::undo() {
    if (marks_.empty()) return false;
    while (builder_.plies() > marks_.back()) builder_.undo();
    marks_.pop_back();
    return true;
}

std::optional<GameRecord> GtpGame::with_turn_of(Color color) const {
    const Diagram& now = diagram();
    if (is_over(now.position)) return std::nullopt;
    if (now.to_move == color) return record();
    if (!must_pass(now.position)) return std::nullopt;
    GameRecord game = record();
    game.moves.push_back({Move::pass()});
    return game;
}

}  // namespace emilia
