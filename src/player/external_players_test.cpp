#include "player/external_players.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "board/position_text.h"
#include "board/rules.h"
#include "game/random_game.h"
#include "player/nboard_player.h"
#include "util/elapsed.h"
#include "util/process_testing.h"
#include "util/text.h"

namespace emilia {
namespace {

using SteadyClock = std::chrono::steady_clock;

GameRecord game_of(std::string_view moves, const Diagram& start = {}) {
    GameBuilder builder(start);
    for (; !moves.empty(); moves.remove_prefix(2)) {
        const auto added = builder.add({*parse_square(moves.substr(0, 2))});
        EXPECT_TRUE(added) << added.error().message;
    }
    return builder.record();
}

// Every test for both protocols, with the program of tests/misbehaving_engine.py.
class ExternalParallel : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        const char* const source = std::getenv("EMILIA_SOURCE_DIR");
        if (source == nullptr) GTEST_SKIP() << "EMILIA_SOURCE_DIR is not set; ctest sets it";
        engine_ = fmt::format("{}/tests/misbehaving_engine.py", source);
        if (!std::filesystem::exists(engine_)) GTEST_SKIP() << "there is no " << engine_;
        if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "there is no python3";
        static std::atomic<int> count{0};
        mark_ = fmt::format("marked-{}-{}-", ::getpid(), ++count);
        folder_ = std::filesystem::temp_directory_path() / mark_;
        std::filesystem::create_directory(folder_);
        add_external_players(registry_);
    }

    void TearDown() override {
        if (mark_.empty()) return;
        EXPECT_TRUE(becomes_none([this] { return count_marked(mark_); }));
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
        EXPECT_EQ(errno, ECHILD);
        std::filesystem::remove_all(folder_);
    }

    std::unique_ptr<Player> player(const std::string& options = {}) {
        const auto spec = registry_.parse(
            fmt::format("{0}:exec python3 {1} {0} --mark {2} --log {3}/log {4}", GetParam(),
                        shell_word(engine_), mark_, shell_word(folder_.string()), options));
        EXPECT_TRUE(spec);
        return registry_.make(*spec);
    }

