#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "game/record.h"

namespace emilia {

// Mean and spread of numbers that come one by one (Welford's method: no sum of squares that loses
// its digits).
class Summary {
  public:
    void add(double value);

    std::size_t count() const { return count_; }
    // These four are 0 where there are too few numbers.
    double mean() const { return mean_; }
    double standard_deviation() const;  // of the sample, with n - 1
    double least() const { return least_; }
    double greatest() const { return greatest_; }

  private:
    std::size_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
    double least_ = 0;
    double greatest_ = 0;
};

// How the games of a set go: how many moves there are to choose from, how they end and by how much.
// Games that are not finished count for what they have: their moves and the result they state (who
// won without a margin counts as won, with no margin).
class GameStatistics {
  public:
    static constexpr int kMoves = 60;

    // Won, lost and drawn, by black.
    struct Score {
        std::size_t black_wins = 0;
        std::size_t draws = 0;
        std::size_t white_wins = 0;
        std::size_t unknown = 0;

        std::size_t known() const { return black_wins + draws + white_wins; }
        std::size_t games() const { return known() + unknown; }
        void add(const GameRecord& game);
    };

    void add(const GameRecord& game);

    std::size_t games() const { return score_.games(); }
    // Of the games with a date.
    std::optional<int> first_year() const { return first_year_; }
    std::optional<int> last_year() const { return last_year_; }
    const Score& score() const { return score_; }

    // Differences of discs between winner and loser, draws left out, as results state them
    // (tournaments give the winner the empty squares); all, and by who won.
    const Summary& margins() const { return margins_; }
    const Summary& margins_of(Color winner) const { return by_winner_[index(winner)]; }
    // How many games ended with each difference, 0 (draws) to 64.
    const std::array<std::size_t, 65>& margin_counts() const { return margin_counts_; }
    // The same difference counting only discs on the board; finished games alone.
    const Summary& disc_margins() const { return disc_margins_; }
    const Summary& disc_margins_of(Color winner) const { return discs_by_winner_[index(winner)]; }

    // Games in which neither can move any more.
    std::size_t finished() const { return finished_; }
    // Finished games by the number of discs put down, 0 to 60.
    const std::array<std::size_t, kMoves + 1>& lengths() const { return lengths_; }
    // Of those with empty squares left: in how many one player has no disc, and the squares left in
    // the others.
    std::size_t wipe_outs() const { return wipe_outs_; }
    const Summary& squares_left() const { return squares_left_; }

    std::size_t passes() const { return passes_; }
    std::size_t games_with_passes() const { return games_with_passes_; }

    // Legal moves of the player who makes move 1 .. 60; passes are no moves. Where a game began
    // from another position the number of a move follows from the discs on the board.
    const Summary& choices(int move) const { return choices_[static_cast<std::size_t>(move)]; }
    // The same for two adjacent moves, mostly one of each player: pair 1 is moves 1 and 2. The mean
    // of their means, where there are games with both.
    bool has_pair(int pair) const {
        return choices(2 * pair - 1).count() > 0 && choices(2 * pair).count() > 0;
    }
    double choices_of_pair(int pair) const;

    // By name; games whose opening has none under "".
    const std::map<std::string, Score>& openings() const { return openings_; }

  private:
    static std::size_t index(Color color) { return static_cast<std::size_t>(color); }
    void add_end(const Diagram& last, std::size_t passes);

    Score score_;
    std::optional<int> first_year_;
    std::optional<int> last_year_;
    Summary margins_;
    std::array<Summary, 2> by_winner_;
    std::array<std::size_t, 65> margin_counts_{};
    Summary disc_margins_;
    std::array<Summary, 2> discs_by_winner_;
    std::size_t finished_ = 0;
    std::array<std::size_t, kMoves + 1> lengths_{};
    std::size_t wipe_outs_ = 0;
    Summary squares_left_;
    std::size_t passes_ = 0;
    std::size_t games_with_passes_ = 0;
    std::array<Summary, kMoves + 1> choices_;
    std::map<std::string, Score> openings_;
};

}  // namespace emilia
