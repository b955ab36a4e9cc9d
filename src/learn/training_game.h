#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "board/position.h"
#include "util/result.h"

namespace emilia::learn {

// Stands where nothing was searched because the move was a random one.
inline constexpr std::int8_t kNoValue = -128;

// A whole game from the usual start, for training.
struct TrainingGame {
    std::vector<Square> moves;  // discs only; passes are where the rules force them
    // One for each move: what the player about to make it expected, in discs at the end.
    std::vector<std::int8_t> values;
    int random_plies = 0;  // so many moves at the beginning were chosen without thinking
    // With this many empty squares or fewer the values are exact and the play is perfect.
    int exact_from = 0;

    bool operator==(const TrainingGame&) const = default;
};

// The positions before each move of a game, and the one at its end.
class Replay {
  public:
    Replay() { settle(); }

    // With a legal move for the player to move, unless the game is over.
    Position position() const { return position_; }
    Bitboard legal() const { return legal_; }
    bool over() const { return legal_ == 0; }
    bool black_to_move() const { return black_to_move_; }
    // The last move was followed by a forced pass.
    bool passed() const { return passed_; }

    void play(Square legal_square);

  private:
    void settle();

    Position position_ = Position::initial();
    Bitboard legal_ = 0;
    bool black_to_move_ = true;
    bool passed_ = false;
};

// That its moves are legal and lead to the end, its values are possible ones and the numbers fit.
Result<Done> check(const TrainingGame& game);

// Discs of black less white's at the end of a game that check() accepts; empty squares count for
// the winner.
int black_result(const TrainingGame& game);

}  // namespace emilia::learn
