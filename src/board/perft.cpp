#include "board/perft.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <thread>
#include <vector>

#include "board/rules.h"
#include "board/symmetry.h"

namespace emilia {

namespace {

struct Task {
    Position position;
    int depth;
    std::uint64_t times = 1;

    bool same_as(const Task& other) const {
        return position == other.position && depth == other.depth;
    }
    bool operator<(const Task& other) const {
        return depth != other.depth ? depth < other.depth : position < other.position;
    }
};

// Tasks that are images of each other, done once.
std::vector<Task> merged(std::vector<Task> tasks) {
    for (Task& task : tasks) task.position = canonical(task.position).position;
    std::sort(tasks.begin(), tasks.end());
    std::vector<Task> once;
    for (const Task& task : tasks) {
        if (!once.empty() && once.back().same_as(task)) {
            ++once.back().times;
        } else {
            once.push_back(task);
        }
    }
    return once;
}

// All positions `plies` plies below, as tasks; what ends earlier is counted at once.
void split(Position position, int depth, int plies, PerftRules rules, std::vector<Task>& tasks,
           std::uint64_t& leaves) {
    if (plies == 0 || depth == 0) {
        tasks.push_back({position, depth});
        return;
    }
    const Bitboard moves = legal_moves(position);
    if (moves == 0) {
        if (legal_moves(position.passed()) == 0) {
            ++leaves;
        } else {
            split(position.passed(), rules.passes_free ? depth : depth - 1, plies - 1, rules, tasks,
                  leaves);
        }
        return;
    }
    for (const Square square : squares_of(moves)) {
        split(play(position, square), depth - 1, plies - 1, rules, tasks, leaves);
    }
}

}  // namespace

PerftTable::PerftTable(std::size_t bytes)
    : slots_(std::bit_floor(std::max(bytes, sizeof(Slot)) / sizeof(Slot))),
      mask_(slots_.size() - 1) {}

std::uint64_t PerftTable::key_of(Position canonical, int depth, PerftRules rules) {
    // Bulk or not, the counts are the same.
    const auto salt =
        static_cast<std::uint64_t>(depth * 2 + rules.passes_free) * 0x9e3779b97f4a7c15;
    return hash_of({canonical.own ^ salt, canonical.opponent});
}

std::uint64_t PerftTable::find(Position canonical, int depth, PerftRules rules) const {
    const std::uint64_t key = key_of(canonical, depth, rules);
    const Slot& slot = slots_[key & mask_];
    const std::uint64_t leaves = slot.leaves.load(std::memory_order_relaxed);
    return (slot.check.load(std::memory_order_relaxed) ^ leaves) == key ? leaves : 0;
}

void PerftTable::store(Position canonical, int depth, PerftRules rules, std::uint64_t leaves) {
    const std::uint64_t key = key_of(canonical, depth, rules);
    Slot& slot = slots_[key & mask_];
    slot.leaves.store(leaves, std::memory_order_relaxed);
    slot.check.store(key ^ leaves, std::memory_order_relaxed);
}

std::optional<std::uint64_t> perft(Position position, int depth, const PerftOptions& options) {
    const BoardKernel& kernel = board_kernel(active_isa());
    // Enough tasks to keep every thread busy and to look at `stopped` often, each long enough to
    // matter.
    const int split_plies = depth <= 6 ? 0 : depth - 6;
    std::vector<Task> tasks;
    std::uint64_t leaves = 0;
    split(position, depth, split_plies < 5 ? split_plies : 5, options.rules, tasks, leaves);

    if (options.table) tasks = merged(std::move(tasks));

    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> total{leaves};
    std::atomic<bool> gave_up{false};
    const auto work = [&] {
        std::uint64_t counted = 0;
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            if (options.stopped && options.stopped()) gave_up = true;
            if (gave_up) break;
            counted += tasks[i].times * kernel.perft(tasks[i].position, tasks[i].depth,
                                                     options.rules, options.table);
        }
        total += counted;
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < options.threads; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (gave_up) return std::nullopt;
    return total.load();
}

}  // namespace emilia
