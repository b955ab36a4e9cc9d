// Micro-benchmarks of the board: each primitive in each instruction set, over the same positions
// from play.
//   build/release/bench/board_bench
// The primitives are called through a pointer, as nothing in the program does: compare variants
// with each other, not with a loop. Perft is the loop.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "board/random_positions.h"
#include "board/rules.h"
#include "board/simd/board_kernel.h"
#include "board/symmetry.h"

namespace {

using namespace emilia;

struct Sample {
    Position position;
    int square;  // a legal move there
};

constexpr std::size_t kSamples = 4096;

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = [] {
        Random random(2026);
        std::vector<Sample> list;
        while (list.size() < kSamples) {
            const Position position =
                random_position_from_play(random, static_cast<int>(random.below(56)));
            const Bitboard moves = legal_moves(position);
            if (moves) list.push_back({position, index_of(random_square(random, moves))});
        }
        return list;
    }();
    return all;
}

void over_samples(benchmark::State& state, const auto& function) {
    const Sample* const all = samples().data();
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(function(all[i]));
        i = (i + 1) % kSamples;
    }
    state.SetItemsProcessed(state.iterations());
}

void register_all() {
    for (const Isa isa : usable_isas()) {
        const BoardKernel& kernel = board_kernel(isa);
        const std::string suffix = "/" + std::string(name_of(isa));
        benchmark::RegisterBenchmark(
            ("legal_moves" + suffix).c_str(), [&](benchmark::State& state) {
                over_samples(state, [&](const Sample& s) {
                    return kernel.legal_moves(s.position.own, s.position.opponent);
                });
            });
        benchmark::RegisterBenchmark(("flips" + suffix).c_str(), [&](benchmark::State& state) {
            over_samples(state, [&](const Sample& s) {
                return kernel.flips(s.square, s.position.own, s.position.opponent);
            });
        });
        benchmark::RegisterBenchmark(
            ("stable_discs" + suffix).c_str(), [&](benchmark::State& state) {
                over_samples(state, [&](const Sample& s) {
                    return kernel.stable_discs(s.position.own, s.position.opponent);
                });
            });
        for (const bool bulk : {true, false}) {
            const std::string name = std::string(bulk ? "perft_bulk_9" : "perft_8") + suffix;
            benchmark::RegisterBenchmark(name.c_str(), [&kernel, bulk](benchmark::State& state) {
                std::uint64_t leaves = 0;
                for (auto _ : state)
                    leaves +=
                        kernel.perft(Position::initial(), bulk ? 9 : 8, {bulk, false}, nullptr);
                state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
            })->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::RegisterBenchmark("canonical", [](benchmark::State& state) {
        over_samples(state, [](const Sample& s) { return canonical(s.position).position.own; });
    });
    benchmark::RegisterBenchmark("hash", [](benchmark::State& state) {
        over_samples(state, [](const Sample& s) { return hash_of(s.position); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
