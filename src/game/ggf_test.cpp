#include "game/ggf.h"

#include <gtest/gtest.h>

#include "game/testing.h"

namespace emilia {
namespace {

constexpr std::string_view kBoard =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

GameRecord only_game(const std::string& text) {
    return emilia::only_game(read_ggf(text));
}

TEST(Ggf, ReadsAGameOfTheServer) {
    const GameRecord game = only_game(
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]"
        "RW[2199.72]TI[05:00//02:00]TY[8]RE[-64.000:t]" +
        std::string(kBoard) + "B[d3//0.01]W[c5/-1.5/0.02]B[e6/+3];)");
    EXPECT_EQ(game.place, "GGS/os");
    EXPECT_EQ(game.year(), 2003);
    EXPECT_EQ(game.player(Color::black).name, "Saio1200");
    EXPECT_EQ(game.player(Color::white).rating, 2199.72);
    EXPECT_EQ(game.player(Color::black).clock, "05:00//02:00");
    EXPECT_EQ(game.result, DiscDifference(-64));
    EXPECT_EQ(game.ending, Ending::timeout);
    ASSERT_EQ(game.moves.size(), 3U);
    EXPECT_EQ(game.moves[0].seconds, 0.01);
    EXPECT_EQ(game.moves[0].evaluation, std::nullopt);
    EXPECT_EQ(game.moves[1].evaluation, -1.5);
    EXPECT_EQ(game.moves[2].evaluation, 3.0);
    EXPECT_TRUE(game.extra.empty());
}

TEST(Ggf, ReadsWhatEdaxAndNBoardWrite) {
    // Edax says -127 for a game that goes on; NBoard puts the board together and passes at the end.
    const GameRecord edax =
        only_game("(;GM[othello]PC[Edax]PB[?]PW[?]RE[-127.000]" + std::string(kBoard) + "B[F5];)");
    EXPECT_EQ(edax.result, std::nullopt);
    EXPECT_TRUE(edax.extra.empty());
    const GameRecord nboard = only_game(
        "(;GM[Othello]PC[NBoard]DT[2014-01-29 23:05:30 GMT]PB[null]PW[null]RE[?]TI[0//0]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]W[PA];)");
    EXPECT_EQ(nboard.moves.size(), 9U);
    EXPECT_EQ(nboard.result, DiscDifference(64));
}

TEST(Ggf, KeepsAResultInHalfDiscs) {
    const std::string text = "(;GM[Othello]PB[a]PW[b]TY[8k]KM[-0.5]KB[d3/1.5]KW[c4/-2]RE[+3.500]" +
                             std::string(kBoard) + "B[d3];)";
    const GameRecord game = only_game(text);
    EXPECT_EQ(game.result, std::nullopt);
    EXPECT_EQ(to_ggf(game), text);
}

TEST(Ggf, KeepsGamesPlayedAtOnceTogether) {
    const std::string game = "(;GM[Othello]PB[a]PW[b]TY[s8]RE[?]" + std::string(kBoard) + "B[f5];)";
    const std::string text = game + "\n2 " + game + game + "\n1 " + game + "\n";
    const GamesRead read = read_ggf(text);
    ASSERT_EQ(read.games.size(), 4U);
    EXPECT_EQ(read.games[2].extra.back(),
              (std::pair<std::string, std::string>("ggf:match", "2/2")));
    EXPECT_EQ(write_ggf(read.games), text);
    // One of two alone is a game like any other.
    EXPECT_EQ(write_ggf({read.games[1]}), game + "\n");
}

TEST(Ggf, SaysWhatIsWrong) {
    const auto error = [](const std::string& text) {
        const GamesRead read = read_ggf(text);
        return read.bad.empty() ? "" : read.bad.kept()[0].message;
    };
    EXPECT_EQ(error("(;GM[Amazons];)"), "GM 'Amazons' is not Othello, expected GM[Othello]");
    EXPECT_EQ(error("(;GM[Othello]BO[10 x];)"),
              "the board begins with '10', expected 8 and then 64 squares");
    EXPECT_EQ(error("(;GM[Othello]B[x1];)"),
              "ply 1: 'x1' is no move, expected a square a1 to h8 or pass");
    EXPECT_EQ(error("(;GM[Othello]W[f5];)"),
              "ply 1: white plays f5, but it is black's turn, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(error("(;GM[Othello]B[f5"),
              "the value of 'B' that begins in line 1 does not end with ]");
    EXPECT_EQ(error("(;GM[Othello]\n;"), "the game that begins in line 1 does not end with )");
    EXPECT_EQ(error("(;GM[Othello] 5 ;)"),
              "'5' is no property, expected capitals and a value such as PB[name]");
    EXPECT_EQ(error("(;GM[Othello]PB;)"),
              "the property 'PB' has no value, expected one in brackets");
}

}  // namespace
}  // namespace emilia
