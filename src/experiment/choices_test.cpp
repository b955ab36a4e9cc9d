#include "experiment/choices.h"

#include <gtest/gtest.h>

namespace emilia::experiment {
namespace {

TEST(Choices, AreReadWithTheirPositions) {
    const auto games = parse_choices(
        "# a comment\n\ngame 1: Cerf (black, 44) - Mimura (white, 20)\nmove played iago\n"
        " 1 B f5 d3\n 2 W d6 d6\n 3 B c5 a1 ?\n"
        "game 2: One - Two\n 1 B c4 f5\n");
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    const ChoiceGame& first = games->front();
    EXPECT_EQ(first.players[0], "Cerf");
    EXPECT_EQ(first.players[1], "Mimura");
    ASSERT_EQ(first.choices.size(), 3U);
    EXPECT_EQ(first.choices[0].diagram, Diagram{});
    EXPECT_EQ(first.choices[0].chosen, Move(Square::d3));
    EXPECT_EQ(first.choices[1].last, Move(Square::f5));
    EXPECT_EQ(first.choices[1].diagram.to_move, Color::white);
    EXPECT_EQ(first.choices[2].played, Move(Square::c5));
    EXPECT_EQ(first.choices[2].chosen, std::nullopt);
    EXPECT_EQ(games->back().choices[0].diagram, Diagram{});
}

TEST(Choices, WhatIsWrongIsNamedWithItsLine) {
    const auto error_of = [](std::string_view text) { return parse_choices(text).error().message; };
    EXPECT_NE(error_of("").find("game 1"), std::string::npos);
    EXPECT_NE(error_of("1 B f5 f5\n").find("line 1: a move before"), std::string::npos);
    EXPECT_NE(error_of("game 1\n").find("line 1: expected 'game"), std::string::npos);
    EXPECT_NE(error_of("game 1: A - B\n1 B f5\n").find("line 2: expected the number"),
              std::string::npos);
    EXPECT_NE(error_of("game 1: A - B\n1 B a1 f5\n").find("line 2: ply 1"), std::string::npos);
    EXPECT_NE(error_of("game 1: A - B\n1 B f5 a1\n").find("not legal"), std::string::npos);
    EXPECT_FALSE(parse_choices("game 1: A - B\n1 W f5 f5\n"));
}

}  // namespace
}  // namespace emilia::experiment
