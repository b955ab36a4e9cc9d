#include "server/games.h"

#include <gtest/gtest.h>

#include "server/line_json.h"
#include "server/testing.h"

namespace emilia::server {
namespace {

// Black has no move here, and neither has anybody after white's.
constexpr const char* kPassSoon =
    "-XO------------------------OX------XO--------------------------- X";

class GamesThread : public testing::Test {
  protected:
    GamesThread() : store_(std::move(*Store::open(":memory:"))) { restart(); }
    ~GamesThread() override {
        if (watching_) watching_->close();
    }

    void restart() { games_ = std::make_unique<Games>(registry_, *store_, turns_, settings_); }
    std::string create(const std::string& black, const std::string& white,
                       std::optional<Clock> clock = {}, const std::string& start = "",
                       const std::string& moves = "") {
        auto game = games_->create({"", {black, white}, start, moves, clock});
        EXPECT_TRUE(static_cast<bool>(game)) << (game ? "" : game.refusal().sentence);
        return (*game)["id"];
    }
    void watch(const std::string& id) { watching_ = *games_->watch(id); }
    Json get(const std::string& id) { return *games_->get(id); }
    std::string moves(const std::string& id) { return get(id)["line"]["moves"]; }

    PlayerRegistry registry_ = test_players();
    Turns turns_{2};
    Games::Settings settings_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Games> games_;
    std::shared_ptr<EventStream> watching_;
};

TEST_F(GamesThread, PlaysAgainstAPlayerWhoAnswersWhileSomebodyWatches) {
    const std::string id = create("human", "first");
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(moves(id), "f5") << "nobody watches";
    watch(id);
    EXPECT_TRUE(soon([&] { return moves(id).size() == 4; }));
    EXPECT_EQ(moves(id), "f5f4");
    EXPECT_EQ(get(id)["details"][1]["value"], 3.0);
    EXPECT_NE(watching_->take().text.find("event: game\n"), std::string::npos);
}

TEST_F(GamesThread, RefusesPlayersThatWantTooMuchOfTheMachine) {
    EXPECT_TRUE(static_cast<bool>(games_->create({"", {"human", "greedy:hash=128"}, "", "", {}})));
    const auto threads = games_->create({"", {"human", "greedy:threads=2"}, "", "", {}});
    ASSERT_FALSE(static_cast<bool>(threads));
    EXPECT_EQ(threads.refusal().sentence, "greedy: threads may be at most 1 on a server, not 2");
    const auto memory = games_->create({"", {"greedy:hash=129", "human"}, "", "", {}});
    ASSERT_FALSE(static_cast<bool>(memory));
    EXPECT_EQ(memory.refusal().sentence, "greedy: hash may be at most 128 on a server, not 129");
}

TEST_F(GamesThread, RefusesWhatIsNotAllowedNow) {
    const std::string id = create("human", "first");
    const auto refused = [&](Answer<Json> answer) { return answer.refusal(); };
    EXPECT_EQ(refused(games_->move(id, 0, "a1")).status, 400);
    EXPECT_EQ(refused(games_->move(id, 0, "z1")).sentence, "'z1' is not a square from a1 to h8");
    EXPECT_EQ(refused(games_->move(id, 3, "f5")).status, 409);
    EXPECT_EQ(refused(games_->undo(id)).sentence, "there is no move to take back");
    EXPECT_EQ(refused(games_->redo(id)).sentence, "there is no move to play again");
    EXPECT_EQ(refused(games_->get("nothing")).status, 404);
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    EXPECT_EQ(refused(games_->move(id, 1, "f6")).sentence, "white is to move, and that is first");
    EXPECT_EQ(refused(games_->resign(id, Color::white)).sentence, "only a person resigns");
    EXPECT_EQ(refused(games_->create({"", {"nobody", "human"}, "", "", {}})).status, 400);
    EXPECT_EQ(refused(games_->create({"", {"program:sh", "human"}, "", "", {}})).status, 403);
    EXPECT_EQ(refused(games_->create({"", {"", ""}, "x", "", {}})).status, 400);
}

TEST_F(GamesThread, TakesBackToAPersonsDecisionAndPlaysAgain) {
    const std::string id = create("human", "first");
    watch(id);
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    ASSERT_TRUE(soon([&] { return moves(id).size() == 4; }));
    ASSERT_TRUE(static_cast<bool>(games_->undo(id)));
    EXPECT_EQ(moves(id), "");
    EXPECT_EQ(get(id)["undone"], 2);
    ASSERT_TRUE(static_cast<bool>(games_->redo(id)));
    EXPECT_EQ(moves(id), "f5f4");
    EXPECT_EQ(get(id)["undone"], 0);
    ASSERT_TRUE(static_cast<bool>(games_->undo(id)));
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "d3")));
    EXPECT_EQ(get(id)["undone"], 0) << "another move gives up what was taken back";
}

