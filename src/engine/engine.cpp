#include "engine/engine.h"

#include <algorithm>
#include <cassert>

#include "board/rules.h"
#include "engine/time_control.h"

namespace emilia {

namespace {

// The searches that lead to one of the wanted draft: ever deeper, then to the end of the game,
// where ever less is left out.
std::vector<Draft> drafts_to(Draft wanted, int empties) {
    std::vector<Draft> drafts;
    // So many of the last plies are cheaper than to stop before them.
    constexpr int kLastPlies = 8;
    const bool to_the_end = wanted.depth >= empties;
    const int deepest = to_the_end ? empties - kLastPlies : wanted.depth;
    const Selectivity selectivity = to_the_end ? Selectivity::p73 : wanted.selectivity;
    for (int depth = 1; depth <= deepest; ++depth) {
        drafts.push_back({depth, selectivity});
    }
    if (!to_the_end) return drafts;
    for (const Selectivity step : kSelectivities) {
        if (step > wanted.selectivity) break;
        // Leaving out that little costs nearly as much as leaving out nothing.
        if (step < wanted.selectivity && step > Selectivity::p87) continue;
        // Where little is left, leaving out saves nothing.
        if (step < wanted.selectivity && empties <= kLastPlies + 6) continue;
        drafts.push_back({empties, step});
    }
    return drafts;
}

// What the limits ask for where neither time nor nodes end it sooner.
Draft wanted_draft(const EngineLimits& limits, int empties) {
    std::optional<int> level = limits.level;
    if (!level && limits.depth) level = std::clamp(*limits.depth, kLeastLevel, kMostLevel);
    if (!level && !limits.nodes && !limits.seconds && !limits.clock) {
        level = EngineLimits::kUsualLevel;
    }
    Draft wanted = level ? draft_of_level(*level, empties) : Draft{empties, Selectivity::none};
    if (limits.depth && wanted.depth > *limits.depth) {
        wanted = {std::max(1, *limits.depth), midgame_selectivity(*level)};
    }
    if (limits.selectivity) wanted.selectivity = *limits.selectivity;
    return wanted;
}

// By what moves are put in order: their value, but for draws.
int rank_of(const ValuedMove& move, int draw) {
    return move.to_the_end && move.value == 0 ? draw : move.value;
}

// The best rank that moves worth `value` at most can have.
int best_rank_below(int value, int draw) {
    if (value > 0) return std::max(value, draw);
    return value == 0 ? std::max(draw, -1) : value;
}

}  // namespace

struct Engine::Task {
    Position position;
    int moves = 1;
    int draw = 0;
    const Progress& progress;
};

Engine::Engine(const EngineOptions& options)
    : searcher_({options.threads, options.table_bytes, options.weights}) {}

bool Engine::look(const Task& task, Draft draft, const Searcher::Found& known,
                  EngineReport& report) {
    const Position position = task.position;
    Bitboard rest = legal_moves(position);
    const bool to_the_end = draft.depth >= position.empties();
    const auto put_in_order = [&] {
        std::stable_sort(report.moves.begin(), report.moves.end(),
                         [&](const ValuedMove& a, const ValuedMove& b) {
                             return rank_of(a, task.draw) > rank_of(b, task.draw);
                         });
        if (std::ssize(report.moves) > task.moves) {
            report.moves.resize(static_cast<std::size_t>(task.moves));
        }
    };
    // With contempt, whether one of the others may come before those that were valued: a draw
    // before what is worth more, or a narrow loss before a draw.
    std::vector<int> ranks;  // of this search, greatest first
    int last = kSquares;
    const auto others_matter = [&] {
        if (task.draw == 0 || !to_the_end) return false;
        return best_rank_below(last, task.draw) > ranks[static_cast<std::size_t>(task.moves) - 1];
    };
    for (int i = 0; rest != 0; ++i) {
        const bool is_wanted = i < task.moves;
        if (!is_wanted && !others_matter()) break;
        const auto place = static_cast<std::size_t>(i);
        Searcher::Found found = i == 0 ? known : Searcher::Found{};
        const int guess = place < report.moves.size() ? report.moves[place].value
                                                      : static_cast<int>(evaluate(position));
        const bool finished = searcher_.search(position, rest, draft, {}, guess, found);
        if (!found.move) {
            if (!is_wanted) put_in_order();
            return false;
        }
        ValuedMove valued;
        valued.move = *found.move;
        valued.draft = draft;
        valued.to_the_end = to_the_end;
        valued.value = found.bounds.lower;
        valued.line = {Move(valued.move)};
        const Position after = play(position, valued.move);
        for (const Move move :
             searcher_.likely_line(after, static_cast<std::size_t>(std::max(0, draft.depth - 1)))) {
            valued.line.push_back(move);
        }
        // It may have been elsewhere in the list.
        auto& moves = report.moves;
        const auto old = std::find_if(moves.begin(), moves.end(), [&](const ValuedMove& other) {
            return other.move == valued.move;
        });
        if (!finished) {
            if (!is_wanted) put_in_order();
            // A move that is worth more than was asked for is worth knowing even so; one of moves
            // that are all worth less is not.
            if (i > 0 || old == moves.end() || found.bounds.lower == -kSquares) return false;
            std::rotate(moves.begin(), old, old + 1);
            return false;
        }
        if (old != moves.end()) moves.erase(old);
        report.newest = std::min(place, moves.size());
        moves.insert(moves.begin() + static_cast<std::ptrdiff_t>(report.newest), valued);
        const int kept = std::max(task.moves, i + 1);
        if (std::ssize(moves) > kept) moves.resize(static_cast<std::size_t>(kept));
        rest &= ~bit(valued.move);
        last = valued.value;
        const int rank = rank_of(valued, task.draw);
        ranks.insert(std::upper_bound(ranks.begin(), ranks.end(), rank, std::greater<>()), rank);
        report.nodes = searcher_.nodes();
        report.seconds = searcher_.seconds();
        if (is_wanted && task.progress) task.progress(report);
    }
    const Square told = report.moves.front().move;
    // Where something is left out, a move may turn out better than those valued before it.
    put_in_order();
    report.draft = draft;
    if (task.draw != 0 && report.moves.front().move != told) {
        report.newest = 0;
        if (task.progress) task.progress(report);
    }
    return true;
}

bool Engine::ask_who_wins(const Task& task, Searcher::Found& known, EngineReport& report) {
    constexpr SearchWindow kWhoWins{-1, 1};
    auto& moves = report.moves;
    const Position position = task.position;
    const bool finished =
        searcher_.search(position, legal_moves(position), {position.empties(), Selectivity::none},
                         kWhoWins, moves.front().value, known);
    ValuedMove& best = moves.front();
    if (known.move && known.bounds.lower >= 0 && best.move != *known.move) {
        best.move = *known.move;
        best.line = {Move(best.move)};
    }
    best.value = std::clamp(best.value, known.bounds.lower, known.bounds.upper);
    return finished;
}

EngineReport Engine::analyse(Position position, const EngineLimits& limits,
                             const Progress& progress) {
    stop_.store(false, std::memory_order_relaxed);
    const int empties = position.empties();
    EngineReport report;
    const Bitboard legal = legal_moves(position);
    if (legal == 0) return report;

    const Draft wanted = wanted_draft(limits, empties);
    std::optional<TimeShare> share;
    if (limits.clock) share = share_of_clock(*limits.clock, empties);
    if (limits.seconds) {
        const TimeShare given{*limits.seconds, *limits.seconds};
        if (!share || given.most < share->most) share = given;
    }
    SearchLimits search_limits;
    search_limits.nodes = limits.nodes;
    if (share) search_limits.seconds = share->most;
    search_limits.stopped = [this, &limits] {
        return stop_.load(std::memory_order_relaxed) || (limits.stopped && limits.stopped());
    };
    searcher_.begin(search_limits);

    // Something to answer, however soon it is stopped.
    for (const Square square : searcher_.likely_moves(position)) {
        if (std::ssize(report.moves) >= limits.moves) break;
        ValuedMove valued;
        valued.move = square;
        valued.line = {Move(square)};
        report.moves.push_back(valued);
    }
    const bool forced = (legal & (legal - 1)) == 0 && limits.moves == 1;
    const Task task{position, std::max(1, limits.moves), limits.draw, progress};
    Settling settling(report.moves.front().move);
    const auto enough = [&] {
        // Searches too small to ask for limits themselves.
        if (limits.nodes && searcher_.nodes() >= *limits.nodes) return true;
        if (share && searcher_.seconds() >= share->most) return true;
        if (search_limits.stopped()) return true;
        // With a clock a single move need not be thought about.
        if (forced && limits.clock) return true;
        settling.saw(report.moves.front().move);
        return limits.clock && searcher_.seconds() > settling.part_to_begin_in() * share->usual;
    };
    for (const Draft draft : drafts_to(wanted, empties)) {
        Searcher::Found known;
        // Where there may not be time for a proof of the score. Contempt knows more than three
        // results.
        const bool is_proof = draft.depth >= empties && draft.selectivity == Selectivity::none;
        if (is_proof && report.draft.depth >= empties && (share || limits.nodes) &&
            task.moves == 1 && task.draw == 0) {
            if (!ask_who_wins(task, known, report) || enough()) break;
        }
        if (!look(task, draft, known, report) || enough()) break;
    }
    report.nodes = searcher_.nodes();
    report.seconds = searcher_.seconds();
    return report;
}

}  // namespace emilia
