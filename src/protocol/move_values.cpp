#include "protocol/move_values.h"

#include <algorithm>

#include "board/rules.h"

namespace emilia {

namespace {

bool stopped(const Limits& limits) {
    return limits.stopped && limits.stopped();
}

Value final_value(DiscDifference score) {
    return {static_cast<double>(score.value()), Value::Unit::final_score};
}

Valued valued(const Solution& solution) {
    return {solution.line, final_value(solution.lower), 0};
}

}  // namespace

MoveValues::~MoveValues() = default;

bool MoveValues::is_solved(Position position) const {
    return position.empties() <= solved_empties_ && check_solvable(position).ok();
}

Solver& MoveValues::solver() {
    if (!solver_) solver_ = std::make_unique<Solver>(SolverOptions{1, std::size_t{16} << 20});
    return *solver_;
}

SearchLimits MoveValues::solve_limits(const Limits& limits) const {
    SearchLimits result;
    result.stopped = limits.stopped;
    return result;
}

Result<std::vector<Valued>> MoveValues::of_moves(const GameRecord& game, const Limits& limits,
                                                 int most,
                                                 const std::function<void(const Valued&)>& found) {
    const Position position = game.final_diagram().position;
    if (!is_solved(position) && player_.values_moves()) {
        auto valued = player_.value_moves(
            game, limits, most,
            [&](const ValuedMoves& so_far, std::size_t newest) { found(so_far.moves[newest]); });
        if (!valued) return valued.error();
        nodes_ += valued->nodes;
        return std::move(valued->moves);
    }
    std::vector<Valued> all;
    const auto rank_of = [&](const Value& value) {
        const bool is_draw = value.unit == Value::Unit::final_score && value.amount == 0;
        return is_draw ? limits.draw : value.amount;
    };
    std::vector<double> ranks;  // greatest first
    const auto add = [&](Valued move) {
        const double rank = rank_of(move.value);
        const auto place = std::upper_bound(ranks.begin(), ranks.end(), rank, std::greater<>());
        const bool is_among_best = place - ranks.begin() < most;
        ranks.insert(place, rank);
        if (is_among_best) found(move);
        all.push_back(std::move(move));
    };
    if (is_solved(position)) {
        solver().solve_moves(position, {}, solve_limits(limits), [&](const MoveSolution& move) {
            nodes_ += move.solution.nodes;
            if (move.solution.exact()) add(valued(move.solution));
        });
    } else {
        // A player that is asked after a move looks at one ply less.
        Limits after_a_move = limits;
        if (limits.depth) after_a_move.depth = std::max(1, *limits.depth - 1);
        for (const Square square : squares_of(legal_moves(position))) {
            GameRecord after = game;
            after.moves.push_back({square});
            const auto value = of_position(after, after_a_move);
            if (!value) return value.error();
            if (!*value) return std::vector<Valued>();
            Valued move = std::move(**value);
            move.value.amount = -move.value.amount;
            move.line.insert(move.line.begin(), square);
            ++move.depth;
            add(std::move(move));
        }
    }
    std::stable_sort(all.begin(), all.end(), [&](const Valued& a, const Valued& b) {
        return rank_of(a.value) > rank_of(b.value);
    });
    if (std::ssize(all) > most) all.resize(static_cast<std::size_t>(most));
    return all;
}

Result<std::optional<Valued>> MoveValues::of_position(const GameRecord& game,
                                                      const Limits& limits) {
    const Position position = game.final_diagram().position;
    if (is_over(position)) return std::optional(Valued{{}, final_value(final_score(position)), 0});
    if (stopped(limits)) return std::optional<Valued>();
    if (is_solved(position)) {
        const Solution solution = solver().solve(position, {}, solve_limits(limits));
        nodes_ += solution.nodes;
        if (!solution.exact()) return std::optional<Valued>();
        return std::optional(valued(solution));
    }
    GameRecord asked = game;
    const bool passes = must_pass(position);
    if (passes) asked.moves.push_back({Move::pass()});
    // What a position is worth does not depend on contempt.
    Limits plain = limits;
    plain.draw = 0;
    const auto choice = player_.choose(asked, plain);
    if (!choice) return choice.error();
    nodes_ += choice->nodes;
    if (!choice->value || stopped(limits)) return std::optional<Valued>();
    Valued result{choice->line, *choice->value, choice->depth};
    if (result.line.empty()) result.line.push_back(choice->move);
    if (passes) {
        result.value.amount = -result.value.amount;
        result.line.insert(result.line.begin(), Move::pass());
        ++result.depth;
    }
    return std::optional(std::move(result));
}

}  // namespace emilia
