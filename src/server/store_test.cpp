#include "server/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace emilia::server {
namespace {

StoredGame example(const std::string& id, std::int64_t changed) {
    StoredGame game;
    game.id = id;
    game.name = "Näme 名前 ' \" --";
    game.created = 1;
    game.changed = changed;
    game.seats = {"human", "weighted-squares:depth=4"};
    game.start = "start";
    game.moves = "f5d6";
    game.undone = "c3";
    game.details = "[]";
    game.clock = Clock{300, 2.5};
    game.left = {299'000, 300'000};
    game.ending = "finished";
    game.winner = "black";
    game.result = -4;
    game.paused = true;
    return game;
}

class StoreFile : public testing::Test {
  protected:
    void SetUp() override {
        path_ = std::filesystem::path(testing::TempDir()) /
                ("emilia-store-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(path_);
        std::filesystem::create_directory(path_);
    }
    void TearDown() override { std::filesystem::remove_all(path_); }
    std::string file() const { return (path_ / "games.db").string(); }

    std::filesystem::path path_;
};

TEST_F(StoreFile, KeepsGamesAsTheyWere) {
    StoredGame plain = example("b", 2);
    plain.clock.reset();
    plain.result.reset();
    {
        auto store = Store::open(file());
        ASSERT_TRUE(store.ok()) << store.error().message;
        ASSERT_TRUE((*store)->put(example("a", 1)).ok());
        ASSERT_TRUE((*store)->put(plain).ok());
    }
    auto store = Store::open(file());
    ASSERT_TRUE(store.ok());
    EXPECT_EQ(**(*store)->get("a"), example("a", 1));
    EXPECT_EQ(**(*store)->get("b"), plain);
    EXPECT_FALSE((*store)->get("c")->has_value());
}

TEST_F(StoreFile, ListsTheLastChangedFirst) {
    auto store = Store::open(file());
    ASSERT_TRUE(store.ok());
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE((*store)->put(example(std::string(1, static_cast<char>('a' + i)), i)).ok());
    }
    ASSERT_TRUE((*store)->put(example("b", 100)).ok());
    const auto games = (*store)->list(3, 1);
    ASSERT_TRUE(games.ok());
    ASSERT_EQ(games->size(), 3u);
    EXPECT_EQ((*games)[0].id, "e");
    EXPECT_EQ((*games)[2].id, "c");
    EXPECT_EQ(*(*store)->count(), 5);
    EXPECT_TRUE(*(*store)->remove("e"));
    EXPECT_FALSE(*(*store)->remove("e"));
    EXPECT_EQ(*(*store)->count(), 4);
    const auto results = (*store)->results();
    ASSERT_EQ(results->size(), 1u);
    EXPECT_EQ(results->front().games, 4);
}

TEST_F(StoreFile, HasOneServerAtATime) {
    auto first = Store::open(file());
    ASSERT_TRUE(first.ok());
    const auto second = Store::open(file());
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("another server has it open"), std::string::npos)
        << second.error().message;
    first->reset();
    EXPECT_TRUE(Store::open(file()).ok());
}

TEST_F(StoreFile, RefusesAFileThatIsNone) {
    EXPECT_NE(Store::open((path_ / "no" / "folder").string()).error().message.find("no/folder"),
              std::string::npos);
    {
        FILE* const text = fopen(file().c_str(), "w");
        fputs("this is a text and no database at all, not even a little", text);
        fclose(text);
    }
    EXPECT_NE(Store::open(file()).error().message.find("not a database"), std::string::npos);
}

}  // namespace
}  // namespace emilia::server
