#include "learn/cuda/reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/random_positions.h"
#include "board/rules.h"
#include "eval/eval_kernel.h"
#include "search/solver.h"

namespace emilia::learn {

namespace {

int pattern_value_of(const Weights& weights, Position position) {
    const EvalKernel& kernel = eval_kernel(Isa::portable);
    Features features;
    kernel.features_of(position, features);
    return kernel.value(position, features, weights.stage(stage_of(position.empties())));
}

int solved(Position position) {
    static Solver solver;
    return solver.solve(position).lower.value();
}

// After a move of the player to move, for him.
template <typename Value>
int value_after(Position position, int square, const Value& value) {
    return -value(play(position, square_at(square)));
}

}  // namespace

Weights random_weights(Random& random) {
    const auto count = static_cast<std::size_t>(class_layout().count);
    std::vector<std::vector<std::int16_t>> by_class(kStages, std::vector<std::int16_t>(count));
    for (auto& classes : by_class) {
        for (auto& weight : classes) weight = static_cast<std::int16_t>(random.below(200)) - 100;
    }
    return Weights(std::move(by_class));
}

std::vector<Probe> random_probes(Random& random, std::size_t count, int most_depth,
                                 int most_exact) {
    std::vector<Probe> probes;
    while (probes.size() < count) {
        const bool exact = probes.size() % 2 == 0;
        const auto empties =
            exact ? random.below(static_cast<unsigned>(most_exact) + 1) : 1 + random.below(59);
        const Position position = random_position_from_play(random, 60 - static_cast<int>(empties));
        if (is_over(position)) continue;
        Probe probe{};
        probe.own = position.own;
        probe.opponent = position.opponent;
        probe.depth = 1 + static_cast<int>(random.below(static_cast<unsigned>(most_depth)));
        probe.exact = position.empties() <= most_exact;
        probes.push_back(probe);
    }
    return probes;
}

int plain_search(const Weights& weights, Position position, int depth, int alpha, int beta) {
    if (is_over(position)) return final_score(position).value() * kUnitsOfADisc;
    const Bitboard moves = legal_moves(position);
    if (moves == 0) return -plain_search(weights, position.passed(), depth, -beta, -alpha);
    if (depth == 0) {
        constexpr int kMost = 62 * kUnitsOfADisc;
        return std::clamp(pattern_value_of(weights, position), -kMost, kMost);
    }
    int best = -kInfinite;
    for (const Square square : squares_of(moves)) {
        best = std::max(best, -plain_search(weights, play(position, square), depth - 1, -beta,
                                            -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

std::optional<std::string> mistake(const Weights& weights, const Probe& probe) {
    const Position position{probe.own, probe.opponent};
    const auto complaint = [&](std::string_view what, auto got, auto expected) {
        return fmt::format("own {:016x}, opponent {:016x}, {} empty: {} is {}, not {}",
                           position.own, position.opponent, position.empties(), what, got,
                           expected);
    };
    if (probe.legal != legal_moves(position)) {
        return complaint("the set of legal moves", probe.legal, legal_moves(position));
    }
    for (int square = 0; square < kSquares; ++square) {
        const Bitboard flipped = flips(position, square_at(square));
        if (probe.flipped[square] != flipped) {
            return complaint(fmt::format("what {} turns over", to_string(square_at(square))),
                             probe.flipped[square], flipped);
        }
    }
    if (probe.evaluation != pattern_value_of(weights, position)) {
        return complaint("the evaluation", probe.evaluation, pattern_value_of(weights, position));
    }
    const auto search = [&](Position at, int depth) {
        return plain_search(weights, at, depth, -kInfinite, kInfinite);
    };
    const int searched = search(position, probe.depth);
    if (probe.searched != searched) {
        return complaint(fmt::format("the value at depth {}", probe.depth), probe.searched,
                         searched);
    }
    // The move is the one of who has one.
    const bool passes = legal_moves(position) == 0;
    const Position mover = passes ? position.passed() : position;
    const int for_mover = passes ? -searched : searched;
    if (probe.searched_square >= kSquares ||
        (legal_moves(mover) & bit(square_at(probe.searched_square))) == 0) {
        return complaint("the move", probe.searched_square, "a legal one");
    }
    const int after_move = value_after(mover, probe.searched_square,
                                       [&](Position at) { return search(at, probe.depth - 1); });
    if (after_move != for_mover) return complaint("the move's value", after_move, for_mover);

    if (!probe.exact) return {};
    const int exact = solved(position);
    if (probe.exact_value != exact) return complaint("the exact value", probe.exact_value, exact);
    if (passes) return {};
    if (probe.exact_square >= kSquares ||
        (legal_moves(position) & bit(square_at(probe.exact_square))) == 0) {
        return complaint("the perfect move", probe.exact_square, "a legal one");
    }
    const int kept = value_after(position, probe.exact_square, solved);
    if (kept != exact) return complaint("the perfect move's value", kept, exact);
    return {};
}

}  // namespace emilia::learn
