#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "board/grid.h"
#include "board/position.h"
#include "board/rules.h"

namespace emilia::classic {

// What a textbook search asks of a board, seen by the player to move. A pass is a move of its own,
// never among moves().
template <typename Board>
concept SearchBoard = requires(const Board& board, typename Board::Move move) {
    board.moves();  // a range of Board::Move, in generation order
    { board.after(move) } -> std::same_as<Board>;
    { board.passed() } -> std::same_as<Board>;
    { board.must_pass() } -> std::convertible_to<bool>;  // asked only if there are no moves
    { board.final_score() } -> std::convertible_to<int>;
    { Board::pass() } -> std::convertible_to<typename Board::Move>;
    { Board::cell_of(move) } -> std::convertible_to<std::size_t>;  // of a move that is no pass
    { board.hash() } -> std::convertible_to<std::uint64_t>;
    { board == board } -> std::convertible_to<bool>;
};

// The 8x8 board; moves are generated from a1 to h8.
struct StandardBoard {
    using Move = emilia::Move;

    Position position;

    SquareRange moves() const { return squares_of(legal_moves(position)); }
    StandardBoard after(Move move) const { return {play(position, move)}; }
    StandardBoard passed() const { return {position.passed()}; }
    bool must_pass() const { return emilia::must_pass(position); }
    int final_score() const { return emilia::final_score(position).value(); }
    static Move pass() { return Move::pass(); }
    static std::size_t cell_of(Move move) { return static_cast<std::size_t>(move.square()); }
    std::uint64_t hash() const { return hash_of(position); }
    bool operator==(const StandardBoard&) const = default;
};

// Any other board; a move is the index of a cell.
struct GridBoard {
    using Move = int;

    GridPosition position;

    std::vector<int> moves() const { return position.legal_moves(); }
    GridBoard after(int cell) const;
    GridBoard passed() const { return {position.passed()}; }
    bool must_pass() const { return position.must_pass(); }
    int final_score() const { return position.final_score(); }
    static int pass() { return -1; }
    static std::size_t cell_of(int cell) { return static_cast<std::size_t>(cell); }
    std::uint64_t hash() const;
    bool operator==(const GridBoard&) const = default;
};

}  // namespace emilia::classic
