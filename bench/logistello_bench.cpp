// LOGISTELLO: how many leaves a second its full-width search evaluates, ordering and all, with
// either evaluation, and the evaluation of 1997 alone.
//   build/release/bench/logistello_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "history/logistello/search.h"

namespace {

using namespace emilia;
using logistello::Generation;

std::vector<Position> positions() {
    Random random(1997);
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
    const auto generation = state.range(0) == 94 ? Generation::of_1994 : Generation::of_1997;
    logistello::Technique technique;
    technique.selection = logistello::Technique::Selection::none;
    logistello::Search logistello(logistello::default_evaluation(generation),
                                  logistello::default_cuts(generation), technique);
    std::uint64_t leaves = 0;
    std::size_t next = 0;
    for (auto _ : state) {
        leaves += logistello.search(list[next++ % list.size()], 6).counts.leaves;
    }
    state.counters["leaves"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK(search)->Arg(94)->Arg(97)->MinTime(2);

void evaluation(benchmark::State& state) {
    std::vector<logistello::Board> boards;
    for (const Position position : positions()) boards.push_back(logistello::Board::of(position));
    const auto evaluate = logistello::default_evaluation(Generation::of_1997);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize((*evaluate)(boards[next++ % boards.size()]));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluation);

}  // namespace

BENCHMARK_MAIN();
