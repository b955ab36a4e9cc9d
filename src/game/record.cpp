#include "game/record.h"

#include <fmt/format.h>

#include <cassert>

#include "board/rules.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::array<std::string_view, 6> kEndings = {"unknown", "finished", "resigned",
                                                      "timeout", "agreed",   "adjudicated"};

}  // namespace

std::string_view name_of(Ending ending) {
    return kEndings[static_cast<std::size_t>(ending)];
}

std::optional<Ending> parse_ending(std::string_view name) {
    for (std::size_t i = 0; i < kEndings.size(); ++i) {
        if (kEndings[i] == name) return static_cast<Ending>(i);
    }
    return std::nullopt;
}

Diagram play(const Diagram& diagram, Move move) {
    return {play(diagram.position, move), opposite(diagram.to_move)};
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
        record_.moves.push_back({Move::pass()});
        diagram_ = play(diagram_, Move::pass());
    }
    diagram_ = play(diagram_, move.move);
    record_.moves.push_back(std::move(move));
    return Done{};
}

Result<Done> GameBuilder::add(PlayedMove move, Color color) {
    const Bitboard legal = legal_moves(diagram_.position);
    if (color == diagram_.to_move) {
        // Without a colour the move would be taken for the other's, behind a pass.
        if (must_pass(diagram_.position) && !move.move.is_pass()) {
            return Error{fmt::format("ply {}: {} plays {}, but has to pass", plies() + 1,
                                     name_of(color), to_string(move.move))};
        }
        return add(std::move(move));
    }
    if (legal != 0) {
        return Error{fmt::format("ply {}: {} plays {}, but it is {}'s turn, the legal moves are {}",
                                 plies() + 1, name_of(color), to_string(move.move),
                                 name_of(diagram_.to_move), list_squares(legal))};
    }
    if (move.move.is_pass()) {
        return Error{fmt::format("ply {}: {} passes, but it is {}'s turn to pass", plies() + 1,
                                 name_of(color), name_of(diagram_.to_move))};
    }
    return add(std::move(move));
}

void GameBuilder::undo() {
    assert(!record_.moves.empty());
    record_.moves.pop_back();
    diagram_ = record_.final_diagram();
}

GameRecord GameBuilder::finish() {
    const std::optional<DiscDifference> on_board = black_result(diagram_);
    if (on_board) {
        const int plain = popcount(diagram_.black()) - popcount(diagram_.white());
        if (!record_.result || record_.result->value() == plain) record_.result = on_board;
        if (record_.ending == Ending::unknown) record_.ending = Ending::finished;
    }
    if (record_.result) record_.winner.reset();
    return record_;
}

}  // namespace emilia
