#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/position.h"
#include "util/result.h"

namespace emilia {

// What a file said that has no field of its own, name and value in its order, so that a round trip
// loses nothing. The name is the file's own behind that of the format: "sgf:AP", "ggf:TY". A name
// without a format is a tag that PGN can carry whoever made it: "Annotator".
using Extra = std::vector<std::pair<std::string, std::string>>;

// One turn of a game, with what was written down beside it.
struct PlayedMove {
    Move move;
    std::optional<double> seconds = std::nullopt;  // time it took
    // What its player thought of it, in discs, for the player who moved.
    std::optional<double> evaluation = std::nullopt;
    std::string comment = {};
    Extra extra = {};

    bool operator==(const PlayedMove&) const = default;
};

struct PlayerInfo {
    std::string name;
    std::optional<double> rating;
    std::string clock;  // as the file had it ("05:00//02:00")

    bool operator==(const PlayerInfo&) const = default;
};

// Why a game ended as it did.
enum class Ending { unknown, finished, resigned, timeout, agreed, adjudicated };

// "resigned" and so on, and back.
std::string_view name_of(Ending ending);
std::optional<Ending> parse_ending(std::string_view name);

// A game, whatever file it came from. Passes are moves of their own; `moves` is always a legal
// sequence from `start` (readers see to that, through add()).
struct GameRecord {
    Diagram start;
    std::vector<PlayedMove> moves;

    std::array<PlayerInfo, 2> players;  // by Color
    std::string event;
    std::string place;
    std::string round;
    std::string date;                      // as the file had it, "1980.06.19" where it can be known
    std::optional<DiscDifference> result;  // black's discs less white's
    std::optional<Color> winner;  // only where `result` is unknown: who won, not by how much
    Ending ending = Ending::unknown;
    std::string comment;
    Extra extra;

    PlayerInfo& player(Color color) { return players[static_cast<std::size_t>(color)]; }
    const PlayerInfo& player(Color color) const { return players[static_cast<std::size_t>(color)]; }

    // The position after the first `plies` moves (at most moves.size()).
    Diagram diagram_after(std::size_t plies) const;
    Diagram final_diagram() const { return diagram_after(moves.size()); }

    // Year of `date`, if it begins with one.
    std::optional<int> year() const;

    bool operator==(const GameRecord&) const = default;
};

// Builds a record move by move, keeping the position. A move that only the other player can make
// after a forced pass gets that pass put before it; a pass that is not forced, and any illegal
// move, is refused with the ply, the player and the legal moves there.
class GameBuilder {
  public:
    explicit GameBuilder(const Diagram& start = {});

    const Diagram& diagram() const { return diagram_; }
    std::size_t plies() const { return record_.moves.size(); }
    GameRecord& record() { return record_; }
    const GameRecord& record() const { return record_; }

    Result<Done> add(PlayedMove move);
    // The same where it is said who moves; refused if it is the other one's turn.
    Result<Done> add(PlayedMove move, Color color);
    // Takes back the last move.
    void undo();

    // The record; a finished game without a result gets the one on the board, and one whose result
    // leaves the empty squares out gets them counted.
    GameRecord finish();

  private:
    GameRecord record_;
    Diagram diagram_;
};

// The position after a legal move.
Diagram play(const Diagram& diagram, Move move);

// Black's result if the game is over: empties to the winner.
std::optional<DiscDifference> black_result(const Diagram& diagram);

}  // namespace emilia
