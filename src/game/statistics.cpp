#include "game/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "board/rules.h"
#include "game/openings.h"

namespace emilia {

namespace {

constexpr int kStartDiscs = 4;

}  // namespace

void Summary::add(double value) {
    least_ = count_ == 0 ? value : std::min(least_, value);
    greatest_ = count_ == 0 ? value : std::max(greatest_, value);
    ++count_;
    const double distance = value - mean_;
    mean_ += distance / static_cast<double>(count_);
    squares_ += distance * (value - mean_);
}

double Summary::standard_deviation() const {
    return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

void GameStatistics::Score::add(const GameRecord& game) {
    if (!game.result && game.winner) {
        ++(*game.winner == Color::black ? black_wins : white_wins);
    } else if (!game.result) {
        ++unknown;
    } else if (game.result->value() == 0) {
        ++draws;
    } else {
        ++(game.result->value() > 0 ? black_wins : white_wins);
    }
}

void GameStatistics::add(const GameRecord& game) {
    score_.add(game);
    if (const auto year = game.year()) {
        first_year_ = std::min(first_year_.value_or(*year), *year);
        last_year_ = std::max(last_year_.value_or(*year), *year);
    }
    if (game.result) {
        const int result = std::clamp(game.result->value(), -64, 64);
        ++margin_counts_[static_cast<std::size_t>(std::abs(result))];
        if (result != 0) {
            margins_.add(std::abs(result));
            by_winner_[index(result > 0 ? Color::black : Color::white)].add(std::abs(result));
        }
    }
    const auto opening = opening_of(game);
    openings_[opening ? std::string(opening->name) : ""].add(game);

    Diagram diagram = game.start;
    std::size_t passes = 0;
    for (const PlayedMove& move : game.moves) {
        if (move.move.is_pass()) {
            ++passes;
        } else {
            const int number = popcount(diagram.position.occupied()) - kStartDiscs + 1;
            if (number >= 1 && number <= kMoves) {
                choices_[static_cast<std::size_t>(number)].add(
                    popcount(legal_moves(diagram.position)));
            }
        }
        diagram = play(diagram, move.move);
    }
    add_end(diagram, passes);
}

void GameStatistics::add_end(const Diagram& last, std::size_t passes) {
    passes_ += passes;
    games_with_passes_ += passes > 0;
    if (!is_over(last.position)) return;
    ++finished_;
    const int black = popcount(last.black());
    const int white = popcount(last.white());
    const int put_down = std::clamp(black + white - kStartDiscs, 0, kMoves);
    ++lengths_[static_cast<std::size_t>(put_down)];
    if (black != white) {
        const int margin = std::abs(black - white);
        disc_margins_.add(margin);
        discs_by_winner_[index(black > white ? Color::black : Color::white)].add(margin);
    }
    if (black + white == kSquares) return;
    if (black == 0 || white == 0) {
        ++wipe_outs_;
    } else {
        squares_left_.add(kSquares - black - white);
    }
}

double GameStatistics::choices_of_pair(int pair) const {
    return (choices(2 * pair - 1).mean() + choices(2 * pair).mean()) / 2;
}

}  // namespace emilia
