#include "learn/training_game.h"

#include <fmt/format.h>

#include "board/rules.h"

namespace emilia::learn {

void Replay::play(Square legal_square) {
    position_ = position_.after(legal_square, flips(position_, legal_square));
    black_to_move_ = !black_to_move_;
    settle();
}

void Replay::settle() {
    passed_ = false;
    legal_ = legal_moves(position_);
    if (legal_ != 0) return;
    legal_ = legal_moves(position_.passed());
    if (legal_ == 0) return;
    position_ = position_.passed();
    black_to_move_ = !black_to_move_;
    passed_ = true;
}

Result<Done> check(const TrainingGame& game) {
    if (game.values.size() != game.moves.size()) {
        return Error{fmt::format("a game has {} moves and {} values", game.moves.size(),
                                 game.values.size())};
    }
    if (game.random_plies < 0 || game.random_plies > 60 || game.exact_from < 0 ||
        game.exact_from > 60) {
        return Error{
            fmt::format("{} random moves, or values exact from {} empty squares on, are "
                        "none of 0 to 60",
                        game.random_plies, game.exact_from)};
    }
    Replay replay;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if ((replay.legal() & bit(game.moves[i])) == 0) {
            return Error{fmt::format("move {} of a game is {}, the legal moves there are {}", i + 1,
                                     to_string(game.moves[i]), list_squares(replay.legal()))};
        }
        const int value = game.values[i];
        if (value != kNoValue && (value < -64 || value > 64)) {
            return Error{fmt::format("move {} of a game has the value {}", i + 1, value)};
        }
        replay.play(game.moves[i]);
    }
    if (!replay.over()) {
        return Error{fmt::format("a game ends after {} moves, though {} can be played",
                                 game.moves.size(), list_squares(replay.legal()))};
    }
    return Done{};
}

int black_result(const TrainingGame& game) {
    Replay replay;
    for (const Square square : game.moves) replay.play(square);
    const int result = final_score(replay.position()).value();
    return replay.black_to_move() ? result : -result;
}

}  // namespace emilia::learn
