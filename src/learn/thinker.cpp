#include "learn/thinker.h"

#include <algorithm>
#include <cmath>

#include "board/rules.h"

namespace emilia::learn {

namespace {

// Games are short and searches shallow: what does not fit into a processor's cache only costs time.
constexpr std::size_t kTableBytes = std::size_t{2} << 20;

}  // namespace

Thinker::Thinker(std::shared_ptr<const Weights> weights, std::function<bool()> stopped)
    : searcher_({1, kTableBytes, std::move(weights)}) {
    limits_.stopped = std::move(stopped);
}

std::optional<Thinker::Thought> Thinker::search(Position position, int depth, int guess) {
    Searcher::Found found;
    searcher_.begin(limits_);
    const Draft draft{std::min(depth, position.empties()), Selectivity::none};
    const int from = std::clamp(guess, -63, 63);
    if (!searcher_.search(position, legal_moves(position), draft, {}, from, found)) {
        return std::nullopt;
    }
    return Thought{*found.move, found.bounds.lower};
}

std::optional<Thinker::Thought> Thinker::think(Position position, int depth) {
    int guess = static_cast<int>(std::clamp(std::lround(evaluate(position)), -64L, 64L));
    // Deeper and deeper: each search orders the moves of the next.
    for (int d = 2 - depth % 2; d < depth; d += 2) {
        const auto shallow = search(position, d, guess);
        if (!shallow) return std::nullopt;
        guess = shallow->value;
    }
    return search(position, depth, guess);
}

std::optional<Thinker::Thought> Thinker::solve(Position position, int guess) {
    return search(position, position.empties(), guess);
}

std::optional<std::vector<Square>> Thinker::nearly_as_good(Position position, int depth,
                                                           const Thought& best, int less) {
    std::vector<Square> moves;
    for (const Square square : squares_of(legal_moves(position))) {
        const Position after = play(position, square);
        if (square == best.move || is_over(after)) {
            const bool good =
                square == best.move || -final_score(after).value() >= best.value - less;
            if (good) moves.push_back(square);
            continue;
        }
        // Is the opponent's value so great that this move is no longer near the best?
        const int most = std::clamp(less - best.value, -64, 63);
        const auto reply = searcher_.test(after, most, {depth - 1, Selectivity::none});
        if (!reply) return std::nullopt;
        if (*reply <= most) moves.push_back(square);
    }
    return moves;
}

}  // namespace emilia::learn
