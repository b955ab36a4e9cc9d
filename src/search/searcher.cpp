#include "search/searcher.h"

#include <algorithm>
#include <cassert>

#include "board/rules.h"
#include "search/search_kernel.h"
#include "search/table_access.h"
#include "search/thread_team.h"

namespace emilia {

namespace {

const ProbcutTable& probcut_table() {
    static const ProbcutTable table(default_probcut_model());
    return table;
}

}  // namespace

struct Searcher::State {
    explicit State(const SearcherOptions& options)
        : kernel(search_kernel(active_isa())),
          weights(options.weights),
          table(options.table_bytes) {
        if (options.threads > 1) {
            team = std::make_unique<ThreadTeam>(options.threads - 1, kernel.work);
            self.team = team.get();
        }
    }

    const SearchKernel& kernel;
    std::shared_ptr<const Weights> weights;
    TranspositionTable table;
    SearchControl control;
    SearchThread self;
    std::unique_ptr<ThreadTeam> team;
    SearchControl::Clock::time_point start;
};

Searcher::Searcher(const SearcherOptions& options) : state_(std::make_unique<State>(options)) {
    assert(options.weights != nullptr);
}

Searcher::~Searcher() = default;

void Searcher::forget(std::size_t room) {
    state_->table.forget(room);
    state_->self.nearby.forget();
    if (state_->team) state_->team->forget();
}

void Searcher::begin(const SearchLimits& limits) {
    SearchControl& control = state_->control;
    state_->start = SearchControl::Clock::now();
    control.stop = false;
    control.nodes = 0;
    control.most_nodes = limits.nodes;
    control.stopped = limits.stopped;
    control.deadline.reset();
    if (limits.seconds) {
        control.deadline =
            state_->start + std::chrono::duration_cast<SearchControl::Clock::duration>(
                                std::chrono::duration<double>(*limits.seconds));
    }
    state_->table.age();
    state_->self.prepare(state_->table, *state_->weights, probcut_table(), control);
    if (state_->team) {
        state_->team->prepare(state_->table, *state_->weights, probcut_table(), control);
    }
}

bool Searcher::search(Position position, Bitboard moves, Draft draft, SearchWindow window,
                      int guess, Found& found, const std::function<void()>& progress) {
    SearchThread& self = state_->self;
    self.selectivity = draft.selectivity;
    const bool to_the_end = draft.depth >= position.empties();
    const bool exact = to_the_end && draft.selectivity == Selectivity::none;
    Bounds& bounds = found.bounds;
    // Proofs are made of tests between two values, which are even; other values are looked for in
    // a window around the guess, which widens where it missed.
    constexpr int kNear = 3;
    int width = exact ? 0 : kNear;
    int alpha = exact ? (guess & ~1) - 1 : guess - width;
    int beta = exact ? alpha + 1 : guess + width;
    while (!bounds.answers(window)) {
        const int least = std::max(bounds.lower, window.alpha);
        const int most = std::min(bounds.upper, window.beta);
        if (exact) {
            alpha = std::clamp(alpha, least, most - 1);
            beta = alpha + 1;
        } else {
            alpha = std::clamp(alpha, least, most - 1);
            beta = std::clamp(beta, alpha + 1, most);
        }
        const RootAnswer answer =
            state_->kernel.root(self, {position, moves, draft.depth, alpha, beta});
        if (self.cancelled) {
            if (answer.value > alpha) {
                bounds.lower = std::max(bounds.lower, answer.value);
                found.move = square_at(answer.move);
            }
            return false;
        }
        const bool up = answer.value >= beta && answer.value < window.beta;
        if (answer.value > alpha) bounds.lower = std::max(bounds.lower, answer.value);
        if (answer.value < beta) bounds.upper = std::min(bounds.upper, answer.value);
        if (answer.value > alpha || !found.move) found.move = square_at(answer.move);
        if (progress) progress();
        width *= 2;
        if (exact) {
            alpha = up ? answer.value + 1 : answer.value - 1;
        } else if (up) {
            alpha = answer.value - 1;
            beta = answer.value + width;
        } else {
            alpha = answer.value - width;
            beta = answer.value + 1;
        }
    }
    return true;
}

std::optional<int> Searcher::test(Position position, int alpha, Draft draft) {
    state_->self.selectivity = draft.selectivity;
    const int value = state_->kernel.test(state_->self, position, alpha, draft.depth);
    if (state_->self.cancelled) return std::nullopt;
    return value;
}

double Searcher::evaluate(Position position) const {
    return static_cast<double>(state_->kernel.evaluate(*state_->weights, position)) / kUnitsOfADisc;
}

std::vector<Square> Searcher::likely_moves(Position position) const {
    Bitboard moves = legal_moves(position);
    std::vector<Square> list;
    const auto known = EMILIA_ISA::look_up(state_->table, position.own, position.opponent);
    for (const std::uint8_t move : known.entry.moves) {
        if (move == TableEntry::kNoMove || (moves >> move & 1) == 0) continue;
        list.push_back(square_at(move));
        moves ^= bit(list.back());
    }
    for (const Square square : squares_of(moves)) list.push_back(square);
    return list;
}

std::vector<Move> Searcher::likely_line(Position position, std::size_t most) const {
    std::vector<Move> line;
    while (line.size() < most && !is_over(position)) {
        if (legal_moves(position) == 0) {
            line.push_back(Move::pass());
            position = position.passed();
            continue;
        }
        if (!EMILIA_ISA::look_up(state_->table, position.own, position.opponent).found()) break;
        line.push_back(likely_moves(position).front());
        position = play(position, line.back().square());
    }
    return line;
}

bool Searcher::stopped() const {
    return state_->self.cancelled;
}

std::uint64_t Searcher::nodes() const {
    return state_->self.nodes + (state_->team ? state_->team->nodes() : 0);
}

double Searcher::seconds() const {
    return std::chrono::duration<double>(SearchControl::Clock::now() - state_->start).count();
}

std::uint64_t Searcher::nodes_so_far() const {
    return state_->control.nodes.load(std::memory_order_relaxed);
}

std::size_t Searcher::table_bytes() const {
    return state_->table.bytes();
}

}  // namespace emilia
