#include "learn/game_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "board/rules.h"
#include "learn/testing.h"
#include "util/file.h"

namespace emilia::learn {
namespace {

class GameFile : public testing::Test {
  protected:
    void SetUp() override {
        path_ = testing::TempDir() + "emilia-game-file-" +
                testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::remove(path_);
    }
    void TearDown() override { std::filesystem::remove(path_); }

    std::string content() const { return *read_file(path_); }
    void write(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    }

    // Everything in the file, and what the reading ended with.
    struct Read {
        std::vector<TrainingGame> games;
        std::string error;
        bool is_cut = false;
        std::uint64_t good_bytes = 0;
    };
    Read read() const {
        Read all;
        auto reader = GameFileReader::open(path_);
        if (!reader) return {{}, reader.error().message, false, 0};
        for (;;) {
            const auto block = reader->next();
            if (!block) all.error = block.error().message;
            if (!block || !*block) break;
            const auto games = unpack(**block);
            EXPECT_TRUE(games);
            all.games.insert(all.games.end(), games->begin(), games->end());
        }
        all.is_cut = reader->is_cut();
        all.good_bytes = reader->good_bytes();
        return all;
    }

    std::string path_;
    Settings settings_ = {{"seed", "1"}, {"depth", "4"}, {"weights", "none at all"}};
};

TEST(TrainingGames, TheResultIsThatOfTheBoard) {
    for (const TrainingGame& game : random_training_games(200, 1)) {
        ASSERT_TRUE(check(game));
        // By colours, passes found by trying.
        Position position = Position::initial();
        bool black = true;
        for (const Square square : game.moves) {
            if (flips(position, square) == 0) {
                position = position.passed();
                black = !black;
            }
            position = play(position, square);
            black = !black;
        }
        ASSERT_TRUE(is_over(position));
        const int result = final_score(position).value();
        ASSERT_EQ(black_result(game), black ? result : -result);
    }
}

TEST(TrainingGames, WhatIsNoGameIsRefused) {
    Random random(2);
    const TrainingGame game = random_training_game(random);
    TrainingGame wrong = game;
    wrong.moves[0] = Square::a1;
    EXPECT_EQ(check(wrong).error().message,
              "move 1 of a game is a1, the legal moves there are d3, c4, f5, e6");
    wrong = game;
    wrong.moves.pop_back();
    wrong.values.pop_back();
    EXPECT_FALSE(check(wrong));
    wrong = game;
    wrong.values.back() = 65;
    EXPECT_FALSE(check(wrong));
    wrong = game;
    wrong.values.pop_back();
    EXPECT_FALSE(check(wrong));
    wrong = game;
    wrong.exact_from = 61;
    EXPECT_FALSE(check(wrong));
    EXPECT_FALSE(pack(std::vector{game, wrong}));
}

TEST_F(GameFile, GamesAreReadAsTheyWereWritten) {
    const auto games = random_training_games(300, 3);
    {
        auto writer = GameFileWriter::open(path_, settings_);
        ASSERT_TRUE(writer);
        EXPECT_EQ(writer->games(), 0u);
        ASSERT_TRUE(writer->append(std::span(games).first(100)));
        ASSERT_TRUE(writer->append(std::span(games).subspan(100)));
        EXPECT_EQ(writer->games(), 300u);
        EXPECT_FALSE(GameFileWriter::open(path_, settings_)) << "written by two at once";
    }
    const Read all = read();
    EXPECT_EQ(all.error, "");
    EXPECT_EQ(all.games, games);
    EXPECT_EQ(all.good_bytes, content().size());
    EXPECT_EQ(GameFileReader::open(path_)->settings(), settings_);
    EXPECT_LT(content().size(), 300u * 90);
}

TEST_F(GameFile, AnInterruptedRunGoesOnWhereItsFileIsGood) {
    const auto games = random_training_games(30, 4);
    const auto first = std::span(games).first(20);
    const auto second = std::span(games).subspan(20);
    {
        auto writer = GameFileWriter::open(path_, settings_);
        ASSERT_TRUE(writer->append(first));
    }
    const std::size_t good = content().size();
    {
        auto writer = GameFileWriter::open(path_, settings_);
        EXPECT_EQ(writer->games(), 20u);
        ASSERT_TRUE(writer->append(second));
    }
    const std::string whole = content();
    for (std::size_t size = 0; size < whole.size(); size += 23) {
        write(whole.substr(0, size));
        if (size > good) {
            const Read part = read();
            ASSERT_TRUE(part.is_cut) << size;
            ASSERT_EQ(part.good_bytes, good);
            ASSERT_EQ(part.games.size(), 20u);
        }
        auto writer = GameFileWriter::open(path_, settings_);
        ASSERT_TRUE(writer) << size << ": " << writer.error().message;
        if (writer->games() == 0) {
            ASSERT_LT(size, good);
            ASSERT_TRUE(writer->append(first));
        }
        ASSERT_EQ(writer->games(), 20u);
        ASSERT_TRUE(writer->append(second));
        ASSERT_EQ(content(), whole) << size;
    }
}

TEST_F(GameFile, DamageIsNoticed) {
    const auto games = random_training_games(20, 5);
    {
        auto writer = GameFileWriter::open(path_, settings_);
        ASSERT_TRUE(writer->append(games));
        ASSERT_TRUE(writer->append(games));
    }
    const std::string whole = content();
    Random random(6);
    for (int trial = 0; trial < 300; ++trial) {
        std::string damaged = whole;
        damaged[random.below(damaged.size())] ^= static_cast<char>(1 << random.below(8));
        write(damaged);
        ASSERT_NE(read().error, "");
    }
    write("something else\n");
    EXPECT_EQ(read().error, path_ +
                                " is no file of training games: it does not begin with 'Emilia "
                                "training games 1'");
    EXPECT_FALSE(GameFileWriter::open(path_, settings_));
    EXPECT_EQ(content(), "something else\n");
}

TEST_F(GameFile, OtherSettingsAreRefused) {
    { ASSERT_TRUE(GameFileWriter::open(path_, settings_)); }
    Settings other = settings_;
    other[1].second = "5";
    EXPECT_EQ(GameFileWriter::open(path_, other).error().message,
              path_ +
                  " holds games made with other settings: it says 'depth 4', and now it is 'depth "
                  "5'");
    other = settings_;
    other.pop_back();
    EXPECT_FALSE(GameFileWriter::open(path_, other));
}

}  // namespace
}  // namespace emilia::learn
