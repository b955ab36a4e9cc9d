#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace emilia::classic {

// Values are whole numbers in the unit of the evaluation, for the player to move. A finished game
// outranks every estimate: its value is the final score beyond kFinished, 0 for a draw. Evaluations
// stay below kFinished.
inline constexpr int kFinished = 1'000'000;
inline constexpr int kInfinity = 2 * kFinished;

constexpr int finished_value(int score) {
    return score > 0 ? kFinished + score : score < 0 ? score - kFinished : 0;
}
// The final score that finished_value() was made from, if `value` is one of a won or lost game.
constexpr std::optional<int> score_of_finished(int value) {
    if (value > kFinished) return value - kFinished;
    if (value < -kFinished) return value + kFinished;
    return std::nullopt;
}

// What is asked: the value if it lies strictly between the two, else a bound on its side.
struct Window {
    int alpha = -kInfinity;
    int beta = kInfinity;
};

// What a search did.
struct SearchCounts {
    std::uint64_t nodes = 0;       // positions entered, the first one among them
    std::uint64_t leaves = 0;      // nodes with no search below them
    std::uint64_t finished = 0;    // leaves where the game is over
    std::uint64_t cutoffs = 0;     // nodes where a move reached beta, so that the rest was left out
    std::uint64_t table_hits = 0;  // nodes that the table answered
    // Nodes with moves to search and their moves, by player: the one at the root, the other.
    std::array<std::uint64_t, 2> inner = {};
    std::array<std::uint64_t, 2> moves = {};

    SearchCounts& operator+=(const SearchCounts& more) {
        nodes += more.nodes;
        leaves += more.leaves;
        finished += more.finished;
        cutoffs += more.cutoffs;
        table_hits += more.table_hits;
        for (std::size_t player = 0; player < 2; ++player) {
            inner[player] += more.inner[player];
            moves[player] += more.moves[player];
        }
        return *this;
    }

    // Legal moves of a node, whether they were searched or not.
    double raw_branching() const {
        const auto all = static_cast<double>(inner[0] + inner[1]);
        return all == 0 ? 0 : static_cast<double>(moves[0] + moves[1]) / all;
    }
    // The branching factor of a tree without cutoffs that has as many leaves at this depth.
    double effective_branching(int depth) const {
        return depth < 1 ? 0 : std::pow(static_cast<double>(leaves), 1.0 / depth);
    }
};

// The fewest leaves that alpha-beta can do with (Knuth and Moore 1975), where every node has
// `branching` moves.
inline double minimal_leaves(double branching, int depth) {
    return std::pow(branching, (depth + 1) / 2) + std::pow(branching, depth / 2) - 1;
}

template <typename Move>
struct SearchResult {
    int value = 0;
    std::vector<Move> line;  // best play for both sides, passes included; see SearchTree::search()
    SearchCounts counts;
};

}  // namespace emilia::classic
