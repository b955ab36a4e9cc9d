#include <gtest/gtest.h>

#include <memory>

#include "eval/default_weights.h"
#include "learn/cuda/label.h"
#include "learn/cuda/played_game.h"
#include "learn/cuda/reference.h"
#include "learn/cuda/warp_emulation.h"
#include "learn/training_game.h"
#include "search/solver.h"
#include "util/testing.h"

// The code of the graphics processor, run by the processor: a warp at a time, lane after lane.

namespace emilia::learn {
namespace {

constexpr std::uint32_t kEntries = 1024;

// What a warp works with, and a state for each lane.
struct Bench {
    BlockTables tables = make_block_tables();
    std::vector<Frame> frames = std::vector<Frame>(24);
    std::vector<std::uint8_t> list = std::vector<std::uint8_t>(80);
    LearnedArrays learned;
    std::vector<HashEntry> hash = std::vector<HashEntry>(kEntries);

    explicit Bench(const Weights& from) : learned(learned_arrays(from)) {}

    void run(std::uint32_t tag, const std::function<void(WarpState&)>& body) {
        WarpEmulation::run([&] {
            WarpState state;
            state.tables = &tables;
            state.frames = frames.data();
            state.exact_frames = reinterpret_cast<ExactFrame*>(frames.data());
            state.list = list.data();
            state.killers = list.data() + 64;
            state.hash = hash.data();
            state.hash_mask = kEntries - 1;
            state.tag = tag;
            find_weights(
                state,
                {learned.weights.data(), learned.rows.empty() ? nullptr : learned.rows.data(),
                 learned.first_row.data(), learned.layers.data()},
                kTableOffsets.offset.data());
            body(state);
        });
    }
};

TEST(CudaWarpTest, LanesTellEachOther) {
    WarpEmulation::run([] {
        const int lane = warp::lane();
        EXPECT_EQ(warp::sum(lane), 31 * 16);
        EXPECT_EQ(warp::least(40 - lane), 9);
        EXPECT_EQ(warp::greatest(lane * lane), 961);
        EXPECT_EQ(warp::from(lane + 5, 7), 12);
        EXPECT_EQ(warp::from_neighbour(lane, 2), lane ^ 2);
        EXPECT_EQ(warp::ballot(lane % 2 == 1), 0xaaaaaaaau);
        EXPECT_EQ(warp::from(std::uint64_t{1} << lane, 31), std::uint64_t{1} << 31);
    });
}

TEST(CudaWarpTest, AnswersAreThoseOfTheProcessor) {
    Random random(1);
    const Weights sum = random_weights(random);
    for (const Weights* weights : {&sum, default_weights().get()}) {
        Bench bench(*weights);
        std::uint32_t tag = 0;
        for (Probe& probe :
             random_probes(random, static_cast<std::size_t>(thorough_trials(60, 1000)), 3, 9)) {
            bench.run(++tag, [&](WarpState& state) { answer(state, &probe); });
            const auto wrong = mistake(*weights, probe);
            EXPECT_FALSE(wrong.has_value()) << *wrong;
        }
    }
}

TEST(CudaWarpTest, GamesAreLegalAndEndPerfectly) {
    Random random(2);
    const Weights weights = random_weights(random);
    Bench bench(weights);
    SelfPlay play;
    play.depth = 2;
    play.exact = 9;
    play.longer = 20000;
    for (std::uint64_t number = 0; number < 6; ++number) {
        PlayedGame game{};
        bench.run(static_cast<std::uint32_t>(number + 1),
                  [&](WarpState& state) { play_game(state, play, number, &game); });
        // Another warp, with another table, plays the same game.
        Bench other(weights);
        PlayedGame same{};
        other.run(7, [&](WarpState& state) { play_game(state, play, number, &same); });
        const TrainingGame training = training_game(game);
        EXPECT_EQ(training, training_game(same));
        EXPECT_EQ(training_game(played_game(training)), training);
        const auto checked = check(training);
        ASSERT_TRUE(checked.ok()) << checked.error().message;

        // The exact values are those of the end, and nothing else is claimed before.
        const int result = black_result(training);
        Replay replay;
        for (std::size_t i = 0; i < training.moves.size(); ++i) {
            if (static_cast<int>(i) < training.random_plies) {
                EXPECT_EQ(training.values[i], kNoValue);
            } else if (replay.position().empties() <= training.exact_from) {
                EXPECT_EQ(training.values[i], replay.black_to_move() ? result : -result);
            } else {
                EXPECT_NE(training.values[i], kNoValue);
            }
            replay.play(training.moves[i]);
        }
    }
}

TEST(CudaWarpTest, LabelsAreThoseOfTheProcessor) {
    Random random(4);
    const Weights weights = random_weights(random);
    Bench bench(weights);
    SelfPlay play;
    play.depth = 1;
    play.exact = 3;
    SelfPlay labels;
    labels.depth = 3;
    labels.exact = 9;
    Solver solver;
    for (std::uint64_t number = 0; number < 4; ++number) {
        PlayedGame played{};
        PlayedGame labelled{};
        bench.run(static_cast<std::uint32_t>(2 * number + 1), [&](WarpState& state) {
            play_game(state, play, number, &played);
            warp::sync();
            if (warp::lane() == 0) labelled = played;
            warp::sync();
        });
        bench.run(static_cast<std::uint32_t>(2 * number + 2),
                  [&](WarpState& state) { label_game(state, labels, &labelled); });
        const TrainingGame before = training_game(played);
        const TrainingGame after = training_game(labelled);
        EXPECT_EQ(after.moves, before.moves);
        EXPECT_EQ(after.exact_from, labels.exact);
        EXPECT_EQ(after.random_plies, before.random_plies);
        Replay replay;
        for (std::size_t i = 0; i < after.moves.size(); ++i) {
            const Position position = replay.position();
            int expected = before.values[i];
            if (static_cast<int>(i) >= after.random_plies) {
                expected = position.empties() <= labels.exact
                               ? solver.solve(position).lower.value()
                               : in_discs(plain_search(weights, position, labels.depth, -kInfinite,
                                                       kInfinite));
            }
            EXPECT_EQ(after.values[i], expected) << "move " << i + 1;
            replay.play(after.moves[i]);
        }
    }
}

}  // namespace
}  // namespace emilia::learn
