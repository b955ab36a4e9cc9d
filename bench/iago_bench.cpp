// IAGO: how many leaves a second its search evaluates, ordering and all, and its evaluation alone.
//   build/release/bench/iago_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "history/iago/iago_search.h"

namespace {

using namespace emilia;

std::vector<Position> positions() {
    Random random(1981);
    std::vector<Position> list;
    while (list.size() < 64) {
        const Position position =
            random_position_from_play(random, static_cast<int>(random.below(46)));
        if (legal_moves(position) != 0) list.push_back(position);
    }
    return list;
}

void search(benchmark::State& state) {
    const auto list = positions();
    iago::IagoSearch iago(iago::default_edges());
    std::uint64_t leaves = 0;
    std::size_t next = 0;
    for (auto _ : state) {
        const Diagram diagram{list[next++ % list.size()], Color::black};
        leaves += iago.search(diagram, Move::pass(), 6).counts.leaves;
    }
    state.counters["leaves"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK(search)->MinTime(2);

void components(benchmark::State& state) {
    const auto list = positions();
    const iago::Evaluation evaluation(iago::default_edges());
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluation.components(list[next++ % list.size()]).total());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(components);

}  // namespace

BENCHMARK_MAIN();
