// BILL: how many leaves a second its search evaluates, ordering and all, and its evaluation alone.
//   build/release/bench/bill_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "history/bill/bill_search.h"

namespace {

using namespace emilia;

std::vector<Position> positions() {
    Random random(1990);
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
    bill::BillSearch bill(bill::hand_set_knowledge());
    std::uint64_t leaves = 0;
    std::uint64_t nodes = 0;
    std::size_t next = 0;
    for (auto _ : state) {
        const Diagram diagram{list[next++ % list.size()], Color::black};
        const auto counts = bill.search(diagram, Move::pass(), 6).counts;
        leaves += counts.leaves;
        nodes += counts.nodes;
    }
    state.counters["leaves"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
    state.counters["nodes"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(search)->MinTime(2);

void evaluation(benchmark::State& state) {
    const auto list = positions();
    const bill::Evaluation evaluate(bill::hand_set_knowledge());
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluate(classic::StandardBoard{list[next++ % list.size()]}));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluation);

}  // namespace

BENCHMARK_MAIN();
