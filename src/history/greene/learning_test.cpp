#include "history/greene/learning.h"

#include <gtest/gtest.h>

#include "board/rules.h"
#include "game/random_game.h"
#include "util/testing.h"

namespace emilia::greene {
namespace {

// Makes the first legal move, from a1 to h8.
class FirstMove : public Player {
  public:
    Result<Choice> choose(const GameRecord& game, const Limits&) override {
        const Bitboard moves = legal_moves(game.final_diagram().position);
        return Choice{.move = moves == 0 ? Move::pass() : Move(square_at(lowest_bit(moves)))};
    }
};

class Helpless : public Player {
  public:
    Result<Choice> choose(const GameRecord&, const Limits&) override {
        return Error{"it cannot play"};
    }
};

Burst burst_of(std::uint64_t games, std::uint64_t seed = 1) {
    Burst burst;
    burst.lesson.seed = seed;
    burst.lesson.teacher = kSelf;
    burst.games = games;
    return burst;
}

TEST(GreeneLearning, RewardsTheMovesOfAGameWithItsDifference) {
    Random random(11);
    const GameRecord game = random_game(random);
    const Diagram end = game.final_diagram();
    const int difference = popcount(end.black()) - popcount(end.white());
    ASSERT_NE(difference, 0);
    Database database;
    ASSERT_TRUE(learn_from(database, game, true, false));
    std::uint64_t uses = 0;
    std::int64_t sum = 0;
    for (int i = 0; i < kHeuristics; ++i) {
        uses += database.uses(i);
        sum += database.measure(i);
        EXPECT_EQ(database.measure(i), difference * static_cast<int>(database.uses(i)));
    }
    // Black has about half of the forty turns.
    EXPECT_GE(uses, 17U);
    EXPECT_LE(uses, 23U);
    EXPECT_EQ(sum, difference * static_cast<int>(uses));

    // White's moves get the opposite.
    Database other;
    ASSERT_TRUE(learn_from(other, game, false, true));
    for (int i = 0; i < kHeuristics; ++i) {
        EXPECT_EQ(other.measure(i), -difference * static_cast<int>(other.uses(i)));
    }
}

TEST(GreeneLearning, MovesOfTheTreeAreNotLearnedFrom) {
    Random random(11);
    const GameRecord game = random_game(random);
    Database all;
    Database early;
    ASSERT_TRUE(learn_from(all, game, true, true));
    ASSERT_TRUE(learn_from(early, game, true, true, 12));
    std::uint64_t more = 0;
    for (int i = 0; i < kHeuristics; ++i) more += all.uses(i) - early.uses(i);
    EXPECT_EQ(more, 4U);
}

TEST(GreeneLearning, AGameThatIsNotFinishedTeachesNothing) {
    Random random(11);
    Database database;
    EXPECT_FALSE(learn_from(database, random_game(random, 40), true, true));
    EXPECT_EQ(database, Database());
}

// In a made-up case: a heuristic that won is chosen more often than before, one that lost less.
TEST(GreeneLearning, WhatWonIsPreferredAfterwards) {
    Random random(2);
    const Position position = random_game(random, 30).final_diagram().position;
    Database database;
    const auto before = candidates(database, position);
    ASSERT_GT(before.size(), 2U);
    const auto chance = [&](const std::vector<Candidate>& all, std::size_t which) {
        double sum = 0;
        for (const Candidate& one : all) sum += static_cast<double>(one.weight);
        return static_cast<double>(all[which].weight) / sum;
    };
    database.reward(before[0].heuristic, 20);
    database.reward(before[1].heuristic, -20);
    const auto after = candidates(database, position);
    EXPECT_GT(chance(after, 0), chance(before, 0));
    EXPECT_LT(chance(after, 1), chance(before, 1));
    EXPECT_GT(chance(after, 1), 0);
}

TEST(GreeneLearning, ABurstThatIsStoppedAndGoesOnIsTheSame) {
    for (const bool taught : {false, true}) {
        const auto set_teacher = [&](Burst& burst) {
            if (!taught) return;
            burst.lesson.teacher = "first-move";
            burst.teacher = [](std::uint64_t) { return std::make_unique<FirstMove>(); };
        };
        const auto games = static_cast<std::uint64_t>(trials(200));
        Database whole(Begin::weighted);
        Burst all = burst_of(games);
        set_teacher(all);
        ASSERT_TRUE(*run_burst(whole, all));

        Database parts(Begin::weighted);
        int stops = 0;
        for (;;) {
            Burst some = burst_of(games);
            set_teacher(some);
            int asked = 0;
            some.stopped = [&] { return ++asked > 9; };
            const auto finished = run_burst(parts, some);
            ASSERT_TRUE(finished);
            auto read = Database::parse(parts.bytes());
            ASSERT_TRUE(read);
            parts = std::move(*read);
            if (*finished) break;
            ++stops;
        }
        EXPECT_GT(stops, 1);
        EXPECT_EQ(parts, whole);
        EXPECT_EQ(parts.games_of(Lesson::Kind::burst), games);
        EXPECT_EQ(parts.lessons().size(), 1U);
        EXPECT_EQ(parts.bytes(), whole.bytes());
    }
}

TEST(GreeneLearning, DependsOnTheSeed) {
    Database one;
    Database other;
    ASSERT_TRUE(run_burst(one, burst_of(20, 1)));
    ASSERT_TRUE(run_burst(other, burst_of(20, 2)));
    EXPECT_NE(one, other);
}

// Against its copy both sides are learned from: what one wins the other loses.
TEST(GreeneLearning, AgainstACopyRewardsAreThoseOfBothSides) {
    Database database;
    int results = 0;
    Burst burst = burst_of(1);
    burst.played = [&](std::uint64_t, Color, DiscDifference result) { results = result.value(); };
    ASSERT_TRUE(run_burst(database, burst));
    std::uint64_t uses = 0;
    for (int i = 0; i < kHeuristics; ++i) {
        uses += database.uses(i);
        if (database.uses(i) == 1) {
            EXPECT_EQ(std::abs(database.measure(i)), std::abs(results));
        }
    }
    EXPECT_EQ(uses, static_cast<std::uint64_t>(kMiddleTurns));
}

TEST(GreeneLearning, LearnsToBeatASimpleTeacher) {
    Database database;
    std::array<int, 2> points{};  // of the first and the last games, in halves
    const auto games = static_cast<std::uint64_t>(trials(1500));
    const std::uint64_t some = games / 4;
    Burst burst = burst_of(games);
    burst.lesson.teacher = "first-move";
    burst.teacher = [](std::uint64_t) { return std::make_unique<FirstMove>(); };
    burst.played = [&](std::uint64_t game, Color learner, DiscDifference result) {
        const int own = learner == Color::black ? result.value() : -result.value();
        const int won = own > 0 ? 2 : own == 0 ? 1 : 0;
        if (game <= some) points[0] += won;
        if (game > games - some) points[1] += won;
    };
    ASSERT_TRUE(run_burst(database, burst));
    EXPECT_GT(points[1], points[0]);
}

TEST(GreeneLearning, ATeacherThatFailsIsReported) {
    Database database;
    Burst burst = burst_of(3);
    burst.teacher = [](std::uint64_t) { return std::make_unique<Helpless>(); };
    const auto finished = run_burst(database, burst);
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().message, "it cannot play");
    EXPECT_EQ(database.games_of(Lesson::Kind::burst), 0U);
}

}  // namespace
}  // namespace emilia::greene
