#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "match/time_control.h"
#include "player/player.h"

namespace emilia::match {

struct ArbiterSettings {
    TimeControl control = {};
    // Seconds that a move may come late, for what lies between a player and the clock.
    double tolerance = 0.05;
    // From so many empty squares on, a game ends with its exact score; 0: all are played out.
    int adjudicate = 0;
    // Asked many times a second; true leaves the game unfinished. May be empty.
    std::function<bool()> abandoned = {};
};

// Why a game ended as it did.
enum class Reason { finished, adjudicated, timeout, illegal, failure, resign };

// "finished" and so on, and back.
std::string_view name_of(Reason reason);
std::optional<Reason> parse_reason(std::string_view name);
// The discs decided, not something that a player did or left undone.
bool is_on_board(Reason reason);
// How a record says it.
Ending ending_of(Reason reason);

// What a player put into a game; the moves of the opening are not his.
struct Effort {
    int moves = 0;
    double seconds = 0;
    double longest = 0;  // seconds of the slowest move
    std::uint64_t nodes = 0;
    long long depths = 0;  // the sum over the moves

    double mean_depth() const { return moves == 0 ? 0 : static_cast<double>(depths) / moves; }
    Effort& operator+=(const Effort& more);
    bool operator==(const Effort&) const = default;
};

struct PlayedGame {
    GameRecord record;              // with seconds and evaluations; its result is `score`
    std::size_t opening_plies = 0;  // how much of it nobody chose
    DiscDifference score;     // for black; a game lost otherwise than on the board is lost 0:64
    DiscDifference on_board;  // black's discs less white's where the game ended
    Reason reason = Reason::finished;
    std::string explanation;        // of a game lost otherwise than on the board
    std::array<Effort, 2> efforts;  // by Color

    const Effort& effort(Color color) const { return efforts[static_cast<std::size_t>(color)]; }
};

// Plays one game from the end of `opening`, which must not be over. A forced pass is made without
// asking. Nothing if it was abandoned.
std::optional<PlayedGame> play_game(Player& black, Player& white, const GameRecord& opening,
                                    const ArbiterSettings& settings);

}  // namespace emilia::match
