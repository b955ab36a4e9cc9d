#include "cli/watch.h"

#include <fmt/format.h>

#include <chrono>

#include "cli/program.h"
#include "util/elapsed.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

Watch::Watch(std::string label, std::function<std::uint64_t()> nodes, bool shown)
    : label_(std::move(label)), nodes_(std::move(nodes)) {
    const Terminal terminal = standard_output();
    if (shown && terminal.is_terminal && !terminal.is_dumb) {
        thread_ = std::thread([this] { watch(); });
    }
}

Watch::~Watch() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Watch::tell(std::string so_far) {
    const std::lock_guard lock(mutex_);
    so_far_ = std::move(so_far);
}

void Watch::watch() {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    bool shown = false;
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, shown ? 200ms : 1000ms, [this] { return done_; })) {
        const double seconds = seconds_since(start);
        const std::uint64_t nodes = nodes_();
        // What is known comes last: of a narrow terminal it may be cut.
        const std::string line =
            fmt::format("{}  {:.0f} s  {} nodes  {} nodes/s  {}", label_, seconds,
                        with_commas(nodes), with_commas(per_second(nodes, seconds)), so_far_);
        fmt::print("\r\x1b[K{}", clipped(line, standard_output().columns - 1));
        std::fflush(stdout);
        shown = true;
    }
    if (shown) fmt::print("\r\x1b[K");
}

}  // namespace emilia::cli