TEST_F(GamesThread, TwoPeopleTakeBackOneMoveAtATime) {
    const std::string id = create("human", "human");
    for (const char* const move : {"f5", "d6", "c3"}) {
        const std::size_t ply = moves(id).size() / 2;
        ASSERT_TRUE(static_cast<bool>(games_->move(id, ply, move)));
    }
    ASSERT_TRUE(static_cast<bool>(games_->undo(id)));
    EXPECT_EQ(moves(id), "f5d6");
    ASSERT_TRUE(static_cast<bool>(games_->undo(id)));
    EXPECT_EQ(moves(id), "f5");
    ASSERT_TRUE(static_cast<bool>(games_->redo(id)));
    ASSERT_TRUE(static_cast<bool>(games_->redo(id)));
    EXPECT_EQ(moves(id), "f5d6c3");
}

TEST_F(GamesThread, WholeGamesOfProgramsEndWithPassesAndAResult) {
    const std::string id = create("first", "first");
    watch(id);
    ASSERT_TRUE(soon([&] { return !get(id)["ending"].is_null(); }));
    const Json game = get(id);
    EXPECT_EQ(game["ending"], "finished");
    EXPECT_TRUE(game["line"]["plies"].back()["over"].get<bool>());
    EXPECT_EQ(game["details"].size(), game["line"]["plies"].size() - 1);
    auto record = games_->record(id);
    ASSERT_TRUE(static_cast<bool>(record));
    EXPECT_EQ(record->result->value(), game["result"].get<int>());
    EXPECT_EQ(record->ending, Ending::finished);
    EXPECT_EQ(record->player(Color::white).name, "first");
    bool passed = false;
    for (const Json& ply : game["line"]["plies"]) passed = passed || ply["move"] == "pass";
    EXPECT_TRUE(passed) << "the game was chosen to have one";
    EXPECT_TRUE(soon([&] { return games_->thinking() == 0; }));
}

TEST_F(GamesThread, ForcedPassesArePutIn) {
    // Black takes d1, and then white has no move.
    const std::string id = create("human", "human", {}, kPassSoon);
    const Json before = get(id)["line"];
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "d1")));
    const Json after = get(id)["line"];
    for (const Json& ply : after["plies"]) {
        if (&ply != &after["plies"].back()) continue;
        EXPECT_FALSE(ply["must_pass"].get<bool>());
    }
}

TEST_F(GamesThread, ASearchEndsWhenNobodyWatches) {
    const std::string id = create("endless", "human");
    watch(id);
    ASSERT_TRUE(soon([&] { return games_->thinking() == 1; }));
    const auto begin = std::chrono::steady_clock::now();
    watching_->close();
    EXPECT_TRUE(soon([&] { return games_->thinking() == 0; }));
    EXPECT_LT(seconds_since(begin), 1.0);
    EXPECT_EQ(moves(id), "") << "what a stopped search answers does not count";
}

TEST_F(GamesThread, ProgramsThatFailAreToldOf) {
    const std::string id = create("failing", "human");
    watch(id);
    ASSERT_TRUE(soon([&] { return get(id)["trouble"] == "the program has ended"; }));
    ASSERT_TRUE(soon([&] { return games_->thinking() == 0; }));
    ASSERT_TRUE(static_cast<bool>(games_->set_paused(id, false))) << "asks it once more";
    ASSERT_TRUE(soon([&] { return get(id)["trouble"] == "the program has ended"; }));
}

