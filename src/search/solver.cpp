#include "search/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "board/rules.h"

namespace emilia {

namespace {

constexpr int kMost = 64;

// With fewer empty squares guessing takes longer than it saves.
constexpr int kGuessEmpties = 14;
// From so many on it is worth while to guess by looking to the end, by confidence.
constexpr int kNever = 65;
constexpr std::array<int, kSelectivities.size()> kGuessToTheEnd = {18, 22, 28, 28, kNever, kNever};

// As much of the table as a problem can fill, and a good deal more: the rest is only further away.
std::size_t room_for(Position position) {
    constexpr std::size_t kLeast = std::size_t{2} << 20;  // bytes
    constexpr int kSmallEmpties = 22;                     // twice as much for each more
    return kLeast << std::max(0, position.empties() - kSmallEmpties);
}

Draft to_the_end(Position position, Selectivity selectivity) {
    return {position.empties(), selectivity};
}

}  // namespace

Result<Done> check_solvable(Position position) {
    if (const Bitboard both = position.own & position.opponent; both != 0) {
        return Error{fmt::format("there are two discs on {}", list_squares(both))};
    }
    constexpr Bitboard centre =
        bit(Square::d4) | bit(Square::e4) | bit(Square::d5) | bit(Square::e5);
    if (const Bitboard missing = position.empty() & centre; missing != 0) {
        return Error{
            fmt::format("nothing stands on {}: the four squares in the centre are never "
                        "empty in a game",
                        list_squares(missing))};
    }
    return Done{};
}

struct Solver::State {
    explicit State(const SolverOptions& options)
        : searcher({options.threads, options.table_bytes, options.weights}),
          selectivity(options.selectivity) {}

    void begin(Position position, const SearchLimits& limits);
    void end(Solution& solution) const;

    // Narrows the bounds until they answer the question or the search is stopped.
    void narrow(Position position, SearchWindow window, int guess, Bounds& bounds,
                const std::function<void()>& progress);
    // Roughly what the value will be, by searches that are ever deeper and leave out ever less;
    // their best moves are remembered.
    int guess(Position position);
    // A move whose value is at least `least`, which is known to exist; none if stopped.
    std::optional<Square> proving_move(Position position, int least);
    // What follows, as far as the table knows.
    void append_likely(Position position, std::vector<Move>& line) const {
        for (const Move move : searcher.likely_line(position, 64)) line.push_back(move);
    }
    // What follows if both play best.
    void follow(Position position, int value, std::vector<Move>& line);

    Solution solution_of(Position position, const Bounds& bounds, SearchWindow window);

    Searcher searcher;
    Selectivity selectivity;
};

void Solver::State::begin(Position position, const SearchLimits& limits) {
    searcher.forget(room_for(position));
    searcher.begin(limits);
}

void Solver::State::end(Solution& solution) const {
    solution.nodes = searcher.nodes();
    solution.seconds = searcher.seconds();
}

void Solver::State::narrow(Position position, SearchWindow window, int guess, Bounds& bounds,
                           const std::function<void()>& progress) {
    if (is_over(position)) {
        bounds.lower = bounds.upper = final_score(position).value();
        return;
    }
    if (legal_moves(position) == 0) {
        Bounds passed = -bounds;
        narrow(position.passed(), -window, -guess, passed, [&] {
            bounds = -passed;
            if (progress) progress();
        });
        bounds = -passed;
        return;
    }
    Searcher::Found found{bounds, std::nullopt};
    searcher.search(position, legal_moves(position), to_the_end(position, selectivity), window,
                    guess, found, [&] {
                        bounds = found.bounds;
                        if (progress) progress();
                    });
    bounds = found.bounds;
}

int Solver::State::guess(Position position) {
    if (position.empties() < kGuessEmpties || is_over(position)) return 0;
    if (legal_moves(position) == 0) return -guess(position.passed());
    int value = static_cast<int>(searcher.evaluate(position));
    const auto look = [&](Draft draft) {
        Searcher::Found found;
        if (!searcher.search(position, legal_moves(position), draft, {}, value, found)) {
            return false;
        }
        value = found.bounds.lower;
        return true;
    };
    constexpr int kFirstDepth = 4;
    constexpr int kStep = 2;
    constexpr int kLastEmpties = 8;  // not looked at by the last of the searches ahead
    for (int depth = kFirstDepth; depth <= position.empties() - kLastEmpties; depth += kStep) {
        if (!look({depth, Selectivity::p73})) return value;
    }
    for (const Selectivity step : kSelectivities) {
        const auto from = static_cast<std::size_t>(step);
        if (step >= selectivity || position.empties() < kGuessToTheEnd[from]) break;
        if (!look(to_the_end(position, step))) return value;
    }
    return value;
}

std::optional<Square> Solver::State::proving_move(Position position, int least) {
    const std::vector<Square> moves = searcher.likely_moves(position);
    for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
        const Position after = play(position, moves[i]);
        const auto value = searcher.test(after, -least, to_the_end(after, selectivity));
        if (!value) return std::nullopt;
        if (*value <= -least) return moves[i];
    }
    return moves.back();
}

