#include "history/strategies/strategies.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "board/rules.h"
#include "board/symmetry.h"
#include "game/random_game.h"
#include "history/strategies/evaluations.h"
#include "util/random.h"

namespace emilia::strategies {
namespace {

PlayerRegistry players() {
    PlayerRegistry registry;
    add_players(registry);
    return registry;
}

std::unique_ptr<Player> make(const std::string& text) {
    const PlayerRegistry registry = players();
    return registry.make(*registry.parse(text));
}

GameRecord game_of(std::uint64_t seed, std::size_t plies) {
    Random random(seed);
    return random_game(random, plies);
}

GameRecord game_at(const Diagram& diagram) {
    GameRecord game;
    game.start = diagram;
    return game;
}

TEST(Evaluations, AreForThePlayerToMoveAndTheSameInEveryImage) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Position position = game_of(seed, seed % 60).final_diagram().position;
        for (const auto evaluation : {max_disc, min_disc, weighted_squares}) {
            EXPECT_EQ(evaluation(position), -evaluation(position.passed()));
            for (const Symmetry symmetry : kSymmetries) {
                EXPECT_EQ(evaluation(position), evaluation(transform(position, symmetry)));
            }
        }
        EXPECT_EQ(max_disc(position), -min_disc(position));
    }
}

TEST(Evaluations, CornersAreWorthMostAndTheirNeighboursLeast) {
    const auto weight = [](Square square) { return weighted_squares({bit(square), 0}); };
    for (int index = 0; index < kSquares; ++index) {
        if (index != index_of(Square::a1)) {
            EXPECT_LE(weight(square_at(index)), weight(Square::a1));
            EXPECT_GE(weight(square_at(index)), weight(Square::b2));
        }
    }
    EXPECT_LT(weight(Square::b1), weight(Square::c2));
    EXPECT_LT(weight(Square::d2), weight(Square::d3));
    EXPECT_LT(weight(Square::d3), weight(Square::d1));
    EXPECT_LT(weight(Square::d1), weight(Square::c1));
    EXPECT_LT(weight(Square::d3), weight(Square::c3));
}

// Every player always gives a legal move, twice the same.
TEST(Strategies, PlayLegallyAndTheSameTwice) {
    for (const std::string text : {"random", "random:seed=9", "max-disc", "max-disc:depth=3,seed=4",
                                   "min-disc:depth=2", "weighted-squares:depth=4"}) {
        const auto player = make(text);
        const auto again = make(text);
        for (std::uint64_t seed = 0; seed < 120; ++seed) {
            const GameRecord game = game_of(seed, seed % 60);
            const Position position = game.final_diagram().position;
            if (is_over(position)) continue;
            const auto choice = player->choose(game, {});
            ASSERT_TRUE(choice);
            if (choice->move.is_pass()) {
                EXPECT_TRUE(must_pass(position));
            } else {
                EXPECT_NE(flips(position, choice->move.square()), 0U);
            }
            EXPECT_EQ(choice->move, again->choose(game, {})->move);
            if (!choice->line.empty()) {
                EXPECT_EQ(choice->line.front(), choice->move);
            }
        }
    }
}

TEST(Strategies, OnePlyIsTheHeuristicOfThePaper) {
    const auto greedy = make("max-disc");
    const auto modest = make("min-disc");
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GameRecord game = game_of(seed, seed % 50);
        const Position position = game.final_diagram().position;
        const Bitboard legal = legal_moves(position);
        if (legal == 0) continue;
        // A move that ends the game is valued by its result, not by the discs it turns.
        bool ends = false;
        int most = 0;
        int least = 64;
        for (const Square square : squares_of(legal)) {
            const int turned = popcount(flips(position, square));
            most = std::max(most, turned);
            least = std::min(least, turned);
            ends = ends || is_over(play(position, square));
        }
        if (ends) continue;
        const auto turned_by = [&](Player& player) {
            return popcount(flips(position, player.choose(game, {})->move.square()));
        };
        EXPECT_EQ(turned_by(*greedy), most);
        EXPECT_EQ(turned_by(*modest), least);
    }
}

TEST(Strategies, RandomFindsEveryMove) {
    std::set<Move> seen;
    for (int seed = 0; seed < 64; ++seed) {
        const auto player = make("random:seed=" + std::to_string(seed));
        seen.insert(player->choose(GameRecord{}, {})->move);
    }
    EXPECT_EQ(seen.size(), 4U);
}

TEST(Strategies, ASeedPicksAmongEqualMovesOnly) {
    // The four first moves are images of each other.
    std::set<Move> seen;
    for (int seed = 0; seed < 64; ++seed) {
        const auto player = make("max-disc:depth=2,seed=" + std::to_string(seed));
        seen.insert(player->choose(GameRecord{}, {})->move);
    }
    EXPECT_EQ(seen.size(), 4U);
    EXPECT_EQ(make("max-disc")->choose(GameRecord{}, {})->move, Move(Square::d3));
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const GameRecord game = game_of(seed, seed);
        if (is_over(game.final_diagram().position)) continue;
        EXPECT_EQ(make("weighted-squares:depth=3")->choose(game, {})->value,
                  make("weighted-squares:depth=3,seed=5")->choose(game, {})->value);
    }
}

TEST(Strategies, SolveTheEndOfAGame) {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const GameRecord game = game_of(seed, 54);
        const Position position = game.final_diagram().position;
        if (is_over(position) || position.empties() > 6) continue;
        const auto choice = make("min-disc:depth=14")->choose(game, {});
        ASSERT_TRUE(choice->value);
        EXPECT_EQ(choice->value->unit, Value::Unit::final_score);
        EXPECT_LT(choice->depth, 14);
        // Whatever the strategy, a finished game counts as what it is.
        EXPECT_EQ(choice->value, make("weighted-squares:depth=14")->choose(game, {})->value);
        ++solved;
    }
    EXPECT_GT(solved, 20);
}

TEST(Strategies, PassWhereThatIsTheOnlyMove) {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const GameRecord game = game_of(seed, 50 + seed % 10);
        if (!must_pass(game.final_diagram().position)) continue;
        for (const char* const text : {"random", "max-disc", "weighted-squares:depth=3"}) {
            EXPECT_TRUE(make(text)->choose(game_at(game.final_diagram()), {})->move.is_pass());
        }
        ++passes;
    }
    EXPECT_GT(passes, 5);
}

TEST(Strategies, StopFromAnotherThread) {
    std::atomic<bool> stop{false};
    std::atomic<bool> asked{false};
    std::thread stopper([&] {
        while (!asked) std::this_thread::yield();
        stop = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto choice = make("weighted-squares:depth=20")->choose(GameRecord{}, {[&] {
                                                                      asked = true;
                                                                      return stop.load();
                                                                  }});
    const auto took = std::chrono::steady_clock::now() - begin;
    stopper.join();
    ASSERT_TRUE(choice);
    EXPECT_LT(choice->depth, 20);
    EXPECT_NE(flips(Position::initial(), choice->move.square()), 0U);
    // To the full depth it would take hours.
    EXPECT_LT(took, std::chrono::seconds(20));
}

}  // namespace
}  // namespace emilia::strategies
