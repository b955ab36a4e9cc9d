#include "game/record.h"

#include <fmt/format.h>

#include <cassert>

#include "board/rules.h"
#include "util/text.h"

namespace emilia {

Diagram play(const Diagram& diagram, Move move) {
    return {play(diagram.position, move), opposite(diagram.to_move)};
}

std::string list_squares(Bitboard squares) {
    std::string text;
    for (const Square square : squares_of(squares)) {
        if (!text.empty()) text += ", ";
        text += to_string(square);
    }
    return text.empty() ? "none" : text;
}

std::optional<DiscDifference> black_result(const Diagram& diagram) {
    if (!is_over(diagram.position)) return std::nullopt;
    const DiscDifference score = final_score(diagram.position);
    return diagram.to_move == Color::black ? score : -score;
}

Diagram GameRecord::diagram_after(std::size_t plies) const {
    assert(plies <= moves.size());
    Diagram diagram = start;
    for (std::size_t i = 0; i < plies; ++i) diagram = play(diagram, moves[i].move);
    return diagram;
}

std::optional<int> GameRecord::year() const {
    if (date.size() < 4) return std::nullopt;
    const auto number = parse_integer(std::string_view(date).substr(0, 4));
    if (!number || *number < 1000) return std::nullopt;
    return static_cast<int>(*number);
}

GameBuilder::GameBuilder(const Diagram& start) : diagram_(start) {
    record_.start = start;
}

Result<Done> GameBuilder::add(PlayedMove move) {
    const Bitboard legal = legal_moves(diagram_.position);
    const std::size_t ply = record_.moves.size() + 1;
    if (move.move.is_pass()) {
        if (legal != 0) {
            return Error{fmt::format("ply {}: {} cannot pass, the legal moves are {}", ply,
                                     name_of(diagram_.to_move), list_squares(legal))};
        }
        if (is_over(diagram_.position)) {
            return Error{fmt::format("ply {}: a pass after the end of the game", ply)};
        }
    } else if (!(legal & bit(move.move.square()))) {
        const std::string square = to_string(move.move.square());
        if (legal != 0) {
            return Error{fmt::format("ply {}: {} cannot play {}, the legal moves are {}", ply,
                                     name_of(diagram_.to_move), square, list_squares(legal))};
        }
        const Bitboard other = legal_moves(diagram_.position.passed());
        if (other == 0) {
            return Error{
                fmt::format("ply {}: {} is played after the end of the game", ply, square)};
        }
        if (!(other & bit(move.move.square()))) {
            return Error{fmt::format(
                "ply {}: {} must pass, and {} cannot play {} then, the legal moves are {}", ply,
                name_of(diagram_.to_move), name_of(opposite(diagram_.to_move)), square,
                list_squares(other))};
        }
        record_.moves.push_back({Move::pass(), std::nullopt, std::nullopt, {}});
        diagram_ = play(diagram_, Move::pass());
    }
    diagram_ = play(diagram_, move.move);
    record_.moves.push_back(std::move(move));
    return Done{};
}

void GameBuilder::undo() {
    assert(!record_.moves.empty());
    record_.moves.pop_back();
    diagram_ = record_.final_diagram();
}

GameRecord GameBuilder::finish() {
    if (!record_.result) {
        record_.result = black_result(diagram_);
        if (record_.result && record_.ending == Ending::unknown) record_.ending = Ending::finished;
    }
    return record_;
}

}  // namespace emilia
