#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "game/record.h"
#include "util/result.h"

namespace emilia {

// What a player thinks of a position, for the player to move.
struct Value {
    enum class Unit {
        points,       // its own measure, to be compared only with other points of the same player
        discs,        // an estimate of the difference in discs at the end
        final_score,  // discs at the end of the game, searched to its end
    };
    double amount = 0;
    Unit unit = Unit::points;

    bool operator==(const Value&) const = default;
};

// A move and what is known of how it was found.
struct Choice {
    Move move;
    std::optional<Value> value = std::nullopt;
    int depth = 0;  // plies looked ahead; 0: none
    std::uint64_t nodes = 0;
    std::vector<Move> line = {};  // what the player expects, `move` first; empty: nothing
    bool from_book = false;       // known beforehand, not searched for
};

// A move, or a position, and what it is worth.
struct Valued {
    std::vector<Move> line;  // the move first; empty of a position where nothing is expected
    Value value;
    int depth = 0;  // plies from the position that was asked about; with a final score it is exact
};

// The best moves of a position, best first.
struct ValuedMoves {
    std::vector<Valued> moves;
    std::uint64_t nodes = 0;
};

// The player's clock as it begins to think.
struct Clock {
    double left = 0;       // seconds for the rest of the game
    double increment = 0;  // seconds added after each move
};

// What holds for one choice of a move. Whatever is given has to be kept; a player's own options may
// ask for less. With nothing given it takes what its options say.
struct Limits {
    // Asked many times a second by the player that chooses, on any thread; true asks for the best
    // move found so far, at once. May be empty.
    std::function<bool()> stopped = {};
    // Told what is known so far, whenever it is more. May be empty.
    std::function<void(const Choice&)> progress = {};
    std::optional<Clock> clock = std::nullopt;
    std::optional<double> seconds = std::nullopt;  // for this move
    std::optional<int> depth = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;
    // Contempt: what a draw is as good as, in discs, to the player to move. The one thing here that
    // players may leave aside.
    int draw = 0;
};

// What a player makes of a position before any search, for the player to move: parts that, weighted
// and added up, are its value in points.
struct Explanation {
    // A number that belongs to squares together, such as an edge.
    struct Area {
        Bitboard squares = 0;
        double value = 0;
    };
    struct Part {
        std::string name;
        double value = 0;
        double coefficient = 1;
        // Where on the board it comes from, to be drawn there: what speaks for the player to move,
        // what for the other, and numbers that it is made of. May be empty.
        Bitboard own = 0;
        Bitboard opponent = 0;
        std::vector<Area> areas = {};

        double weighted() const { return value * coefficient; }
    };
    std::vector<Part> parts;
    // What else there is to say of the evaluation; no part of the value.
    struct Note {
        std::string name;
        double value = 0;
    };
    std::vector<Note> notes = {};

    double total() const {
        double sum = 0;
        for (const Part& part : parts) sum += part.weighted();
        return sum;
    }
};

// What an error of choose() was: something went wrong, the answer was a move that cannot be made,
// or the player gives the game up.
enum class Fault { failure, illegal, resignation };

// Whatever can choose a move: a strategy, an engine, another program.
class Player {
  public:
    Player() = default;
    virtual ~Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    // The move for the player to move after the last move of `game`, which is not over; a pass
    // where that is the only one. An error is for players that depend on something that may fail
    // them, such as another program.
    virtual Result<Choice> choose(const GameRecord& game, const Limits& limits) = 0;

    // Its evaluation of a position by parts; nothing for players that have none to show.
    virtual std::optional<Explanation> explain(const Diagram&) const { return std::nullopt; }

    // Of the last error of choose().
    virtual Fault fault() const { return Fault::failure; }

    // Some players know what other moves than their choice are worth.
    virtual bool values_moves() const { return false; }
    // Those of them may be asked: for the `most` best moves, where there is a move to make. `found`
    // is told all that is known so far and which of it is new.
    using TellMoves = std::function<void(const ValuedMoves& so_far, std::size_t newest)>;
    virtual Result<ValuedMoves> value_moves(const GameRecord&, const Limits&, int /*most*/,
                                            const TellMoves& = {}) {
        return ValuedMoves{};
    }

    // Others are to move, and this player may think until end_waiting(), or until it is asked for
    // something else. `game` is not over.
    virtual void begin_waiting(const GameRecord&) {}
    virtual void end_waiting() {}
};

}  // namespace emilia
