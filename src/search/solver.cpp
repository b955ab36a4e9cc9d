#include "search/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "board/rules.h"
#include "search/endgame_kernel.h"
#include "search/table_access.h"
#include "search/thread_team.h"

namespace emilia {

namespace {

constexpr int kMost = 64;

// With fewer empty squares guessing takes longer than it saves.
constexpr int kGuessEmpties = 16;

// What is proved of a value.
struct Bounds {
    int lower = -kMost;
    int upper = kMost;

    bool exact() const { return lower == upper; }
    bool answers(SolveWindow window) const {
        return exact() || lower >= window.beta || upper <= window.alpha;
    }
    Bounds operator-() const { return {-upper, -lower}; }
};

SolveWindow operator-(SolveWindow window) {
    return {-window.beta, -window.alpha};
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
        : kernel(endgame_kernel(active_isa())), table(options.table_bytes) {
        if (options.threads > 1) {
            team = std::make_unique<ThreadTeam>(options.threads - 1, kernel.work);
            self.team = team.get();
        }
    }

    void begin(const SolveLimits& limits);
    void end(Solution& solution) const;
    std::uint64_t nodes() const { return self.nodes + (team ? team->nodes() : 0); }

    // Narrows the bounds until they answer the question or the search is stopped.
    void narrow(Position position, SolveWindow window, int guess, Bounds& bounds,
                const std::function<void()>& progress);
    // Roughly what the value will be, by ever less narrow searches; their best moves are
    // remembered.
    int guess(Position position);
    // Moves in the order in which they are likely to be good.
    std::vector<Square> likely_moves(Position position) const;
    // A move whose value is at least `least`, which is known to exist; none if stopped.
    std::optional<Square> proving_move(Position position, int least);
    // What follows if both play best and the value is known; or as far as the table knows.
    void follow(Position position, std::optional<int> value, std::vector<Move>& line);

    Solution solution_of(Position position, const Bounds& bounds, SolveWindow window);

    const EndgameKernel& kernel;
    TranspositionTable table;
    SearchControl control;
    SearchThread self;
    std::unique_ptr<ThreadTeam> team;
    SearchControl::Clock::time_point start;
};

void Solver::State::begin(const SolveLimits& limits) {
    start = SearchControl::Clock::now();
    control.stop = false;
    control.nodes = 0;
    control.most_nodes = limits.nodes;
    control.stopped = limits.stopped;
    control.deadline.reset();
    if (limits.seconds) {
        control.deadline = start + std::chrono::duration_cast<SearchControl::Clock::duration>(
                                       std::chrono::duration<double>(*limits.seconds));
    }
    table.forget();
    self.prepare(table, control);
    if (team) team->prepare(table, control);
}

void Solver::State::end(Solution& solution) const {
    solution.nodes = nodes();
    solution.seconds = std::chrono::duration<double>(SearchControl::Clock::now() - start).count();
}

void Solver::State::narrow(Position position, SolveWindow window, int guess, Bounds& bounds,
                           const std::function<void()>& progress) {
    // All values are even, so each test is made between two of them. Every test brings the bounds
    // closer; those of a narrow search, which may look at other moves the next time, can even pass
    // each other.
    int at = guess - 1;
    while (bounds.lower < bounds.upper && !bounds.answers(window)) {
        at = std::clamp(at, std::max(bounds.lower, window.alpha),
                        std::min(bounds.upper, window.beta) - 1);
        const int value = kernel.test(self, position, at);
        if (self.cancelled) return;
        if (value > at) {
            bounds.lower = value;
            at = value + 1;
        } else {
            bounds.upper = value;
            at = value - 1;
        }
        if (progress) progress();
    }
}

int Solver::State::guess(Position position) {
    int value = 0;
    if (position.empties() < kGuessEmpties) return value;
    for (const int width : kNarrowWidths) {
        Bounds bounds;
        self.width = width;
        narrow(position, {}, value, bounds, {});
        if (self.cancelled) break;
        value = bounds.lower;
    }
    self.width = kAllMoves;
    return value;
}

std::vector<Square> Solver::State::likely_moves(Position position) const {
    Bitboard moves = legal_moves(position);
    std::vector<Square> list;
    const auto add_known = [&](int width) {
        const std::uint64_t salt = salt_of(position.empties(), width);
        const auto known = EMILIA_ISA::look_up(table, position.own, position.opponent, salt);
        for (const std::uint8_t move : known.entry.moves) {
            if (move == TableEntry::kNoMove || (moves >> move & 1) == 0) continue;
            list.push_back(square_at(move));
            moves ^= bit(list.back());
        }
    };
    add_known(kAllMoves);
    for (auto width = std::rbegin(kNarrowWidths); width != std::rend(kNarrowWidths); ++width) {
        add_known(*width);
    }
    for (const Square square : squares_of(moves)) list.push_back(square);
    return list;
}

std::optional<Square> Solver::State::proving_move(Position position, int least) {
    const std::vector<Square> moves = likely_moves(position);
    for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
        const int value = kernel.test(self, play(position, moves[i]), -least);
        if (self.cancelled) return std::nullopt;
        if (value <= -least) return moves[i];
    }
    return moves.back();
}

void Solver::State::follow(Position position, std::optional<int> value, std::vector<Move>& line) {
    while (!is_over(position)) {
        if (legal_moves(position) == 0) {
            line.push_back(Move::pass());
            position = position.passed();
        } else {
            std::optional<Square> square;
            if (value) {
                square = proving_move(position, *value);
            } else if (EMILIA_ISA::look_up(table, position.own, position.opponent, 0).found()) {
                square = likely_moves(position).front();
            }
            if (!square) return;
            line.push_back(*square);
            position = play(position, *square);
        }
        if (value) value = -*value;
    }
}

Solution Solver::State::solution_of(Position position, const Bounds& bounds, SolveWindow window) {
    Solution solution;
    solution.lower = DiscDifference(bounds.lower);
    solution.upper = DiscDifference(bounds.upper);
    solution.finished = bounds.answers(window);
    if (bounds.exact()) {
        follow(position, bounds.lower, solution.line);
    } else if (!is_over(position) && bounds.lower > -kMost && legal_moves(position) != 0) {
        if (const auto square = proving_move(position, bounds.lower)) {
            solution.line.push_back(*square);
            follow(play(position, *square), std::nullopt, solution.line);
        }
    } else {
        follow(position, std::nullopt, solution.line);
    }
    // Stopped early or with nothing proved: some move is better than none.
    if (solution.line.empty() && !is_over(position)) {
        solution.line.push_back(legal_moves(position) == 0 ? Move::pass()
                                                           : Move(likely_moves(position).front()));
    }
    if (!solution.line.empty()) solution.move = solution.line.front();
    return solution;
}

Solver::Solver(const SolverOptions& options) : state_(std::make_unique<State>(options)) {}

Solver::~Solver() = default;

std::uint64_t Solver::nodes_so_far() const {
    return state_->control.nodes.load(std::memory_order_relaxed);
}

std::size_t Solver::table_bytes() const {
    return state_->table.bytes();
}

Solution Solver::solve(Position position, SolveWindow window, const SolveLimits& limits,
                       const Progress& progress) {
    assert((position.own & position.opponent) == 0 && window.alpha < window.beta);
    state_->begin(limits);
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
    Position position, SolveWindow window, const SolveLimits& limits,
    const std::function<void(const MoveSolution&)>& done) {
    assert((position.own & position.opponent) == 0 && window.alpha < window.beta);
    state_->begin(limits);
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
