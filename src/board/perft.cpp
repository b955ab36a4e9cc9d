#include "board/perft.h"

#include <atomic>
#include <thread>
#include <vector>

#include "board/rules.h"

namespace emilia {

namespace {

struct Task {
    Position position;
    int depth;
};

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

std::optional<std::uint64_t> perft(Position position, int depth, const PerftOptions& options) {
    const BoardKernel& kernel = board_kernel(active_isa());
    // Enough tasks to keep every thread busy and to look at `stopped` often, each long enough to
    // matter.
    const int split_plies = depth <= 6 ? 0 : depth - 6;
    std::vector<Task> tasks;
    std::uint64_t leaves = 0;
    split(position, depth, split_plies < 5 ? split_plies : 5, options.rules, tasks, leaves);

    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> total{leaves};
    std::atomic<bool> gave_up{false};
    const auto work = [&] {
        std::uint64_t counted = 0;
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            if (options.stopped && options.stopped()) gave_up = true;
            if (gave_up) break;
            counted += kernel.perft(tasks[i].position, tasks[i].depth, options.rules);
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
