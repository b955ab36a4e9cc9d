// Greene's Learner: how many moves a second it rates, and how many games of a burst it plays.
//   build/release/bench/greene_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "history/greene/learning.h"

namespace {

using namespace emilia;

void moves(benchmark::State& state) {
    Random random(1991);
    std::vector<Position> list;
    while (list.size() < 256) {
        const Position position =
            random_position_from_play(random, 12 + static_cast<int>(random.below(40)));
        if (legal_moves(position) != 0) list.push_back(position);
    }
    const greene::Database database;
    std::size_t next = 0;
    std::int64_t rated = 0;
    for (auto _ : state) {
        const Position position = list[next++ % list.size()];
        benchmark::DoNotOptimize(greene::candidates(database, position));
        rated += popcount(legal_moves(position));
    }
    state.SetItemsProcessed(rated);
}
BENCHMARK(moves);

void games(benchmark::State& state) {
    greene::Database database;
    greene::Learner learner;
    std::uint64_t seed = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(learner.play_itself(database, Random(seed++)));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(games)->MinTime(2);

}  // namespace

BENCHMARK_MAIN();
