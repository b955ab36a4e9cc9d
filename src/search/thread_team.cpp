#include "search/thread_team.h"

#include <algorithm>

namespace emilia {

namespace {

// Tells the processor that this thread only waits.
void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// Whoever works for `split` works for `ancestor` too.
bool serves(const SplitPoint* split, const SplitPoint* ancestor) {
    while (split != nullptr && split != ancestor) split = split->parent;
    return split == ancestor;
}

}  // namespace

bool SearchThread::unwanted() {
    if (control->stop.load(std::memory_order_relaxed)) return true;
    for (const SplitPoint* s = split; s != nullptr; s = s->parent) {
        if (s->decided.load(std::memory_order_relaxed)) return true;
    }
    constexpr unsigned kRarely = 7;
    return (++ticks & kRarely) == 0 && limit_is_hit();
}

bool SearchThread::limit_is_hit() {
    const std::uint64_t all =
        control->nodes.fetch_add(nodes - nodes_told, std::memory_order_relaxed) + nodes -
        nodes_told;
    nodes_told = nodes;
    const bool hit = (control->most_nodes && all >= *control->most_nodes) ||
                     (control->deadline && SearchControl::Clock::now() >= *control->deadline) ||
                     (control->stopped && control->stopped());
    if (hit) control->stop.store(true, std::memory_order_relaxed);
    return hit;
}

void SearchThread::prepare(const TranspositionTable& its_table, const Weights& its_weights,
                           const ProbcutTable& its_probcut, SearchControl& its_control) {
    table = &its_table;
    weights = &its_weights;
    probcut = &its_probcut;
    selectivity = Selectivity::none;
    probcuts = 0;
    control = &its_control;
    split = nullptr;
    nodes = nodes_told = 0;
    ticks = 0;
    even_ones_fail = 0;
    cancelled = false;
}

void SplitPoint::add(int value, int move) {
    const std::lock_guard lock(mutex);
    if (value <= best) return;
    best = value;
    best_move = move;
    if (value > alpha) decided.store(true, std::memory_order_relaxed);
}

ThreadTeam::ThreadTeam(int helpers, Work work)
    : work_(std::move(work)), helpers_(static_cast<std::size_t>(helpers)) {
    for (SearchThread& helper : helpers_) {
        helper.team = this;
        threads_.emplace_back([this, &helper] { help(helper); });
    }
}

ThreadTeam::~ThreadTeam() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        tell_all();
    }
    for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::prepare(const TranspositionTable& table, const Weights& weights,
                         const ProbcutTable& probcut, SearchControl& control) {
    const std::lock_guard lock(mutex_);
    for (SearchThread& helper : helpers_) helper.prepare(table, weights, probcut, control);
}

void ThreadTeam::forget() {
    const std::lock_guard lock(mutex_);
    for (SearchThread& helper : helpers_) helper.nearby.forget();
}

std::uint64_t ThreadTeam::nodes() const {
    std::uint64_t sum = 0;
    for (const SearchThread& helper : helpers_) sum += helper.nodes;
    return sum;
}

SplitPoint* ThreadTeam::find_work(const SplitPoint* within) const {
    SplitPoint* found = nullptr;
    for (SplitPoint* const split : open_) {
        if (split->next.load(std::memory_order_relaxed) >= split->count ||
            split->decided.load(std::memory_order_relaxed)) {
            continue;
        }
        if (within != nullptr && !serves(split, within)) continue;
        // The largest, so that one has to come back for more as seldom as can be.
        if (found == nullptr || split->empties > found->empties) found = split;
    }
    return found;
}

void ThreadTeam::join(SearchThread& thread, SplitPoint& split, std::unique_lock<std::mutex>& lock) {
    ++split.workers;
    lock.unlock();
    SplitPoint* const before = thread.split;
    thread.split = &split;
    work_(thread, split);
    thread.split = before;
    lock.lock();
    if (--split.workers == 0) tell_all();
}

void ThreadTeam::tell_all() {
    news_.fetch_add(1, std::memory_order_release);
    if (sleeping_ > 0) changed_.notify_all();
}

void ThreadTeam::wait(std::unique_lock<std::mutex>& lock) {
    // Work often comes sooner than the system could wake anyone.
    constexpr auto kAwake = std::chrono::microseconds(500);
    constexpr int kLooks = 64;
    const unsigned seen = news_.load(std::memory_order_relaxed);
    idle_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    const auto until = SearchControl::Clock::now() + kAwake;
    bool heard = false;
    while (!heard && SearchControl::Clock::now() < until) {
        for (int i = 0; i < kLooks && !heard; ++i) {
            heard = news_.load(std::memory_order_acquire) != seen;
            relax();
        }
    }
    lock.lock();
    ++sleeping_;
    changed_.wait(lock, [&] { return news_.load(std::memory_order_relaxed) != seen; });
    --sleeping_;
    idle_.fetch_sub(1, std::memory_order_relaxed);
}

void ThreadTeam::help(SearchThread& helper) {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        if (SplitPoint* const split = find_work(nullptr)) {
            join(helper, *split, lock);
        } else {
            wait(lock);
        }
    }
}

void ThreadTeam::share(SearchThread& maker, SplitPoint& split) {
    std::unique_lock lock(mutex_);
    open_.push_back(&split);
    tell_all();
    join(maker, split, lock);
    open_.erase(std::find(open_.begin(), open_.end(), &split));
    while (split.workers > 0) {
        if (SplitPoint* const other = find_work(&split)) {
            join(maker, *other, lock);
        } else {
            wait(lock);
        }
    }
}

}  // namespace emilia
