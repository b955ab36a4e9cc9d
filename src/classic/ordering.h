#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "classic/boards.h"

namespace emilia::classic {

// Where in a game a list of moves belongs.
template <typename Move>
struct Place {
    int player = 0;       // who is to move, 0 or 1, all through a game
    int move_number = 1;  // of the move to be made
    Move last;            // the move that led here
};

// An opinion on which moves to try first. It changes how long a search takes, never its value.
template <SearchBoard Board>
class Ordering {
  public:
    using Move = typename Board::Move;

    virtual ~Ordering() = default;
    // Best first; moves that are thought equal stay in their order.
    virtual void order(const Place<Move>& place, std::vector<Move>& moves) const = 0;
    // Told after a node: all its moves, and the one that was best or cut off the others.
    virtual void learn(const Place<Move>&, const std::vector<Move>&, Move) {}
};

namespace detail {

template <typename Move, typename Rating>
void sort_by(std::vector<Move>& moves, const Rating& rating) {
    // Lists are short, and mostly in order already.
    for (std::size_t i = 1; i < moves.size(); ++i) {
        const Move move = moves[i];
        const auto value = rating(move);
        std::size_t at = i;
        for (; at > 0 && rating(moves[at - 1]) < value; --at) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

}  // namespace detail

// What squares are worth as such, by cell: corners most, then edges, the middle, the lines beside
// an edge, and last the neighbours of corners. A corner is a square where no line can be closed in
// from both sides, so that it also exists on boards with blocked squares.
std::vector<int> square_values(const GridShape& shape);

// Always the same order: that of the squares' values.
template <SearchBoard Board>
class SquareValueOrder final : public Ordering<Board> {
  public:
    using Move = typename Board::Move;

    explicit SquareValueOrder(std::vector<int> values) : values_(std::move(values)) {}
    void order(const Place<Move>&, std::vector<Move>& moves) const override {
        detail::sort_by(moves, [this](Move move) { return values_[Board::cell_of(move)]; });
    }

  private:
    std::vector<int> values_;
};

// Values of the squares at each move of a game, that of the first move first: an order that was
// learned. Beyond the last move that has values the moves stay in generation order.
using SquareValuesByMove = std::vector<std::vector<int>>;

template <SearchBoard Board>
class MoveNumberSquareOrder final : public Ordering<Board> {
  public:
    using Move = typename Board::Move;

    // `values` outlives the ordering.
    explicit MoveNumberSquareOrder(const SquareValuesByMove& values) : values_(values) {}
    void order(const Place<Move>& place, std::vector<Move>& moves) const override {
        const auto number = static_cast<std::size_t>(place.move_number);
        if (number < 1 || number > values_.size()) return;
        const std::vector<int>& row = values_[number - 1];
        detail::sort_by(moves, [&row](Move move) { return row[Board::cell_of(move)]; });
    }

  private:
    const SquareValuesByMove& values_;
};

// Killers: a rating for each move under some heading, raised a little where the move was legal and
// much where it was best or made a cutoff (Rosenbloom 1982, section 4.2.1, gives no numbers).
template <SearchBoard Board>
class KillerOrder : public Ordering<Board> {
  public:
    using Move = typename Board::Move;

    void order(const Place<Move>& place, std::vector<Move>& moves) const final {
        const Rating* const ratings = row(place);
        detail::sort_by(moves, [ratings](Move move) { return ratings[Board::cell_of(move)]; });
    }
    void learn(const Place<Move>& place, const std::vector<Move>& moves, Move best) final {
        Rating* const ratings = row(place);
        for (const Move move : moves) ratings[Board::cell_of(move)] += kLegal;
        ratings[Board::cell_of(best)] += kBest;
    }
    // Between the moves of a game: what is new shall count more than what is old.
    void fade() {
        for (Rating& rating : ratings_) rating /= 2;
    }

  protected:
    KillerOrder(int cells, int headings)
        : cells_(static_cast<std::size_t>(cells)),
          ratings_(cells_ * static_cast<std::size_t>(2 * headings), 0) {}
    // From 0 to one less than the number of headings.
    virtual std::size_t heading(const Place<Move>& place) const = 0;

  private:
    using Rating = std::int64_t;
    static constexpr Rating kLegal = 1;
    static constexpr Rating kBest = 16;

    std::size_t first_of(const Place<Move>& place) const {
        return (2 * heading(place) + static_cast<std::size_t>(place.player)) * cells_;
    }
    Rating* row(const Place<Move>& place) { return &ratings_[first_of(place)]; }
    const Rating* row(const Place<Move>& place) const { return &ratings_[first_of(place)]; }

    std::size_t cells_;
    std::vector<Rating> ratings_;
};

// By who is to move and the number of the move.
template <SearchBoard Board>
class MoveNumberKillers final : public KillerOrder<Board> {
  public:
    explicit MoveNumberKillers(int cells)
        : KillerOrder<Board>(cells, 2 * cells), most_(static_cast<std::size_t>(2 * cells - 1)) {}

  protected:
    // Passes are moves here, so that a game can have more of them than squares.
    std::size_t heading(const Place<typename Board::Move>& place) const override {
        return std::min(static_cast<std::size_t>(place.move_number), most_);
    }

  private:
    std::size_t most_;
};

// By the move that is answered.
template <SearchBoard Board>
class ResponseKillers final : public KillerOrder<Board> {
  public:
    explicit ResponseKillers(int cells)
        : KillerOrder<Board>(cells, cells + 1), pass_(static_cast<std::size_t>(cells)) {}

  protected:
    std::size_t heading(const Place<typename Board::Move>& place) const override {
        return place.last == Board::pass() ? pass_ : Board::cell_of(place.last);
    }

  private:
    std::size_t pass_;
};

}  // namespace emilia::classic
