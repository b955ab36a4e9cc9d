#include "search/search_kernel.h"

#include "eval/pattern_value.h"
#include "search/endgame_kernel.h"
#include "search/last_squares.h"
#include "search/most_possible.h"
#include "search/ordering.h"
#include "search/table_access.h"
#include "search/thread_team.h"

namespace emilia::EMILIA_ISA {

extern const EndgameKernel kEndgameKernel;

namespace {

// What a node does depends on how deep it is searched. The figures behind these are in
// docs/search-log.md.
// Up to so many empty squares the end of a game is left to the endgame search; where all began with
// kLargeEmpties or more, with one less.
constexpr int kSolveEmpties = 12;
constexpr int kLargeEmpties = 18;
constexpr int kPeekDepth = 4;  // from here on moves are first looked up for one that will do
// From these depths on moves are sorted by their evaluation, after no, one or two plies more; in
// searches to the end of the game from these numbers of empty squares, small ones and large ones.
constexpr int kLookDepths[] = {4, 10, 10};
constexpr int kLookEmpties[] = {14, 16, 20};
constexpr int kLargeLookEmpties[] = {12, 16, 22};
// What a disc is worth beside the 32 of a move that the opponent has less.
struct LookWeights {
    int evaluation;  // by itself
    int look;        // after plies more
};
constexpr LookWeights kMidgameWeights = {64, 96};
constexpr LookWeights kEndgameWeights = {8, 12};
// Among the values of plies more, those further below the best count alike.
constexpr int kSortWindow = 8;
// In searches to the end a position that is worth so many discs less than is asked for has no move
// that will do, and in which order they fail matters little: they are not evaluated. In others only
// the first so many by thumb are, where no plies more are looked at.
constexpr int kHopeless = 10;
constexpr int kMostEvaluated = 4;
constexpr int kNothingHopeless = -64;  // asks for so little that nothing is
constexpr int kKnownOrder = 1 << 28;   // of the moves that the table knows as best
constexpr int kAskDepth = 5;           // from here on it is asked whether to go on
constexpr int kSplitDepth = 7;         // ... other threads may help if one is idle
constexpr int kOpenDepth = 20;         // ... or as soon as one is
constexpr int kMostProbcuts = 2;       // shallow searches within shallow searches

// An estimate claims no more than this.
constexpr int kMostEstimate = 62;

// A position and its patterns.
struct Node {
    Bitboard own;
    Bitboard opponent;
    Features features;
};

EMILIA_INLINE int in_discs(int units) {
    const int discs = (units + kUnitsOfADisc / 2) >> 7;
    return discs > kMostEstimate ? kMostEstimate : discs < -kMostEstimate ? -kMostEstimate : discs;
}
static_assert(kUnitsOfADisc == 1 << 7);

EMILIA_INLINE int units(const SearchThread& thread, const Node& node, int empties) {
    return position_value(node.own, node.opponent, node.features,
                          thread.weights->stage(stage_of(empties)));
}

EMILIA_INLINE int solve_empties(const SearchThread& thread) {
    return thread.large ? kSolveEmpties - 1 : kSolveEmpties;
}

EMILIA_INLINE bool is_over(const Node& node) {
    return legal_moves(node.opponent, node.own) == 0;
}

EMILIA_INLINE int value_of_end(const Node& node) {
    return final_value(popcount(node.own), popcount(node.opponent));
}

EMILIA_INLINE void after_pass(const Node& node, Node& next) {
    next.own = node.opponent;
    next.opponent = node.own;
    features_after_pass(node.features, next.features);
}

EMILIA_INLINE void after_move(const Node& node, int square, Bitboard flipped, Node& next) {
    next.own = node.opponent ^ flipped;
    next.opponent = node.own ^ flipped ^ (Bitboard{1} << square);
    features_after(node.features, square, flipped, next.features);
}

EMILIA_INLINE void after_child(const Node& node, const Child& child, Node& next) {
    after_move(node, child.square, node.opponent ^ child.own, next);
}

// The value one ply ahead: at least beta, or at most alpha, or exact. The evaluation's units are
// rounded once, at the end.
int value_1(SearchThread& thread, const Node& node, int beta, int empties) {
    ++thread.nodes;
    Bitboard moves = legal_moves(node.own, node.opponent);
    if (moves == 0) {
        if (is_over(node)) return value_of_end(node);
        Node passed;
        after_pass(node, passed);
        return -value_1(thread, passed, 64, empties);
    }
    const StageWeights& weights = thread.weights->stage(stage_of(empties - 1));
    const int enough = beta * kUnitsOfADisc;
    int best = 1 << 20;
    do {
        const int x = lowest_bit(moves);
        moves = without_lowest_bit(moves);
        const Bitboard flipped = flips(x, node.own, node.opponent);
        if (flipped == node.opponent) return 64;
        Features after;
        features_after(node.features, x, flipped, after);
        ++thread.nodes;
        const int value = position_value(node.opponent ^ flipped,
                                         node.own ^ flipped ^ (Bitboard{1} << x), after, weights);
        if (value < best) best = value;
    } while (moves != 0 && -best < enough);
    return -in_discs(best);
}

// Two plies ahead, good squares first.
int value_2(SearchThread& thread, const Node& node, int alpha, int beta, int empties) {
    ++thread.nodes;
    Bitboard moves = legal_moves(node.own, node.opponent);
    if (moves == 0) {
        if (is_over(node)) return value_of_end(node);
        Node passed;
        after_pass(node, passed);
        return -value_2(thread, passed, -beta, -alpha, empties);
    }
    int best = kNone;
    for (Bitboard group :
         {moves & kCorners, moves & ~(kCorners | kBesideCorners), moves & kBesideCorners}) {
        for (; group != 0; group = without_lowest_bit(group)) {
            const int x = lowest_bit(group);
            const Bitboard flipped = flips(x, node.own, node.opponent);
            if (flipped == node.opponent) return 64;
            Node next;
            after_move(node, x, flipped, next);
            const int value = -value_1(thread, next, -(best > alpha ? best : alpha), empties - 1);
            if (value > best) {
                best = value;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

int test(SearchThread& thread, const Node& node, int alpha, int depth, int empties);

// The legal moves of a node; 0 if one of them takes all that the opponent has.
EMILIA_INLINE int list_children(const Node& node, Bitboard moves, Child* children) {
    int count = 0;
    for (; moves != 0; moves = without_lowest_bit(moves)) {
        const int x = lowest_bit(moves);
        const Bitboard flipped = flips(x, node.own, node.opponent);
        if (flipped == node.opponent) return 0;
        children[count++] = {node.opponent ^ flipped, node.own ^ flipped ^ (Bitboard{1} << x), x,
                             0};
    }
    return count;
}

// What is known of a node, less its moves where the end of a large problem is to be proved and they
// come from a look less than half as far: the evaluation sorts better than that.
EMILIA_INLINE TableEntry hints_of(const SearchThread& thread, TableEntry known, int depth,
                                  int empties) {
    if (thread.large && depth >= empties && 2 * known.depth < depth) {
        for (std::uint8_t& move : known.moves) move = TableEntry::kNoMove;
    }
    return known;
}

// Gives every child its place in the order by what costs little to know.
void rank_by_thumb(const Node& node, Child* children, int count, const TableEntry& known) {
    const unsigned odd = odd_quarters(~(node.own | node.opponent));
    for (int i = 0; i < count; ++i) {
        Child& child = children[i];
        child.order = child.square == known.moves[0] ? kKnownOrder + 1
                      : child.square == known.moves[1]
                          ? kKnownOrder
                          : by_thumb(child.square, legal_moves(child.own, child.opponent), odd);
    }
}

// Where they have one by thumb, a better place by evaluation. What is asked for is a move of more
// than alpha.
void rank_by_evaluation(SearchThread& thread, const Node& node, Child* children, int count,
                        int alpha, int depth, int empties) {
    const bool to_the_end = depth >= empties;
    const int* const from = !to_the_end    ? kLookDepths
                            : thread.large ? kLargeLookEmpties
                                           : kLookEmpties;
    const LookWeights weights = to_the_end ? kEndgameWeights : kMidgameWeights;
    const int look = depth >= from[2] ? 2 : depth >= from[1] ? 1 : depth >= from[0] ? 0 : -1;
    if (look < 0) return;
    if (to_the_end && units(thread, node, empties) < (alpha - kHopeless) * kUnitsOfADisc) return;
    const int most = to_the_end && look == 0 ? kMostEvaluated : count;
    int best = kNone;
    for (int i = 0; i < count; ++i) {
        bring_best(children, i, count);
        Child& child = children[i];
        if (child.order >= kKnownOrder) continue;
        if (i >= most) {
            child.order -= kKnownOrder;
            continue;
        }
        Node next;
        after_child(node, child, next);
        if (look == 0) {
            ++thread.nodes;
            child.order -= weights.evaluation * units(thread, next, empties - 1) / kUnitsOfADisc;
            continue;
        }
        const int least = best == kNone ? -64 : best - kSortWindow;
        const int value = look == 1 ? -value_1(thread, next, -least, empties - 1)
                                    : -value_2(thread, next, -64, -least, empties - 1);
        if (value > best) best = value;
        child.order += weights.look * value;
    }
}

// Both.
EMILIA_INLINE void rank(SearchThread& thread, const Node& node, Child* children, int count,
                        const TableEntry& known, int alpha, int depth, int empties) {
    rank_by_thumb(node, children, count, known);
    rank_by_evaluation(thread, node, children, count, alpha, depth, empties);
}

// The remaining children of a node, with the help of others.
EMILIA_INLINE void share(SearchThread& thread, Child* children, int count, int alpha, int depth,
                         int empties, int& best, int& best_move) {
    for (int i = 0; i < count; ++i) bring_best(children, i, count);
    SplitPoint split;
    split.parent = thread.split;
    split.children = children;
    split.count = count;
    split.alpha = alpha;
    split.depth = depth - 1;
    split.empties = empties - 1;
    split.large = thread.large;
    split.selectivity = thread.selectivity;
    split.probcuts = thread.probcuts;
    split.best = best;
    split.best_move = best_move;
    thread.team->share(thread, split);
    best = split.best;
    best_move = split.best_move;
    thread.cancelled = thread.unwanted();
}

// A shallow search may tell with enough confidence on which side of alpha the value is. True if it
// does; `value` is then the bound.
bool probably(SearchThread& thread, const Node& node, int alpha, int depth, int empties,
              int& value) {
    const ProbcutTable::Cut cut = thread.probcut->at(thread.selectivity, empties, depth);
    const int estimate = in_discs(units(thread, node, empties));
    const auto ask = [&](int bound) {
        ++thread.probcuts;
        const int answer = test(thread, node, bound, cut.shallow, empties);
        --thread.probcuts;
        return answer;
    };
    const int high = alpha + cut.margin;
    if (estimate > alpha - cut.eval_margin && high < 63) {
        const int answer = ask(high);
        if (thread.cancelled || answer > high) {
            value = alpha + 1;
            return true;
        }
    }
    const int low = alpha - cut.margin;
    if (estimate <= alpha + cut.eval_margin && low > -64) {
        const int answer = ask(low);
        if (thread.cancelled || answer <= low) {
            value = alpha;
            return true;
        }
    }
    return false;
}

// Is the value greater than alpha? As SearchKernel::test.
int test(SearchThread& thread, const Node& node, int alpha, int depth, int empties) {
    if (depth >= empties) {
        if (empties <= solve_empties(thread)) {
            return kEndgameKernel.test(thread, {node.own, node.opponent}, alpha);
        }
        depth = empties;
    } else if (depth <= 2) {
        if (depth == 2) return value_2(thread, node, alpha, alpha + 1, empties);
        if (depth == 1) return value_1(thread, node, alpha + 1, empties);
        ++thread.nodes;
        return in_discs(units(thread, node, empties));
    }
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;

    // 1. Nobody can win what the opponent holds for good.
    if (const int most = most_possible(node.own, node.opponent, alpha); most <= alpha) return most;

    // 2. Known from before.
    const Draft draft{depth, thread.selectivity};
    const TranspositionTable& table = *thread.table;
    const TableProbe at = look_up(table, node.own, node.opponent);
    if (at.serves(draft)) {
        if (at.entry.lower > alpha) return at.entry.lower;
        if (at.entry.upper <= alpha) return at.entry.upper;
    }
    if (depth >= kAskDepth && thread.unwanted()) {
        thread.cancelled = true;
        return alpha;
    }

    // 3. Passes and ends.
    const Bitboard moves = legal_moves(node.own, node.opponent);
    if (moves == 0) {
        if (is_over(node)) return value_of_end(node);
        Node passed;
        after_pass(node, passed);
        return -test(thread, passed, -alpha - 1, depth, empties);
    }

    // 4. The moves. One that leads to a known position may be enough.
    Child children[kMostMoves];
    const int count = list_children(node, moves, children);
    if (count == 0) return 64;
    const TableEntry known = hints_of(thread, at.entry, depth, empties);
    const bool hinted = known.moves[0] != TableEntry::kNoMove && (moves >> known.moves[0] & 1) != 0;
    const bool peek =
        depth >= kPeekDepth && (depth < empties || empties - 1 > solve_empties(thread));
    if (peek) {
        const Draft next_draft{depth - 1, thread.selectivity};
        for (int i = 0; i < count; ++i) prefetch(table, children[i].own, children[i].opponent);
        // Something to do until they are there.
        if (!hinted) rank_by_thumb(node, children, count, known);
        for (int i = 0; i < count; ++i) {
            const TableProbe reply = look_up(table, children[i].own, children[i].opponent);
            if (reply.serves(next_draft) && -reply.entry.upper > alpha) return -reply.entry.upper;
        }
    }

    // 5. What a shallow search is sure of.
    if (thread.selectivity != Selectivity::none && thread.probcuts < kMostProbcuts) {
        int value;
        if (probably(thread, node, alpha, depth, empties, value)) return value;
    }

    // 6. Best first. What was best before is tried ahead of sorting the others.
    bool ranked = false;
    for (int i = 0; hinted && i < count; ++i) {
        if (children[i].square != known.moves[0]) continue;
        const Child first = children[i];
        children[i] = children[0];
        children[0] = first;
        break;
    }
    int best = kNone;
    int best_move = TableEntry::kNoMove;
    for (int i = 0; i < count; ++i) {
        if (!ranked && (i > 0 || !hinted)) {
            if (hinted || !peek) rank_by_thumb(node, children + i, count - i, known);
            rank_by_evaluation(thread, node, children + i, count - i, alpha, depth, empties);
            ranked = true;
        }
        if (i > 0 && i + 1 < count && depth >= kSplitDepth && thread.team != nullptr &&
            (depth >= kOpenDepth || thread.team->someone_is_idle())) {
            share(thread, children + i, count - i, alpha, depth, empties, best, best_move);
            if (thread.cancelled) return alpha;
            break;
        }
        if (ranked) bring_best(children, i, count);
        Node next;
        after_child(node, children[i], next);
        const int value = -test(thread, next, -alpha - 1, depth - 1, empties - 1);
        if (thread.cancelled) return alpha;
        if (value > best) {
            best = value;
            best_move = children[i].square;
            if (best > alpha) break;
        }
    }
    learn_bound(table, at, draft, alpha, best, best_move, thread.nodes - nodes_before);
    return best;
}

// The value by tests between alpha and beta, for nodes too small for more.
int value_by_tests(SearchThread& thread, const Node& node, int alpha, int beta, int depth,
                   int empties) {
    int lower = kNone;
    int upper = -kNone;
    int at = in_discs(units(thread, node, empties));
    // All that are final are even.
    const int step = depth >= empties ? 1 : 0;
    if (step == 1) at = (at & ~1) - 1;
    while (lower < upper && lower < beta && upper > alpha) {
        const int least = lower > alpha ? lower : alpha;
        const int most = (upper < beta ? upper : beta) - 1;
        at = at < least ? least : at > most ? most : at;
        const int value = test(thread, node, at, depth, empties);
        if (thread.cancelled) return alpha;
        if (value > at) {
            lower = value;
            at = value + step;
        } else {
            upper = value;
            at = value - 1;
        }
    }
    return lower >= beta || lower == upper ? lower : upper;
}

// The principal variation: nothing is cut off here by mere likelihood. At least beta, at most
// alpha, or the value.
int principal(SearchThread& thread, const Node& node, int alpha, int beta, int depth, int empties) {
    if (beta - alpha == 1) return test(thread, node, alpha, depth, empties);
    if (depth <= 2 || (depth >= empties && empties <= solve_empties(thread))) {
        return value_by_tests(thread, node, alpha, beta, depth, empties);
    }
    if (depth > empties) depth = empties;
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;
    const Draft draft{depth, thread.selectivity};
    const TranspositionTable& table = *thread.table;
    const TableProbe at = look_up(table, node.own, node.opponent);
    if (at.serves(draft)) {
        if (at.entry.lower >= beta || at.entry.lower == at.entry.upper) return at.entry.lower;
        if (at.entry.upper <= alpha) return at.entry.upper;
    }
    if (depth >= kAskDepth && thread.unwanted()) {
        thread.cancelled = true;
        return alpha;
    }
    const Bitboard moves = legal_moves(node.own, node.opponent);
    if (moves == 0) {
        if (is_over(node)) return value_of_end(node);
        Node passed;
        after_pass(node, passed);
        return -principal(thread, passed, -beta, -alpha, depth, empties);
    }
    Child children[kMostMoves];
    const int count = list_children(node, moves, children);
    if (count == 0) return 64;
    rank(thread, node, children, count, hints_of(thread, at.entry, depth, empties),
         kNothingHopeless, depth, empties);
    int best = kNone;
    int best_move = TableEntry::kNoMove;
    int low = alpha;
    for (int i = 0; i < count && low < beta; ++i) {
        bring_best(children, i, count);
        Node next;
        after_child(node, children[i], next);
        int value = kNone;
        if (i > 0) {
            value = -test(thread, next, -low - 1, depth - 1, empties - 1);
            if (thread.cancelled) return alpha;
        }
        if (i == 0 || (value > low && value < beta)) {
            value = -principal(thread, next, -beta, -low, depth - 1, empties - 1);
            if (thread.cancelled) return alpha;
        }
        if (value > best) {
            best = value;
            best_move = children[i].square;
            if (best > low) low = best;
        }
    }
    learn(table, at, draft, best > alpha ? best : -64, best < beta ? best : 64, best_move,
          thread.nodes - nodes_before);
    return best;
}

RootAnswer root(SearchThread& thread, const RootQuestion& question) {
    const Position position = question.position;
    const int empties = position.empties();
    thread.large = empties >= kLargeEmpties;
    const int depth = question.depth < empties ? question.depth : empties;
    Node node{position.own, position.opponent, {}};
    features_of(node.own, node.opponent, node.features);
    ++thread.nodes;
    const std::uint64_t nodes_before = thread.nodes;
    const TableProbe at = look_up(*thread.table, node.own, node.opponent);
    Child children[kMostMoves];
    int count = 0;
    for (Bitboard moves = question.moves; moves != 0; moves = without_lowest_bit(moves)) {
        const int x = lowest_bit(moves);
        const Bitboard flipped = flips(x, node.own, node.opponent);
        children[count++] = {node.opponent ^ flipped, node.own ^ flipped ^ (Bitboard{1} << x), x,
                             0};
    }
    rank(thread, node, children, count, hints_of(thread, at.entry, depth, empties),
         kNothingHopeless, depth, empties);
    RootAnswer answer{kNone, TableEntry::kNoMove};
    int low = question.alpha;
    for (int i = 0; i < count && low < question.beta; ++i) {
        bring_best(children, i, count);
        Node next;
        after_child(node, children[i], next);
        int value = kNone;
        if (next.own == 0) {
            value = 64;
        } else {
            if (i > 0) {
                value = -test(thread, next, -low - 1, depth - 1, empties - 1);
                if (thread.cancelled) return answer;
            }
            if (i == 0 || (value > low && value < question.beta)) {
                value = -principal(thread, next, -question.beta, -low, depth - 1, empties - 1);
                if (thread.cancelled) return answer;
            }
        }
        if (value > answer.value) {
            answer = {value, children[i].square};
            if (value > low) low = value;
        }
    }
    // Of a part of the moves the table is not told.
    if (question.moves == legal_moves(node.own, node.opponent)) {
        learn(*thread.table, at, {depth, thread.selectivity},
              answer.value > question.alpha ? answer.value : -64,
              answer.value < question.beta ? answer.value : 64, answer.move,
              thread.nodes - nodes_before);
    }
    return answer;
}

int call_test(SearchThread& thread, Position position, int alpha, int depth) {
    thread.large = position.empties() >= kLargeEmpties;
    Node node{position.own, position.opponent, {}};
    features_of(node.own, node.opponent, node.features);
    return test(thread, node, alpha, depth, position.empties());
}

void work(SearchThread& thread, SplitPoint& split) {
    const Selectivity selectivity = thread.selectivity;
    const int probcuts = thread.probcuts;
    const bool large = thread.large;
    thread.large = split.large;
    thread.selectivity = split.selectivity;
    thread.probcuts = split.probcuts;
    while (!split.decided.load(std::memory_order_relaxed)) {
        const int i = split.next.fetch_add(1, std::memory_order_relaxed);
        if (i >= split.count) break;
        const Child& child = split.children[i];
        Node node{child.own, child.opponent, {}};
        features_of(node.own, node.opponent, node.features);
        const int value = -test(thread, node, -split.alpha - 1, split.depth, split.empties);
        if (thread.cancelled) {
            thread.cancelled = false;
            break;
        }
        split.add(value, child.square);
    }
    thread.large = large;
    thread.selectivity = selectivity;
    thread.probcuts = probcuts;
}

int call_evaluate(const Weights& weights, Position position) {
    Features features;
    features_of(position.own, position.opponent, features);
    return position_value(position.own, position.opponent, features,
                          weights.stage(stage_of(position.empties())));
}

}  // namespace

extern const SearchKernel kSearchKernel;
const SearchKernel kSearchKernel = {root, call_test, work, call_evaluate};

}  // namespace emilia::EMILIA_ISA
