#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace emilia::server {

// Threads that each do one thing and end. The last one to leave is waited for in the destructor:
// whoever owns this has to ask them all to stop before.
class Workers {
  public:
    Workers() = default;
    ~Workers() { join(); }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void start(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        threads_.remove_if([](Worker& worker) {
            if (!*worker.done) return false;
            worker.thread.join();
            return true;
        });
        const auto done = std::make_shared<std::atomic<bool>>(false);
        threads_.push_back({std::thread([work = std::move(work), done] {
                                work();
                                *done = true;
                            }),
                            done});
    }

    // Waits for all.
    void join() {
        std::list<Worker> threads;
        {
            const std::lock_guard lock(mutex_);
            threads.swap(threads_);
        }
        for (Worker& worker : threads) worker.thread.join();
    }

  private:
    struct Worker {
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> done;
    };
    std::mutex mutex_;
    std::list<Worker> threads_;
};

}  // namespace emilia::server