TEST_F(GamesThread, AProgramMayResign) {
    const std::string id = create("human", "resigning");
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    watch(id);
    ASSERT_TRUE(soon([&] { return get(id)["ending"] == "resigned"; }));
    EXPECT_EQ(get(id)["winner"], "black");
    EXPECT_EQ(get(id)["trouble"], nullptr);
    ASSERT_TRUE(soon([&] { return games_->thinking() == 0; }));
}

TEST_F(GamesThread, TheClockOfAPersonRunsOnWhenNobodyWatches) {
    const std::string id = create("human", "endless", Clock{0.4, 0});
    watch(id);
    watching_->close();
    EXPECT_EQ(get(id)["clock"]["running"], "black");
    ASSERT_TRUE(soon([&] { return get(id)["ending"] == "timeout"; }));
    EXPECT_EQ(get(id)["winner"], "white");
}

TEST_F(GamesThread, TheClockOfAProgramWaitsAsItDoes) {
    const std::string id = create("endless", "human", Clock{300, 0});
    watch(id);
    EXPECT_EQ(get(id)["clock"]["running"], "black");
    watching_->close();
    EXPECT_TRUE(get(id)["clock"]["running"].is_null());
}

TEST_F(GamesThread, ARunningClockIsKeptWhenTheServerEnds) {
    const std::string id = create("human", "human", Clock{300, 0});
    watch(id);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    restart();
    EXPECT_LT(get(id)["clock"]["black_ms"], 300'000 - 50);
    EXPECT_TRUE(get(id)["clock"]["running"].is_null());
}

TEST_F(GamesThread, ClocksRunWhileSomebodyWatchesAndEndTheGame) {
    const std::string id = create("human", "human", Clock{0.4, 0.1});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(get(id)["clock"]["black_ms"], 400);
    EXPECT_TRUE(get(id)["clock"]["running"].is_null());
    watch(id);
    EXPECT_EQ(get(id)["clock"]["running"], "black");
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    EXPECT_GT(get(id)["clock"]["black_ms"], 400) << "the increment";
    EXPECT_EQ(get(id)["clock"]["running"], "white");
    ASSERT_TRUE(soon([&] { return get(id)["ending"] == "timeout"; }));
    EXPECT_EQ(get(id)["winner"], "black");
    EXPECT_EQ(get(id)["clock"]["white_ms"], 0);
    EXPECT_TRUE(get(id)["clock"]["running"].is_null());
}

TEST_F(GamesThread, GamesGoOnAfterARestart) {
    const std::string id = create("human", "human", Clock{300, 0});
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 1, "d6")));
    ASSERT_TRUE(static_cast<bool>(games_->undo(id)));
    ASSERT_TRUE(static_cast<bool>(games_->rename(id, "a name")));
    const Json before = get(id);
    restart();
    EXPECT_EQ(get(id), before);
    ASSERT_TRUE(static_cast<bool>(games_->redo(id)));
    EXPECT_EQ(moves(id), "f5d6");
}

TEST_F(GamesThread, ResigningAndDeleting) {
    const std::string id = create("human", "endless");
    watch(id);
    ASSERT_TRUE(static_cast<bool>(games_->move(id, 0, "f5")));
    ASSERT_TRUE(static_cast<bool>(games_->resign(id, Color::black)));
    EXPECT_EQ(get(id)["winner"], "white");
    EXPECT_EQ(get(id)["ending"], "resigned");
    EXPECT_EQ(games_->move(id, 1, "f6").refusal().sentence, "the game is over");
    ASSERT_TRUE(static_cast<bool>(games_->remove(id)));
    EXPECT_EQ(games_->get(id).refusal().status, 404);
    EXPECT_TRUE(soon([&] { return games_->thinking() == 0; }));
}

}  // namespace
}  // namespace emilia::server
