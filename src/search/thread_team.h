#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "search/search_thread.h"

namespace emilia {

// The threads that help one that searches. A node whose first move has been searched may be opened
// for all who have nothing to do (young brothers wait); who opened it and runs out of moves helps
// those who still work for it.
class ThreadTeam {
  public:
    // Helpers in addition to the thread that owns the team. `work` searches moves of a split point
    // until none is left.
    using Work = std::function<void(SearchThread&, SplitPoint&)>;
    ThreadTeam(int helpers, Work work);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    // Before a search, while all are idle.
    void prepare(const TranspositionTable& table, const Weights& weights,
                 const ProbcutTable& probcut, SearchControl& control);
    // Forgets what the helpers remember for themselves; while all are idle.
    void forget();
    // After it: what the helpers have searched.
    std::uint64_t nodes() const;

    bool someone_is_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // Has the split point, whose maker is `maker`, searched by all who come, and waits for them.
    void share(SearchThread& maker, SplitPoint& split);

  private:
    void help(SearchThread& helper);
    SplitPoint* find_work(const SplitPoint* within) const;
    void join(SearchThread& thread, SplitPoint& split, std::unique_lock<std::mutex>& lock);
    void wait(std::unique_lock<std::mutex>& lock);
    void tell_all();

    Work work_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<SplitPoint*> open_;  // those with moves to give out, perhaps
    std::atomic<int> idle_{0};
    std::atomic<unsigned> news_{0};  // counts what the idle should know of
    int sleeping_ = 0;
    bool ending_ = false;
    std::vector<SearchThread> helpers_;
    std::vector<std::thread> threads_;
};

}  // namespace emilia
