#include "match/openings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "board/areas.h"
#include "board/rules.h"
#include "game/random_game.h"
#include "game/transcript.h"
#include "util/random.h"

namespace emilia::match {
namespace {

TEST(Openings, RandomOnesAreTheSameForASeed) {
    const auto openings = Openings::random(8, 42);
    const auto again = Openings::random(8, 42);
    const auto other = Openings::random(8, 43);
    std::set<Position> positions;
    for (std::size_t i = 0; i < 200; ++i) {
        const GameRecord game = openings->at(i);
        EXPECT_EQ(game.moves.size(), 8u);
        EXPECT_FALSE(is_over(game.final_diagram().position));
        positions.insert(game.final_diagram().position);
    }
    EXPECT_GT(positions.size(), 190u);
    // In whatever order they are asked for.
    EXPECT_EQ(again->at(7), openings->at(7));
    EXPECT_EQ(openings->fingerprint(), again->fingerprint());
    EXPECT_NE(openings->fingerprint(), other->fingerprint());
    EXPECT_FALSE(openings->at(0) == other->at(0));
}

TEST(Openings, StayWithinTheMargin) {
    const auto any = Openings::random(10, 1);
    const auto balanced = Openings::random(10, 1, 2);
    int outside = 0;
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_LE(std::abs(rough_balance(balanced->at(i).final_diagram().position)), 2);
        outside += std::abs(rough_balance(any->at(i).final_diagram().position)) > 2;
    }
    EXPECT_GT(outside, 5);
    EXPECT_NE(any->fingerprint(), balanced->fingerprint());
}

// The same balance by plain minimax.
int slow_balance(Position position, int depth) {
    if (is_over(position)) {
        const int score = final_score(position).value();
        return score > 0 ? 1'000'000 + score : score < 0 ? score - 1'000'000 : 0;
    }
    if (depth == 0) {
        return popcount(legal_moves(position)) - popcount(legal_moves(position.passed())) +
               10 * (popcount(position.own & kCorners) - popcount(position.opponent & kCorners));
    }
    if (must_pass(position)) return -slow_balance(position.passed(), depth - 1);
    int best = -2'000'000;
    for (const Square square : squares_of(legal_moves(position))) {
        best = std::max(best, -slow_balance(play(position, square), depth - 1));
    }
    return best;
}

TEST(Openings, BalanceIsThatOfFourPlies) {
    Random random(2);
    for (int i = 0; i < 20; ++i) {
        const Position position =
            random_game(random, 6 + random.below(40)).final_diagram().position;
        EXPECT_EQ(rough_balance(position), slow_balance(position, 4));
    }
}

TEST(Openings, OfAFileComeInItsOrder) {
    const std::vector<GameRecord> games = {*parse_transcript("f5d6c3"), *parse_transcript("f5f6")};
    const auto openings = Openings::from_games(games);
    EXPECT_EQ(*to_transcript(openings->at(0)), "f5d6c3");
    EXPECT_EQ(*to_transcript(openings->at(1)), "f5f6");
    EXPECT_EQ(*to_transcript(openings->at(2)), "f5d6c3");
    EXPECT_EQ(*to_transcript(Openings::from_games(games, 1)->at(1)), "f5");
    EXPECT_NE(openings->fingerprint(), Openings::from_games(games, 1)->fingerprint());

    std::vector<GameRecord> many;
    Random random(1);
    for (int i = 0; i < 30; ++i) many.push_back(random_game(random, 10));
    const auto shuffled = Openings::from_games(many, std::nullopt, 5);
    int moved = 0;
    for (std::size_t i = 0; i < many.size(); ++i) moved += !(shuffled->at(i) == many[i]);
    EXPECT_GT(moved, 20);
}

TEST(Openings, RefuseWhatCannotBePlayed) {
    Random random(1);
    const auto over = Openings::from_games({*parse_transcript("f5"), random_game(random)});
    ASSERT_FALSE(over);
    EXPECT_NE(over.error().message.find("opening 2"), std::string::npos);
    EXPECT_FALSE(Openings::from_games({}));
    EXPECT_FALSE(Openings::random(41, 1));
    EXPECT_EQ(Openings().at(3), GameRecord());
}

}  // namespace
}  // namespace emilia::match
