#include "match/arbiter.h"

#include <gtest/gtest.h>

#include "game/transcript.h"
#include "match/testing.h"
#include "search/solver.h"

namespace emilia::match {
namespace {

PlayedGame played(const std::string& black, const std::string& white,
                  const ArbiterSettings& settings = {}, const GameRecord& opening = {}) {
    const PlayerRegistry registry = test_players();
    const auto first = registry.make(*registry.parse(black));
    const auto second = registry.make(*registry.parse(white));
    auto game = play_game(*first, *second, opening, settings);
    EXPECT_TRUE(game);
    return *game;
}

TEST(Arbiter, PlaysToTheEnd) {
    const PlayedGame game = played("first", "first");
    EXPECT_EQ(game.reason, Reason::finished);
    EXPECT_TRUE(is_over(game.record.final_diagram().position));
    EXPECT_EQ(game.score, *black_result(game.record.final_diagram()));
    EXPECT_EQ(game.record.result, game.score);
    EXPECT_EQ(game.record.ending, Ending::finished);
    int discs = 0;
    for (const PlayedMove& move : game.record.moves) discs += !move.move.is_pass();
    EXPECT_EQ(game.effort(Color::black).moves + game.effort(Color::white).moves, discs);
    EXPECT_EQ(game.effort(Color::black).nodes,
              3 * static_cast<std::uint64_t>(game.effort(Color::black).moves));
    EXPECT_EQ(game.effort(Color::white).mean_depth(), 1);
}

TEST(Arbiter, BeginsWhereTheOpeningEnds) {
    const auto opening = parse_transcript("f5d6c3d3c4");
    const PlayedGame game = played("first", "first", {}, *opening);
    EXPECT_EQ(game.opening_plies, 5u);
    EXPECT_EQ(to_transcript(game.record)->substr(0, 10), "f5d6c3d3c4");
    EXPECT_FALSE(game.record.moves[4].seconds);
    EXPECT_TRUE(game.record.moves[5].seconds);
}

TEST(Arbiter, FaultsLoseTheGameWithTheReason) {
    const struct {
        const char* player;
        Reason reason;
        const char* says;
    } cases[] = {{"faulty:how=0", Reason::failure, "the program has ended"},
                 {"faulty:how=1", Reason::illegal, "e4"},
                 {"faulty:how=2", Reason::illegal, "pass"}};
    for (const auto& fault : cases) {
        const PlayedGame game = played(fault.player, "first");
        EXPECT_EQ(game.reason, fault.reason) << fault.player;
        EXPECT_NE(game.explanation.find(fault.says), std::string::npos) << game.explanation;
        EXPECT_EQ(game.score, DiscDifference(-64));
        // What stands on the board is kept beside it.
        const Diagram last = game.record.final_diagram();
        EXPECT_EQ(game.on_board.value(), popcount(last.black()) - popcount(last.white()));
        EXPECT_EQ(played("first", fault.player).score, DiscDifference(64));
    }
}

// Counts what happens between its moves.
class WaitingPlayer : public Player {
  public:
    explicit WaitingPlayer(std::optional<Fault> fault = {}) : fault_(fault) {}
    Result<Choice> choose(const GameRecord& game, const Limits&) override {
        EXPECT_FALSE(waiting);
        if (fault_ && game.moves.size() > 5) return Error{"has had enough"};
        ++moves;
        return first_move(game);
    }
    Fault fault() const override { return fault_.value_or(Fault::failure); }
    void begin_waiting(const GameRecord& game) override {
        EXPECT_FALSE(is_over(game.final_diagram().position));
        waiting = true;
        ++waits;
    }
    void end_waiting() override { waiting = false; }

    int moves = 0;
    int waits = 0;
    bool waiting = false;

