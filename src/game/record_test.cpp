#include "game/record.h"

#include <gtest/gtest.h>

#include "board/rules.h"
#include "game/random_game.h"

namespace emilia {
namespace {

std::string refusal(GameBuilder& builder, Move move, std::optional<Color> color = std::nullopt) {
    const auto added = color ? builder.add({move}, *color) : builder.add({move});
    return added ? "" : added.error().message;
}

// The first position of random games in which somebody must pass.
GameBuilder game_before_a_pass() {
    Random random(11);
    for (;;) {
        const GameRecord game = random_game(random);
        GameBuilder builder;
        for (const PlayedMove& played : game.moves) {
            if (played.move.is_pass()) return builder;
            EXPECT_TRUE(builder.add(played));
        }
    }
}

TEST(GameBuilder, NamesPlyPlayerAndLegalMovesOfAnIllegalMove) {
    GameBuilder builder;
    EXPECT_EQ(refusal(builder, Square::a1),
              "ply 1: black cannot play a1, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(refusal(builder, Move::pass()),
              "ply 1: black cannot pass, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(refusal(builder, Square::f5, Color::white),
              "ply 1: white plays f5, but it is black's turn, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(builder.plies(), 0U);
    EXPECT_EQ(refusal(builder, Square::f5, Color::black), "");
    EXPECT_EQ(builder.plies(), 1U);
}

TEST(GameBuilder, PutsInThePassThatAMoveImplies) {
    GameBuilder before = game_before_a_pass();
    const Color mover = before.diagram().to_move;
    const Bitboard other = legal_moves(before.diagram().position.passed());
    const Square square = *squares_of(other).begin();

    GameBuilder plain = before;
    EXPECT_EQ(refusal(plain, square), "");
    EXPECT_EQ(plain.plies(), before.plies() + 2);
    EXPECT_TRUE(plain.record().moves[before.plies()].move.is_pass());

    GameBuilder colored = before;
    EXPECT_EQ(refusal(colored, square, opposite(mover)), "");
    EXPECT_EQ(colored.record(), plain.record());

    GameBuilder wrong = before;
    EXPECT_NE(refusal(wrong, Move::pass(), opposite(mover)).find("turn to pass"),
              std::string::npos);
    EXPECT_NE(refusal(wrong, square, mover).find("has to pass"), std::string::npos);
    EXPECT_EQ(wrong.record(), before.record());
}

TEST(GameBuilder, CountsTheEmptySquaresForTheWinner) {
    // Black has turned everything over, with squares left empty.
    const Diagram end = make_diagram(bit(Square::a1) | bit(Square::b1), 0, Color::white);
    GameBuilder builder(end);
    EXPECT_EQ(builder.finish().result, DiscDifference(64));
    builder.record().result = DiscDifference(2);
    EXPECT_EQ(builder.finish().result, DiscDifference(64));
    EXPECT_EQ(builder.finish().ending, Ending::finished);
    // Another result is kept: it is what the file says.
    builder.record().result = DiscDifference(10);
    EXPECT_EQ(builder.finish().result, DiscDifference(10));
}

TEST(GameBuilder, KnowsTheWinnerOnlyWhereTheResultIsUnknown) {
    GameBuilder builder;
    builder.record().winner = Color::white;
    EXPECT_EQ(builder.finish().winner, Color::white);
    builder.record().result = DiscDifference(-4);
    EXPECT_EQ(builder.finish().winner, std::nullopt);
}

TEST(Ending, NamesAndBack) {
    for (const Ending ending : {Ending::unknown, Ending::finished, Ending::resigned,
                                Ending::timeout, Ending::agreed, Ending::adjudicated}) {
        EXPECT_EQ(parse_ending(name_of(ending)), ending);
    }
    EXPECT_EQ(parse_ending("won"), std::nullopt);
}

}  // namespace
}  // namespace emilia
