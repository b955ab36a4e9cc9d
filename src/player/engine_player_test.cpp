#include "player/engine_player.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "board/rules.h"
#include "eval/breakdown.h"
#include "eval/default_weights.h"
#include "game/transcript.h"
#include "util/elapsed.h"

namespace emilia {
namespace {

constexpr std::string_view kOpening = "f5d6c3d3c4f4f6f3e6e7";

GameRecord game_of(std::string_view moves) {
    const auto game = parse_transcript(moves);
    EXPECT_TRUE(game.ok());
    return *game;
}

std::unique_ptr<Player> make(const std::string& spec) {
    PlayerRegistry registry;
    add_engine_player(registry);
    const auto parsed = registry.parse(spec);
    EXPECT_TRUE(parsed.ok()) << spec;
    return registry.make(*parsed);
}

TEST(EnginePlayer, LimitsAreKeptAndLevelsMayAskForLess) {
    const GameRecord game = game_of(kOpening);
    const struct {
        std::string spec;
        std::optional<int> limit;
        int depth;
    } cases[] = {{"emilia:level=5", std::nullopt, 7},
                 {"emilia:level=5", 3, 3},
                 {"emilia:level=5", 9, 7},
                 {"emilia", 7, 7}};
    for (const auto& [spec, limit, depth] : cases) {
        Limits limits;
        limits.depth = limit;
        const auto choice = make(spec)->choose(game, limits);
        ASSERT_TRUE(choice.ok());
        EXPECT_EQ(choice->depth, depth) << spec;
        EXPECT_GT(choice->nodes, 0u);
        ASSERT_FALSE(choice->line.empty());
        EXPECT_EQ(choice->line.front(), choice->move);
        ASSERT_TRUE(choice->value.has_value());
        EXPECT_EQ(choice->value->unit, Value::Unit::discs);
    }
    Limits limits;
    limits.nodes = 5'000;
    EXPECT_LT(make("emilia")->choose(game, limits)->nodes, 50'000u);
}

TEST(EnginePlayer, TellsWhatItKnowsSoFar) {
    const GameRecord game = game_of(kOpening);
    int last = 0;
    Limits limits;
    limits.progress = [&](const Choice& choice) {
        EXPECT_GT(choice.depth, last);
        last = choice.depth;
    };
    EXPECT_EQ(make("emilia:level=6")->choose(game, limits)->depth, last);
}

TEST(EnginePlayer, PassesWhereItHasTo) {
    const GameRecord game = game_of("f5f6d3g5h5h4g7h6");
    ASSERT_TRUE(must_pass(game.final_diagram().position));
    const auto choice = make("emilia:level=4")->choose(game, {});
    ASSERT_TRUE(choice.ok());
    EXPECT_TRUE(choice->move.is_pass());
}

TEST(EnginePlayer, ValuesSeveralMovesAsChoosingAfterEachDoes) {
    const GameRecord game = game_of(kOpening);
    const Position position = game.final_diagram().position;
    const auto player = make("emilia:level=4");
    ASSERT_TRUE(player->values_moves());
    std::size_t told = 0;
    const auto valued =
        player->value_moves(game, {}, 64, [&](const ValuedMoves& so_far, std::size_t newest) {
            ASSERT_LT(newest, so_far.moves.size());
            ++told;
        });
    ASSERT_TRUE(valued.ok());
    const auto legal = static_cast<std::size_t>(popcount(legal_moves(position)));
    ASSERT_EQ(valued->moves.size(), legal);
    EXPECT_EQ(told, 4 * legal);
    for (const Valued& move : valued->moves) {
        EXPECT_EQ(move.depth, 4);
        GameRecord after = game;
        after.moves.push_back({move.line.front()});
        const auto reply = make("emilia:level=3")->choose(after, {});
        ASSERT_TRUE(reply.ok() && reply->value);
        EXPECT_EQ(move.value.amount, -reply->value->amount) << to_string(move.line.front());
    }
    EXPECT_TRUE(std::is_sorted(
        valued->moves.begin(), valued->moves.end(),
        [](const Valued& a, const Valued& b) { return a.value.amount > b.value.amount; }));
    const auto best = player->value_moves(game, {}, 2);
    ASSERT_EQ(best->moves.size(), 2u);
    EXPECT_EQ(best->moves[0].value.amount, valued->moves[0].value.amount);
    EXPECT_EQ(best->moves[1].value.amount, valued->moves[1].value.amount);
}

TEST(EnginePlayer, ExplainsItselfByShapes) {
    const Diagram diagram = game_of(kOpening).final_diagram();
    const auto explanation = make("emilia")->explain(diagram);
    ASSERT_TRUE(explanation);
    // The shapes, the mobility, and what the stage says by itself.
    ASSERT_EQ(explanation->parts.size(), kShapeCount + 2);
    const double value = break_down(diagram.position, *default_weights()).total();
    EXPECT_NEAR(explanation->total(), value / kUnitsOfADisc, 1e-9);
    std::size_t places = 0;
    for (const Explanation::Part& part : explanation->parts) {
        double sum = 0;
        for (const Explanation::Area& area : part.areas) sum += area.value;
        if (!part.areas.empty()) {
            EXPECT_NEAR(sum, part.value, 1e-9);
        }
        places += part.areas.size();
    }
    EXPECT_EQ(places, kPlaced.count);
}

TEST(EnginePlayerThread, PonderingEndsAtOnceAndTheNextSearchIsWarmer) {
    const GameRecord game = game_of(kOpening);
    // Pondering for so many milliseconds, if at all.
    const auto answer_after = [&](int pondering) {
        const auto player = make(pondering > 0 ? "emilia:level=10,ponder=1" : "emilia:level=10");
        const auto choice = player->choose(game, {});
        EXPECT_TRUE(choice.ok() && choice->line.size() >= 2);
        GameRecord after = game;
        after.moves.push_back({choice->move});
        player->begin_waiting(after);
        std::this_thread::sleep_for(std::chrono::milliseconds(pondering));
        const auto start = std::chrono::steady_clock::now();
        player->end_waiting();
        EXPECT_LT(seconds_since(start), 1);
        // What it expected comes.
        after.moves.push_back({choice->line[1]});
        const auto next = player->choose(after, {});
        EXPECT_TRUE(next.ok());
        return *next;
    };
    const Choice cold = answer_after(0);
    // On a busy machine it may take a while until there is something to remember.
    Choice warm = answer_after(500);
    for (int longer = 1000; longer <= 8000 && warm.nodes >= cold.nodes / 2; longer *= 2) {
        warm = answer_after(longer);
    }
    EXPECT_EQ(warm.depth, cold.depth);
    EXPECT_LT(warm.nodes, cold.nodes / 2);
}

TEST(EnginePlayerThread, WaitingMayBeInterruptedByAnything) {
    const GameRecord game = game_of(kOpening);
    const auto player = make("emilia:level=4,ponder=1");
    player->end_waiting();
    player->begin_waiting(game);
    player->begin_waiting(game);
    EXPECT_TRUE(player->choose(game, {}).ok());
    player->begin_waiting(game);
    EXPECT_TRUE(player->value_moves(game, {}, 2).ok());
    player->begin_waiting(game_of("f5f6d3g5h5h4g7h6"));
    // And by the end.
}

}  // namespace
}  // namespace emilia
