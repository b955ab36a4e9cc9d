#include "game/sgf.h"

#include <gtest/gtest.h>

#include "board/position_text.h"
#include "game/testing.h"

namespace emilia {
namespace {

GameRecord only_game(const std::string& text) {
    return emilia::only_game(read_sgf(text));
}

TEST(Sgf, ReadsWhatEdaxWrites) {
    const GameRecord game = only_game(
        "(;FF[4]GM[2]AP[edax:4.5.5]\nPC[Edax]DT[2026-10-07]\nPB[?]PW[?]\n"
        "SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[Void]\nB[f5];W[d6];\nB[c3];W[d3];\nB[c4];)\n");
    EXPECT_EQ(moves_of(game), "f5d6c3d3c4");
    EXPECT_EQ(game.start, Diagram{});
    EXPECT_EQ(game.date, "2026.10.07");
    EXPECT_EQ(game.result, std::nullopt);
    EXPECT_EQ(game.extra, (Extra{{"sgf:AP", "edax:4.5.5"}, {"sgf:RE", "Void"}}));
}

TEST(Sgf, PointsOfGoAndPasses) {
    EXPECT_EQ(moves_of(only_game("(;GM[2];B[fe];W[df];B[CC])")), "f5d6c3");
    // Black has nowhere to go; the ways to write that, and not to.
    for (const char* const pass : {";B[]", ";B[tt]", ";B[pass]", ";B[PA]", ";B[--]", ""}) {
        const GameRecord game =
            only_game("(;GM[2]AW[a1:h8]AB[g8]AE[h8]PL[B]" + std::string(pass) + ";W[h8];B[])");
        EXPECT_EQ(moves_of(game), "passh8") << pass;
        EXPECT_EQ(game.result, DiscDifference(-64));
    }
}

TEST(Sgf, SetsUpPositions) {
    const GameRecord rectangle = only_game("(;GM[2]AB[a1:c2]AE[d4:e5]AW[h8])");
    EXPECT_EQ(to_string(rectangle.start),
              "XXX-----XXX----------------------------------------------------O X");
    // Without setup the usual start, and the first to move moves first.
    EXPECT_EQ(only_game("(;GM[2];W[f4])").start.to_move, Color::white);
    EXPECT_EQ(only_game("(;GM[2]PL[W])").start.to_move, Color::white);
    EXPECT_EQ(only_game("(;GM[2])").start, Diagram{});
}

TEST(Sgf, KeepsTheMainLineAndSaysSo) {
    const GamesRead read =
        read_sgf("(;GM[2](;B[f5](;W[d6]C[main])(;W[f6](;B[e6])(;B[f7])))(;B[d3]))");
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(moves_of(read.games[0]), "f5d6");
    EXPECT_EQ(read.games[0].moves[1].comment, "main");
    ASSERT_EQ(read.notes.count(), 1U);
    EXPECT_EQ(read.notes.kept()[0].message,
              "4 variations are left out, only the main line is kept");
}

TEST(Sgf, TextAndEscapes) {
    const GameRecord game =
        only_game("(;GM[2]PB[a\\]b\\\\c\\:d]C[one\\\ntwo\r\nthree];B[f5]C[x\\]]N[y\\]z])");
    EXPECT_EQ(game.player(Color::black).name, "a]b\\c:d");
    EXPECT_EQ(game.comment, "onetwo\nthree");
    EXPECT_EQ(game.moves[0].comment, "x]");
    EXPECT_EQ(game.moves[0].extra, (Extra{{"sgf:N", "y\\]z"}}));
    EXPECT_EQ(only_game(write_sgf({game})), game);
}

TEST(Sgf, Results) {
    const auto game = [](const std::string& result) {
        return only_game("(;GM[2]RE[" + result + "];B[f5])");
    };
    EXPECT_EQ(game("B+12").result, DiscDifference(12));
    EXPECT_EQ(game("w+2").result, DiscDifference(-2));
    EXPECT_EQ(game("0").result, DiscDifference(0));
    EXPECT_EQ(game("Draw").result, DiscDifference(0));
    EXPECT_EQ(game("W+Resign").winner, Color::white);
    EXPECT_EQ(game("W+Resign").ending, Ending::resigned);
    EXPECT_EQ(game("B+T").ending, Ending::timeout);
    EXPECT_EQ(game("B+").winner, Color::black);
    for (const char* const other : {"B+0.5", "B+99", "Void", "38-26"}) {
        EXPECT_EQ(game(other).extra, (Extra{{"sgf:RE", other}}));
    }
}

TEST(Sgf, EvaluationsAreForBlackInTheFile) {
    const GameRecord game = only_game("(;GM[2];B[f5]V[2]XS[1.5];W[d6]V[3])");
    EXPECT_EQ(game.moves[0].evaluation, 2.0);
    EXPECT_EQ(game.moves[0].seconds, 1.5);
    EXPECT_EQ(game.moves[1].evaluation, -3.0);
}

TEST(Sgf, APositionChangedByHandEndsTheGame) {
    const GamesRead read = read_sgf("(;GM[2];B[f5];AB[a1];W[d6])");
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(moves_of(read.games[0]), "f5");
    EXPECT_EQ(read.notes.count(), 1U);
}

TEST(Sgf, SaysWhatIsWrong) {
    const auto error = [](const std::string& text) {
        const GamesRead read = read_sgf(text);
        return read.bad.empty() ? "" : read.bad.kept()[0].message;
    };
    EXPECT_EQ(error("(;GM[1])"), "GM '1' is not Othello, expected GM[2]");
    EXPECT_EQ(error("(;GM[2]SZ[10])"), "the board is '10' wide, expected SZ[8]");
    EXPECT_EQ(error("(;GM[2]PL[x])"), "PL 'x' is no player, expected B or W");
    EXPECT_EQ(error("(;GM[2]AB[j9])"), "AB 'j9' names no square, expected a1 to h8");
    EXPECT_EQ(error("(;GM[2];B[zz])"),
              "ply 1: B 'zz' is no move, expected a square a1 to h8 or nothing for a pass");
    EXPECT_EQ(error("(;GM[2];B[f5];B[d6])"),
              "ply 2: black plays d6, but it is white's turn, the legal moves are f4, d6, f6");
    EXPECT_EQ(error("()"), "the game has no nodes, expected one such as ;GM[2]");
}

// A hostile file takes time and room in proportion to its length, and no deep recursion.
TEST(Sgf, ADeepTreeIsRead) {
    std::string text = "(;GM[2]";
    const std::size_t depth = 300'000;
    for (std::size_t i = 0; i < depth; ++i) text += "(;C[x]";
    text += std::string(depth + 1, ')');
    EXPECT_EQ(only_game(text).comment.size(), 2 * depth - 1);
}

}  // namespace
}  // namespace emilia
