#include "learn/selfplay.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <set>

#include "board/rules.h"
#include "board/symmetry.h"
#include "learn/openings.h"
#include "learn/production.h"
#include "learn/thinker.h"
#include "search/solver.h"
#include "util/file.h"

namespace emilia::learn {
namespace {

SelfplayOptions quick() {
    SelfplayOptions options;
    options.depth = 2;
    options.exact = 8;
    options.weights = default_weights();
    return options;
}

class SelfplayFile : public testing::Test {
  protected:
    void SetUp() override {
        path_ = testing::TempDir() + "emilia-selfplay-" +
                testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::remove(path_);
    }
    void TearDown() override { std::filesystem::remove(path_); }

    // Runs until so many games have been made by this run, and then is stopped.
    Result<bool> run(const SelfplayOptions& options, std::uint64_t games, int threads,
                     int stop_after = 1 << 30) const {
        auto writer = GameFileWriter::open(path_, settings_of(options));
        if (!writer) return writer.error();
        std::atomic<int> made{0};
        Production production;
        production.games = games;
        production.block = 4;
        production.threads = threads;
        production.stopped = [&] { return made >= stop_after; };
        production.progress = [&](std::uint64_t) { ++made; };
        production.maker = [&]() -> GameMaker {
            auto play = std::make_shared<Selfplay>(options, production.stopped);
            return [play](std::uint64_t number) { return play->play(number); };
        };
        return produce(production, *writer);
    }

    std::string path_;
};

TEST(Openings, EveryPositionIsThereOnce) {
    EXPECT_EQ(enumerated_openings(0).size(), 1u);
    EXPECT_EQ(enumerated_openings(1).size(), 1u);
    EXPECT_EQ(enumerated_openings(2).size(), 3u);
    // All lines of play from the start without images, by brute force.
    std::set<Position> all = {Position::initial()};
    for (int ply = 1; ply <= 5; ++ply) {
        std::set<Position> next;
        for (const Position position : all) {
            for (const Square square : squares_of(legal_moves(position))) {
                next.insert(canonical(play(position, square)).position);
            }
        }
        all = next;
        std::set<Position> found;
        for (const auto& line : enumerated_openings(ply)) {
            Replay replay;
            for (const Square square : line) {
                ASSERT_NE(replay.legal() & bit(square), 0u);
                replay.play(square);
            }
            found.insert(canonical(replay.position()).position);
        }
        EXPECT_EQ(found, all) << ply;
    }
}

TEST(Selfplay, GamesAreWhatTheOptionsSay) {
    SelfplayOptions options = quick();
    options.least_random = 3;
    options.most_random = 7;
    Selfplay selfplay(options, {});
    Solver solver({1, std::size_t{1} << 20});
    std::set<int> random_plies;
    for (std::uint64_t number = 0; number < 30; ++number) {
        const auto game = selfplay.play(number);
        ASSERT_TRUE(game);
        ASSERT_TRUE(check(*game)) << check(*game).error().message;
        random_plies.insert(game->random_plies);
        Replay replay;
        for (std::size_t i = 0; i < game->moves.size(); ++i) {
            const bool is_random = static_cast<int>(i) < game->random_plies;
            ASSERT_EQ(game->values[i] == kNoValue, is_random);
            if (replay.position().empties() <= 8) {
                ASSERT_EQ(game->values[i], solver.solve(replay.position()).lower.value());
                const int result = black_result(*game);
                ASSERT_EQ(game->values[i], replay.black_to_move() ? result : -result);
            }
            replay.play(game->moves[i]);
        }
    }
    EXPECT_EQ(*random_plies.begin(), 3);
    EXPECT_EQ(*random_plies.rbegin(), 7);
}

TEST(Selfplay, AGameDependsOnSeedAndNumberAlone) {
    SelfplayOptions options = quick();
    options.noise = 3;
    options.enumerated = 2;
    Selfplay forwards(options, {});
    Selfplay backwards(options, {});
    std::vector<TrainingGame> games;
    for (std::uint64_t number = 0; number < 8; ++number) games.push_back(*forwards.play(number));
    for (std::uint64_t number = 8; number-- > 0;) {
        EXPECT_EQ(*backwards.play(number), games[number]);
    }
    options.seed = 2;
    EXPECT_NE(*Selfplay(options, {}).play(3), games[3]);
    // Three openings of two plies, in turn.
    EXPECT_EQ(games[0].moves[1], games[3].moves[1]);
    EXPECT_NE(games[0].moves[1], games[1].moves[1]);
}

TEST(Selfplay, NoiseChoosesAmongMovesThatAreNearlyAsGood) {
    SelfplayOptions options = quick();
    options.noise = 2;
    Selfplay selfplay(options, {});
    Thinker thinker(options.weights, {});
    int others = 0;
    for (std::uint64_t number = 0; number < 10; ++number) {
        const TrainingGame game = *selfplay.play(number);
        Replay replay;
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            const Position position = replay.position();
            replay.play(game.moves[i]);
            if (game.values[i] == kNoValue || position.empties() <= options.exact) continue;
            // The value of the move by itself, one ply less deep from the other side.
            Position after = play(position, game.moves[i]);
            int sign = -1;
            if (legal_moves(after) == 0) {
                after = after.passed();
                sign = 1;
            }
            if (legal_moves(after) == 0) continue;
            const int value = sign * thinker.think(after, options.depth - 1)->value;
            ASSERT_GE(value, game.values[i] - options.noise);
            others += value < game.values[i];
        }
    }
    EXPECT_GT(others, 5);
}

TEST_F(SelfplayFile, ParallelAndInterruptedRunsMakeTheSameFile) {
    const SelfplayOptions options = quick();
    const auto whole = run(options, 22, 1);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(*whole);
    const std::string expected = *read_file(path_);
    std::filesystem::remove(path_);
    int runs = 0;
    for (bool finished = false; !finished; ++runs) {
        ASSERT_LT(runs, 20);
        const auto part = run(options, 22, 3, 7);
        ASSERT_TRUE(part);
        finished = *part;
        // As if killed in the middle of a block.
        if (!finished) {
            std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
        }
    }
    EXPECT_GT(runs, 2);
    EXPECT_EQ(*read_file(path_), expected);
}

TEST_F(SelfplayFile, OtherOptionsDoNotGoOnWithAFile) {
    SelfplayOptions options = quick();
    ASSERT_TRUE(run(options, 2, 1));
    options.depth = 3;
    EXPECT_FALSE(run(options, 4, 1));
}

TEST(Selfplay, ImpossibleOptionsAreRefused) {
    SelfplayOptions options = quick();
    EXPECT_TRUE(check(options));
    options.least_random = 30;
    EXPECT_FALSE(check(options));
    options = quick();
    options.exact = 50;
    EXPECT_FALSE(check(options));
    options = quick();
    options.enumerated = 9;
    EXPECT_FALSE(check(options));
}

}  // namespace
}  // namespace emilia::learn