void Solver::State::follow(Position position, int value, std::vector<Move>& line) {
    while (!is_over(position)) {
        if (legal_moves(position) == 0) {
            line.push_back(Move::pass());
            position = position.passed();
        } else {
            const auto square = proving_move(position, value);
            if (!square) return;
            line.push_back(*square);
            position = play(position, *square);
        }
        value = -value;
    }
}

Solution Solver::State::solution_of(Position position, const Bounds& bounds, SearchWindow window) {
    Solution solution;
    solution.lower = DiscDifference(bounds.lower);
    solution.upper = DiscDifference(bounds.upper);
    solution.finished = bounds.answers(window);
    if (bounds.exact()) {
        follow(position, bounds.lower, solution.line);
    } else if (!is_over(position) && bounds.lower > -kMost && legal_moves(position) != 0) {
        if (const auto square = proving_move(position, bounds.lower)) {
            solution.line.push_back(*square);
            append_likely(play(position, *square), solution.line);
        }
    } else {
        append_likely(position, solution.line);
    }
    // Stopped early or with nothing proved: some move is better than none.
    if (solution.line.empty() && !is_over(position)) {
        solution.line.push_back(legal_moves(position) == 0
                                    ? Move::pass()
                                    : Move(searcher.likely_moves(position).front()));
    }
    if (!solution.line.empty()) solution.move = solution.line.front();
    return solution;
}

Solver::Solver(const SolverOptions& options) : state_(std::make_unique<State>(options)) {}

Solver::~Solver() = default;

std::uint64_t Solver::nodes_so_far() const {
    return state_->searcher.nodes_so_far();
}

std::size_t Solver::table_bytes() const {
    return state_->searcher.table_bytes();
}

Solution Solver::solve(Position position, SearchWindow window, const SearchLimits& limits,
                       const Progress& progress) {
    assert((position.own & position.opponent) == 0 && window.alpha < window.beta);
    state_->begin(position, limits);
    Bounds bounds;
    const auto tell = [&] {
        Solution so_far;
        so_far.lower = DiscDifference(bounds.lower);
        so_far.upper = DiscDifference(bounds.upper);
        state_->end(so_far);
        progress(so_far);
    };
    state_->narrow(position, window, state_->guess(position), bounds,
                   progress ? std::function<void()>(tell) : std::function<void()>());
    Solution solution = state_->solution_of(position, bounds, window);
    state_->end(solution);
    return solution;
}

std::vector<MoveSolution> Solver::solve_moves(
    Position position, SearchWindow window, const SearchLimits& limits,
    const std::function<void(const MoveSolution&)>& done) {
    assert((position.own & position.opponent) == 0 && window.alpha < window.beta);
    state_->begin(position, limits);
    std::vector<MoveSolution> all;
    std::uint64_t nodes_before = 0;
    double seconds_before = 0;
    int guess = 0;
    for (const Square square : squares_of(legal_moves(position))) {
        const Position after = play(position, square);
        Bounds bounds;
        state_->narrow(after, -window, guess, bounds, {});
        MoveSolution one{square, state_->solution_of(after, bounds, -window)};
        Solution& solution = one.solution;
        solution.lower = DiscDifference(-bounds.upper);
        solution.upper = DiscDifference(-bounds.lower);
        solution.line.insert(solution.line.begin(), square);
        solution.move = square;
        state_->end(solution);
        solution.nodes -= std::exchange(nodes_before, solution.nodes);
        solution.seconds -= std::exchange(seconds_before, solution.seconds);
        if (bounds.exact()) guess = bounds.lower;
        if (done) done(one);
        all.push_back(std::move(one));
    }
    std::stable_sort(all.begin(), all.end(), [](const MoveSolution& a, const MoveSolution& b) {
        return std::pair(a.solution.lower, a.solution.upper) >
               std::pair(b.solution.lower, b.solution.upper);
    });
    return all;
}

}  // namespace emilia
