// McAbee's program: how many leaves a second its search evaluates, ordering and all, its evaluation
// alone, and games of learning.
//   build/release/bench/mcabee_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "history/mcabee/learning.h"

namespace {

using namespace emilia;

std::vector<Position> positions() {
    Random random(1994);
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
    const mcabee::Knowledge& knowledge = mcabee::carried_knowledge();
    const mcabee::Polynomial polynomial(knowledge.alpha);
    mcabee::SearchSettings settings;
    settings.order = &knowledge.squares;
    std::uint64_t leaves = 0;
    std::size_t next = 0;
    for (auto _ : state) {
        leaves +=
            mcabee::search(polynomial, list[next++ % list.size()], 5, settings)->counts.leaves;
    }
    state.counters["leaves"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK(search)->MinTime(2);

void evaluation(benchmark::State& state) {
    const auto list = positions();
    const mcabee::Polynomial polynomial(mcabee::carried_knowledge().alpha);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(polynomial.value(list[next++ % list.size()], 30));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluation);

void learning(benchmark::State& state) {
    mcabee::Knowledge knowledge;
    knowledge.settings.depth = static_cast<int>(state.range(0));
    for (auto _ : state) mcabee::learn_game(knowledge);
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(learning)->DenseRange(2, 5);

}  // namespace

BENCHMARK_MAIN();
