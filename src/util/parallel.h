#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace emilia {

// Calls work(i) for every i below `count`, up to `threads` at a time; returns when all are done.
// `work` must not throw.
template <typename Work>
void parallel_for(std::size_t count, int threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::thread> others;
    const std::size_t most = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
    for (std::size_t i = 1; i < most; ++i) others.emplace_back(run);
    run();
    for (std::thread& thread : others) thread.join();
}

}  // namespace emilia
