#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "board/position.h"
#include "util/result.h"

namespace emilia::logistello {

// What the book knows of a move, for the player who makes it.
struct BookMove {
    Move move = Move::pass();
    // In units of 1997's evaluation, or classic::finished_value() of a result, so that a won game
    // comes before every estimate, a lost one after.
    int value = 0;
    bool played = false;  // in a game of the book; if not, it is the best that was not, by search

    bool operator==(const BookMove&) const = default;
};

// Its value in discs; a result is what somebody achieved, no proof.
double discs_of(const BookMove& known);

// LOGISTELLO's opening book (section 4): the positions of games that were played, as far as to
// where the search takes over. There a game's result is known. Everywhere else all moves that lead
// to a position of the book are, whatever game they come from, and the best of the others, the
// best deviation, with its value by search. From these, a position's value follows by negamax: who
// has lost a game finds where something else was better. Images of a position are one position,
// and a forced pass belongs to the move before it.
class OpeningBook {
  public:
    // Games are kept down to so many empty squares.
    static constexpr int kLastEmpties = 24;

    // How it was made: by searches of so many plies, from so many games with this seed.
    struct Origin {
        int depth = 8;
        std::uint64_t seed = 1;
        std::uint64_t games = 0;

        bool operator==(const Origin&) const = default;
    };

    OpeningBook() = default;
    explicit OpeningBook(const Origin& origin) : origin_(origin) {}

    const Origin& origin() const { return origin_; }
    void count_game() { ++origin_.games; }
    std::size_t size() const { return nodes_.size(); }
    // The games end here, if they come here.
    static bool is_last(Position position);

    bool holds(Position position) const { return find(position) != nullptr; }
    // For the player to move, of a position that it holds.
    int value(Position position) const { return find(position)->value; }
    // What is known of the moves of a position, the best first; of equal ones those played first.
    // Empty where it is none of the book's, or the last of its games.
    std::vector<BookMove> moves(Position position) const;
    // The best of them, unless all that is known loses: then somebody has to think.
    std::optional<BookMove> choose(Position position) const;
    // The best moves of both sides, as far as the book goes; passes included.
    std::vector<Move> line(Position position) const;

    // Adds the last position of a game with its result for the player to move, or the result of
    // one more game that ended there.
    void add_last(Position position, int score);
    // Adds a position whose moves matter; one after some move of it is there already.
    void add(Position position);
    // Legal moves of a position that it holds after which there is nothing in the book.
    Bitboard untried(Position position) const;
    // The next position, in a fixed order, whose best deviation is missing: it is new, or what was
    // the best deviation has been played.
    std::optional<Position> next_unvalued() const;
    // `move` is an untried one.
    void set_deviation(Position position, Square move, int value);

    // The file's content. No deviation is missing. Anything else is refused with a sentence.
    std::string bytes() const;
    static Result<OpeningBook> parse(std::string_view bytes);

    bool operator==(const OpeningBook& other) const;

  private:
    struct Hash {
        std::size_t operator()(Position position) const { return hash_of(position); }
    };
    struct Successor {
        Square move = Square::a1;
        Position to;
        bool same_player = false;  // the other one has to pass

        bool operator==(const Successor&) const = default;
    };
    struct Deviation {
        Square move = Square::a1;
        int value = 0;

        bool operator==(const Deviation&) const = default;
    };
    struct Node {
        std::vector<Successor> successors = {};  // of all legal moves; none of a last position
        std::optional<int> result = {};          // of a last position
        std::optional<Deviation> deviation = {};
        int value = 0;

        bool operator==(const Node&) const = default;
    };
    // The fewest empty squares first, so that what follows comes before what it follows from.
    using Key = std::pair<int, Position>;
    static Key key_of(Position position) { return {position.empties(), position}; }

    const Node* find(Position position) const;
    const Node* find_canonical(Position position) const;
    static std::vector<Successor> successors_of(Position position);
    static int value_through(const Successor& successor, const Node& next);
    int value_of(const Node& node) const;
    Bitboard untried(const Node& node) const;
    void entered(Position position);
    void settle(Position position);
    std::string text() const;
    std::optional<Error> read_line(std::string_view line);

    // All positions here are canonical.
    Origin origin_;
    std::unordered_map<Position, Node, Hash> nodes_;
    // From which positions of the book a position can be reached, in the book or not.
    std::unordered_map<Position, std::vector<Position>, Hash> before_;
    std::set<Key> unvalued_;
};

// The one in the program.
std::shared_ptr<const OpeningBook> carried_book();

}  // namespace emilia::logistello