    // What the program was sent.
    std::string log() const {
        std::ifstream file(folder_ / "log");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    // Plays a whole game against random moves, and gives back the error that ended it.
    static std::string error_in_game(Player& player, const Limits& limits = {}) {
        GameBuilder builder;
        Random random(5);
        while (!is_over(builder.diagram().position)) {
            const Bitboard legal = legal_moves(builder.diagram().position);
            if (builder.diagram().to_move == Color::white || legal == 0) {
                Move move = Move::pass();
                auto skip =
                    legal == 0 ? 0 : random.below(static_cast<std::uint64_t>(popcount(legal)));
                for (const Square square : squares_of(legal)) {
                    if (skip-- == 0) move = square;
                }
                EXPECT_TRUE(builder.add({move}));
                continue;
            }
            const auto choice = player.choose(builder.record(), limits);
            if (!choice) return choice.error().message;
            const auto added = builder.add({choice->move});
            EXPECT_TRUE(added) << added.error().message;
        }
        return {};
    }

    bool is_gtp() const { return GetParam() == "gtp"; }

    PlayerRegistry registry_;
    std::string engine_;
    std::string mark_;
    std::filesystem::path folder_;
};

TEST_P(ExternalParallel, PlaysGames) {
    const auto first = player();
    const auto second = player("--seed 2");
    EXPECT_EQ(count_marked(mark_), 0) << "it is started only when it has to choose";
    // The same program, game after game; and both colours.
    for (int game = 0; game < 4; ++game) {
        GameBuilder builder;
        for (std::size_t turn = static_cast<std::size_t>(game);
             !is_over(builder.diagram().position); ++turn) {
            const auto choice = (turn % 2 == 0 ? first : second)->choose(builder.record(), {});
            ASSERT_TRUE(choice) << choice.error().message;
            const auto added = builder.add({choice->move});
            ASSERT_TRUE(added) << added.error().message;
        }
    }
    EXPECT_EQ(count_marked(mark_), 2);
}

// Whatever game comes next, the program has it on its board: it is asked in positions of random
// games in no order, passes among them.
TEST_P(ExternalParallel, FollowsAnyGame) {
    for (const std::string options : {"", "--implicit-passes"}) {
        if (!is_gtp() && !options.empty()) continue;
        const auto asked = player(options);
        Random random(11);
        int passes = 0;
        for (int i = 0; i < 40; ++i) {
            const GameRecord game = random_game(random, 40 + random.below(22));
            if (is_over(game.final_diagram().position)) continue;
            for (const PlayedMove& played : game.moves) passes += played.move.is_pass() ? 1 : 0;
            const auto choice = asked->choose(game, {});
            ASSERT_TRUE(choice) << choice.error().message;
            GameBuilder builder(game.start);
            for (const PlayedMove& played : game.moves) ASSERT_TRUE(builder.add(played));
            EXPECT_TRUE(builder.add({choice->move}));
        }
        EXPECT_GT(passes, 0);
    }
}

TEST_P(ExternalParallel, MakesForcedPassesItself) {
    const auto diagram =
        parse_position("OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X");
    ASSERT_TRUE(diagram);
    ASSERT_TRUE(must_pass(diagram->position));
    const auto choice = player()->choose(game_of("", *diagram), {});
    ASSERT_TRUE(choice);
    EXPECT_TRUE(choice->move.is_pass());
}

TEST_P(ExternalParallel, TakesPositions) {
    const auto diagram =
        parse_position("-XXXXXXO-XXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O");
    ASSERT_TRUE(diagram);
    const GameRecord game = game_of("", *diagram);
    const auto choice = player()->choose(game, {});
    ASSERT_TRUE(choice) << choice.error().message;
    EXPECT_TRUE(legal_moves(diagram->position) & bit(choice->move.square()));

    if (!is_gtp()) return;
    const auto without = player("--without test-setup_board");
    const auto refused = without->choose(game, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("only from the start of a game"), std::string::npos);
    EXPECT_TRUE(without->choose(game_of("f5"), {}));
}

// Each way to misbehave, at the first move and later (the slow ones only later): an error that says
// what happened, soon; nobody left behind; and the player, asked again, plays on.
TEST_P(ExternalParallel, SurvivesMisbehaviour) {
    struct Case {
        std::string how;
        std::string sentence;    // a part of it
        bool has_limit = false;  // without one, nothing but the user ends the wait
    };
    std::vector<Case> cases = {
        {"die", "ended with status 3, after 'cannot think any more'"},
        {"exit", "ended with status 0"},
        {"crash", "was ended by signal SIGKILL"},
        {"hang", "did not answer in time", true},
        {"hang-hard", "did not answer in time", true},
        {"flood", "floods us with output"},
        {"flood-lines", "floods us with output"},
        {"nonsense", "which is no move"},
        {"garbage", "did not answer in time", true},
        {"illegal", "which is illegal: the legal moves are"},
        {"pass", "answered pass at ply"},
        {"close-output", "does not answer any more"},
        {"close-input", "does not listen any more"},
        {"orphan", "ended with status 0"},
        {"die-later", "ended with status 3"},
    };
    if (is_gtp()) {
        cases.push_back({"resign", "resigns at ply"});
        cases.push_back({"refuse", "refuses 'genmove black': 'cannot'"});
    }
    for (const Case& one : cases) {
        for (const int at : {1, 5}) {
            if (one.has_limit && at == 1) continue;
            SCOPED_TRACE(fmt::format("{} at {}", one.how, at));
            const std::string once = (folder_ / fmt::format("once-{}-{}", one.how, at)).string();
            const auto asked =
                player(fmt::format("--how {} --at {} --once {}", one.how, at, shell_word(once)));
            Limits limits;
            if (one.has_limit) limits.seconds = 0.2;
            const auto start = SteadyClock::now();
            const std::string error = error_in_game(*asked, limits);
            EXPECT_LT(seconds_since(start), 20);
            EXPECT_NE(error.find(one.sentence), std::string::npos) << error;
            EXPECT_EQ(asked->fault(), one.how == "illegal" || one.how == "pass" ? Fault::illegal
                                      : one.how == "resign"                     ? Fault::resignation
                                                                                : Fault::failure);
            EXPECT_TRUE(error.starts_with("the program 'exec python3 ")) << error;
            EXPECT_TRUE(becomes_none([this] { return count_marked(mark_); }));
            EXPECT_EQ(error_in_game(*asked), "");
        }
    }
}

TEST_P(ExternalParallel, PutsUpWithOddities) {
    for (const std::string options :
         {"--how flood-errors --at 2", "--how slow --seconds 0.3 --at 3", "--greeting",
          "--without list_commands,set_game,list_games,time_settings,time_left", "--wants-depth"}) {
        const auto asked = player(options);
        EXPECT_EQ(error_in_game(*asked), "") << options;
    }
}

// Stopped while it thinks, it is ended; asked again, it is started and given the whole game.
TEST_P(ExternalParallel, CanBeStopped) {
    const auto asked = player("--how hang --at 2 --once " + (folder_ / "once").string());
    const GameRecord game = game_of("f5d6c3d3");
    ASSERT_TRUE(asked->choose(game, {}));
    std::atomic<bool> stop{false};
    Limits limits;
    limits.stopped = [&stop] { return stop.load(); };
    std::thread stopper([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop = true;
    });
    const auto start = SteadyClock::now();
    const auto choice = asked->choose(game, limits);
    stopper.join();
    ASSERT_FALSE(choice);
    EXPECT_NE(choice.error().message.find("did not answer in time"), std::string::npos);
    EXPECT_LT(seconds_since(start), 5);
    EXPECT_TRUE(becomes_none([this] { return count_marked(mark_); }));
    EXPECT_TRUE(asked->choose(game, {}));
}

TEST_P(ExternalParallel, TellsTheTime) {
    const auto asked = player();
    Limits limits;
    limits.clock = Clock{125.7, 2};
    const GameRecord game = game_of("f5");
    ASSERT_TRUE(asked->choose(game, limits));
    limits.clock = Clock{0.4, 0};
    ASSERT_TRUE(asked->choose(game, limits));
    limits.clock.reset();
    limits.seconds = 3.5;
    ASSERT_TRUE(asked->choose(game, limits));
    const std::string sent = log();
    if (is_gtp()) {
        EXPECT_NE(sent.find("time_settings 125 0 0\ntime_left white 125 0\ngenmove white\n"),
                  sent.npos);
        EXPECT_NE(sent.find("time_left white 1 0\ngenmove white\n"), sent.npos);
        EXPECT_NE(sent.find("time_settings 3 3 1\ntime_left white 3 1\ngenmove white\n"),
                  sent.npos);
    } else {
        EXPECT_NE(sent.find("TI[02:05]"), sent.npos);
        EXPECT_NE(sent.find("TI[00:01]"), sent.npos);
        // 59 empty squares, 30 moves of 3.5 seconds.
        EXPECT_NE(sent.find("TI[01:45]"), sent.npos);
    }
    // What is told cannot be taken back, so that a choice without limits starts it afresh (over
    // GTP; NBoard's clocks go with the game).
    ASSERT_TRUE(asked->choose(game, {}));
    const std::string rest = log().substr(sent.size());
    EXPECT_EQ(rest.find("time_") + rest.find("TI["), 2 * rest.npos) << rest;
    EXPECT_EQ(rest.find("list_commands") != rest.npos, is_gtp());
}

TEST_P(ExternalParallel, SaysWhichLimitsItCannotKeep) {
    const auto asked = player();
    Limits nodes;
    nodes.nodes = 1000;
    EXPECT_FALSE(asked->choose(game_of("f5"), nodes));
    Limits depth;
    depth.depth = 7;
    const auto choice = asked->choose(game_of("f5"), depth);
    if (is_gtp()) {
        ASSERT_FALSE(choice);
        EXPECT_NE(choice.error().message.find("cannot be given a number of plies"),
                  std::string::npos);
        return;
    }
    ASSERT_TRUE(choice) << choice.error().message;
    EXPECT_NE(log().find("set depth 7\n"), std::string::npos);
    EXPECT_EQ(choice->depth, 7);
    EXPECT_EQ(choice->nodes, 1234U);
    EXPECT_EQ(choice->value, (Value{1.5, Value::Unit::discs}));
    EXPECT_EQ(choice->line, std::vector<Move>{choice->move});
    // Without the limit it has its own depth again.
    ASSERT_TRUE(asked->choose(game_of("f5"), {}));
    EXPECT_EQ(log().find("set depth", log().find("set depth") + 1), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Protocols, ExternalParallel, testing::Values("gtp", "nboard"),
                         [](const auto& each) { return each.param; });

TEST(NBoardSearch, IsRead) {
    const Position position = game_of("f5").final_diagram().position;
    const auto found = read_nboard_search("search D6C3-D3   +1.39 0  12", position);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->line, (std::vector<Move>{Square::d6, Square::c3, Square::d3}));
    EXPECT_EQ(found->depth, 12);
    EXPECT_EQ(found->value, (Value{1.39, Value::Unit::discs}));

    const auto exact = read_nboard_search("search f6e6 -4.00 0 100%", position);
    ASSERT_TRUE(exact);
    EXPECT_EQ(exact->value, (Value{-4, Value::Unit::final_score}));
    EXPECT_EQ(exact->depth, position.empties());
    // Who wins is no score, and what is probable no certainty.
    for (const char* const depth : {"100%W", "91%"}) {
        const auto other = read_nboard_search(fmt::format("search f6 2 0 {}", depth), position);
        ASSERT_TRUE(other);
        EXPECT_EQ(other->value->unit, Value::Unit::discs);
    }
    // A line is good as far as it is legal.
    EXPECT_EQ(read_nboard_search("search f4a1 2 0 3", position)->line,
              std::vector<Move>{Square::f4});
    for (const char* const bad :
         {"search", "search a1 2 0 3", "search f4 x 0 3", "search f4 2 0 x", "search f4 2 0",
          "search PA 2 0 3", "book f4 2 0 3", "search f4 2 0 99999999999999999999"}) {
        EXPECT_FALSE(read_nboard_search(bad, position)) << bad;
    }
}

}  // namespace
}  // namespace emilia
