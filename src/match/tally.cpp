#include "match/tally.h"

namespace emilia::match {

double Tally::score() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + static_cast<double>(draws) / 2) /
           static_cast<double>(games());
}

void Tally::add(const Outcome& outcome) {
    const Color color = outcome.task.seats[0] == 0 ? Color::black : Color::white;
    const double points = outcome.points(color);
    const PlayedGame& played = outcome.played;
    const int score = color == Color::black ? played.score.value() : -played.score.value();
    ++(score > 0 ? wins : score == 0 ? draws : losses);
    for (const Color seat : {Color::black, Color::white}) {
        efforts[outcome.task.seats[static_cast<std::size_t>(seat)]] += played.effort(seat);
    }
    if (is_on_board(played.reason)) {
        discs.add(score);
    } else if (played.reason == Reason::resign) {
        ++resigned[score < 0 ? 0 : 1];
    } else {
        Forfeits& lost = forfeits[score < 0 ? 0 : 1];
        ++(played.reason == Reason::timeout   ? lost.timeout
           : played.reason == Reason::illegal ? lost.illegal
                                              : lost.failure);
    }
    const auto half = halves_.find(outcome.task.pair);
    if (half == halves_.end()) {
        halves_.emplace(outcome.task.pair, Half{points, score});
        return;
    }
    ++pairs[static_cast<std::size_t>(2 * (points + half->second.points))];
    const int both = score + half->second.score;
    ++synchro[both > 0 ? 0 : both == 0 ? 1 : 2];
    halves_.erase(half);
}

}  // namespace emilia::match