  private:
    std::optional<Fault> fault_;
};

TEST(Arbiter, PlayersMayThinkWhileOthersMove) {
    WaitingPlayer black;
    WaitingPlayer white;
    ASSERT_TRUE(play_game(black, white, {}, {}));
    EXPECT_GT(black.moves, 20);
    // Whoever made the last move has nothing to wait for.
    EXPECT_EQ(black.moves + white.moves, black.waits + white.waits + 1);
    EXPECT_FALSE(black.waiting || white.waiting);
}

TEST(Arbiter, TellsFailuresIllegalAnswersAndResignationsApart) {
    const struct {
        Fault fault;
        Reason reason;
        Ending ending;
    } cases[] = {{Fault::failure, Reason::failure, Ending::adjudicated},
                 {Fault::illegal, Reason::illegal, Ending::adjudicated},
                 {Fault::resignation, Reason::resign, Ending::resigned}};
    for (const auto& one : cases) {
        WaitingPlayer black(one.fault);
        WaitingPlayer white;
        const auto game = play_game(black, white, {}, {});
        ASSERT_TRUE(game);
        EXPECT_EQ(game->reason, one.reason);
        EXPECT_EQ(game->explanation, "has had enough");
        EXPECT_EQ(game->score, DiscDifference(-64));
        EXPECT_EQ(game->record.ending, one.ending);
    }
}

TEST(Arbiter, ClocksAreEnforced) {
    ArbiterSettings settings;
    settings.tolerance = 0.01;
    settings.control.move = 0.03;
    for (const char* const player : {"faulty:how=3", "faulty:how=4"}) {
        const PlayedGame game = played("first", player, settings);
        EXPECT_EQ(game.reason, Reason::timeout) << player;
        EXPECT_EQ(game.score, DiscDifference(64));
        EXPECT_EQ(game.record.ending, Ending::timeout);
        EXPECT_NE(game.explanation.find("white took"), std::string::npos) << game.explanation;
    }
    // What is left of the game's clock is what counts: 100 ms a move are too much for 250 ms.
    settings.control = {};
    settings.control.game = Clock{0.25, 0};
    const PlayedGame slow = played("faulty:how=4", "first", settings);
    EXPECT_EQ(slow.reason, Reason::timeout);
    EXPECT_GE(slow.effort(Color::black).seconds, 0.25);
}

TEST(Arbiter, AnIncrementIsAdded) {
    ArbiterSettings settings;
    settings.control.game = Clock{5, 1};
    std::vector<double> left;
    FunctionPlayer watching([&](const GameRecord& game, const Limits& limits) -> Result<Choice> {
        left.push_back(limits.clock->left);
        EXPECT_EQ(limits.clock->increment, 1);
        return first_move(game);
    });
    FunctionPlayer other(
        [](const GameRecord& game, const Limits&) -> Result<Choice> { return first_move(game); });
    ASSERT_TRUE(play_game(watching, other, {}, settings));
    ASSERT_GE(left.size(), 3u);
    EXPECT_EQ(left[0], 5);
    EXPECT_GT(left[1], 5.5);
    EXPECT_GT(left[2], 6.5);
}

TEST(Arbiter, LimitsReachThePlayers) {
    ArbiterSettings settings;
    settings.control.depth = 4;
    settings.control.nodes = 77;
    int asked = 0;
    FunctionPlayer player([&](const GameRecord& game, const Limits& limits) -> Result<Choice> {
        ++asked;
        EXPECT_EQ(limits.depth, 4);
        EXPECT_EQ(limits.nodes, 77u);
        EXPECT_FALSE(limits.clock);
        EXPECT_FALSE(limits.stopped());
        return first_move(game);
    });
    ASSERT_TRUE(play_game(player, player, {}, settings));
    EXPECT_GT(asked, 40);
}

TEST(Arbiter, AdjudicatesByTheExactScore) {
    ArbiterSettings settings;
    settings.adjudicate = 10;
    const PlayedGame game = played("first", "first", settings);
    EXPECT_EQ(game.reason, Reason::adjudicated);
    const Diagram last = game.record.final_diagram();
    EXPECT_LE(last.position.empties(), 10);
    const Solution solution = Solver().solve(last.position);
    ASSERT_TRUE(solution.exact());
    EXPECT_EQ(game.score, last.to_move == Color::black ? solution.lower : -solution.lower);
}

TEST(Arbiter, IsAbandonedWhenAsked) {
    const PlayerRegistry registry = test_players();
    const auto player = registry.make(*registry.parse("first"));
    int asked = 0;
    ArbiterSettings settings;
    settings.abandoned = [&] { return ++asked > 20; };
    EXPECT_FALSE(play_game(*player, *player, {}, settings));
}

TEST(Arbiter, ReasonsHaveNames) {
    for (const Reason reason : {Reason::finished, Reason::adjudicated, Reason::timeout,
                                Reason::illegal, Reason::failure, Reason::resign}) {
        EXPECT_EQ(parse_reason(name_of(reason)), reason);
    }
    EXPECT_FALSE(parse_reason("weather"));
}

TEST(TimeControl, IsReadAndWritten) {
    EXPECT_EQ(parse_clock("5m")->left, 300);
    EXPECT_EQ(parse_clock("10+0.1")->increment, 0.1);
    EXPECT_EQ(parse_clock("2:00+1s")->left, 120);
    for (const char* const bad : {"", "+", "x", "5m+", "0", "-3", "5+x"}) {
        EXPECT_FALSE(parse_clock(bad)) << bad;
    }
    TimeControl control;
    EXPECT_EQ(to_string(control), "none");
    control.game = Clock{10, 0.1};
    control.depth = 6;
    EXPECT_EQ(to_string(control), "10s+100ms a game, depth 6");
}

}  // namespace
}  // namespace emilia::match
