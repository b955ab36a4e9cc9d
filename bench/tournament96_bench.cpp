// The 96-square tournament program: how many leaves a second its search evaluates, on 8x8 and on
// its own board.
//   build/release/bench/tournament96_bench

#include <benchmark/benchmark.h>

#include <vector>

#include "history/tournament96/board_search.h"
#include "util/random.h"

namespace {

using namespace emilia;
using tournament96::BitGridBoard;
using tournament96::BitGridShape;

std::vector<BitGridBoard> boards(const BitGridShape& shape) {
    Random random(96);
    std::vector<BitGridBoard> list;
    while (list.size() < 64) {
        BitGridBoard board = BitGridBoard::initial(shape);
        for (std::uint64_t moves = 6 + random.below(30); moves > 0 && !board.moves().empty();
             --moves) {
            auto move = board.moves().begin();
            const auto count = static_cast<std::uint64_t>(classic::popcount(board.legal_moves()));
            for (std::uint64_t skip = random.below(count); skip > 0; --skip) ++move;
            board = board.after(*move);
        }
        if (!board.moves().empty()) list.push_back(board);
    }
    return list;
}

void search(benchmark::State& state, const char* name) {
    const auto grid = classic::parse_shape(name);
    const BitGridShape shape(*grid);
    const tournament96::FeatureExtractor extractor(shape);
    const auto weights = tournament96::carried_weights(*grid);
    const tournament96::Evaluation evaluation(extractor, *weights, Color::black);
    const auto list = boards(shape);
    std::uint64_t leaves = 0;
    std::size_t next = 0;
    for (auto _ : state) {
        leaves += tournament96::search_board(list[next++ % list.size()], 5, evaluation, {})
                      ->counts.leaves;
    }
    state.counters["leaves"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(search, standard_board, "8")->MinTime(2);
BENCHMARK_CAPTURE(search, board_of_96, "96")->MinTime(2);

}  // namespace

BENCHMARK_MAIN();
