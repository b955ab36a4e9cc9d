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
    constexpr int kLastPlies = 10;
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
        if (step < wanted.selectivity && empties <= kLastPlies + 4) continue;
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

}  // namespace

struct Engine::Task {
    Position position;
    int moves = 1;
    const Progress& progress;
};

Engine::Engine(const EngineOptions& options)
    : searcher_({options.threads, options.table_bytes, options.weights}) {}

bool Engine::look(const Task& task, Draft draft, EngineReport& report) {
    const Position position = task.position;
    Bitboard rest = legal_moves(position);
    const bool to_the_end = draft.depth >= position.empties();
    for (int i = 0; i < task.moves && rest != 0; ++i) {
        const auto place = static_cast<std::size_t>(i);
        Searcher::Found found;
        const int guess = place < report.moves.size() ? report.moves[place].value
                                                      : static_cast<int>(evaluate(position));
        const bool finished = searcher_.search(position, rest, draft, {}, guess, found);
        if (!found.move) return false;
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
            // A better move than the one before is worth knowing even so.
            if (i > 0 || old == moves.end()) return false;
            std::rotate(moves.begin(), old, old + 1);
            return false;
        }
        if (old != moves.end()) moves.erase(old);
        report.newest = std::min(place, moves.size());
        moves.insert(moves.begin() + static_cast<std::ptrdiff_t>(report.newest), valued);
        if (std::ssize(moves) > task.moves) moves.resize(static_cast<std::size_t>(task.moves));
        rest &= ~bit(valued.move);
        report.nodes = searcher_.nodes();
        report.seconds = searcher_.seconds();
        if (task.progress) task.progress(report);
    }
    // Where something is left out, a move may turn out better than those valued before it.
    std::stable_sort(report.moves.begin(), report.moves.end(),
                     [](const ValuedMove& a, const ValuedMove& b) { return a.value > b.value; });
    report.draft = draft;
    return true;
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
    const Task task{position, std::max(1, limits.moves), progress};
    for (const Draft draft : drafts_to(wanted, empties)) {
        if (!look(task, draft, report)) break;
        // Searches too small to ask for limits themselves.
        if (limits.nodes && searcher_.nodes() >= *limits.nodes) break;
        if (share && searcher_.seconds() >= share->most) break;
        if (search_limits.stopped()) break;
        // With a clock a single move need not be thought about.
        if (forced && limits.clock) break;
        constexpr double kBeginBefore = 0.55;
        if (limits.clock && searcher_.seconds() > kBeginBefore * share->usual) break;
    }
    report.nodes = searcher_.nodes();
    report.seconds = searcher_.seconds();
    return report;
}

}  // namespace emilia
