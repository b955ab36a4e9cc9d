#include "history/greene/chooser.h"

#include <algorithm>

#include "board/rules.h"

namespace emilia::greene {

std::vector<Candidate> candidates(const Database& database, Position position) {
    const int phase = std::clamp(phase_of(position), kFirstPhase, kFirstPhase + kPhases - 1);
    const Feature decides = tie_breaker(phase);
    const Ratings before = ratings_of(position);
    std::vector<Candidate> found;
    std::vector<int> best;  // change in the deciding feature, by candidate
    for (const Square square : squares_of(legal_moves(position))) {
        const Ratings change = change_by(position, before, square);
        const int heuristic = heuristic_of(phase, change).index();
        std::size_t i = 0;
        while (i < found.size() && found[i].heuristic != heuristic) ++i;
        if (i == found.size()) {
            found.push_back(
                {.heuristic = heuristic, .measure = database.measure(heuristic), .square = square});
            best.push_back(change[decides]);
        } else if (change[decides] > best[i]) {
            best[i] = change[decides];
            found[i].square = square;
        }
        found[i].squares.push_back(square);
    }
    set_weights(found);
    return found;
}

void set_weights(std::vector<Candidate>& candidates) {
    std::int64_t least = 1;
    for (const Candidate& one : candidates) least = std::min(least, one.measure);
    for (Candidate& one : candidates) one.weight = one.measure + (1 - least);
}

const Candidate& choose_by_chance(const std::vector<Candidate>& candidates, Random& random) {
    std::int64_t sum = 0;
    for (const Candidate& one : candidates) sum += one.weight;
    auto at = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(sum)));
    std::size_t i = 0;
    while (at >= candidates[i].weight) at -= candidates[i++].weight;
    return candidates[i];
}

const Candidate& choose_best(const std::vector<Candidate>& candidates) {
    return *std::max_element(
        candidates.begin(), candidates.end(),
        [](const Candidate& a, const Candidate& b) { return a.measure < b.measure; });
}

int opening_weight(Square square) {
    const int column = std::min(column_of(square), 7 - column_of(square));
    const int row = std::min(row_of(square), 7 - row_of(square));
    const int far = std::max(column, row);
    const int near = std::min(column, row);
    if (far == 0) return 10;                 // a corner
    if (near == 0) return far == 1 ? 1 : 8;  // an edge; beside a corner
    if (near == 2) return far == 2 ? 6 : 4;  // the sixteen middle squares, and their corners
    return far == 1 ? 0 : 2;                 // the line beside the edge; the x-squares
}

Bitboard opening_choices(Position position) {
    Bitboard best = 0;
    int most = -1;
    for (const Square square : squares_of(legal_moves(position))) {
        const int weight = opening_weight(square);
        if (weight > most) {
            most = weight;
            best = 0;
        }
        if (weight == most) best |= bit(square);
    }
    return best;
}

Square any_of(Bitboard squares, Random& random) {
    for (auto skip = random.below(static_cast<std::uint64_t>(popcount(squares))); skip > 0;
         --skip) {
        squares = without_lowest_bit(squares);
    }
    return square_at(lowest_bit(squares));
}

}  // namespace emilia::greene
