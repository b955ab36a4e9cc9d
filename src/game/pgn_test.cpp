#include "game/pgn.h"

#include <gtest/gtest.h>

#include "board/position_text.h"
#include "game/testing.h"

namespace emilia {
namespace {

GameRecord only_game(const std::string& text) {
    return emilia::only_game(read_pgn(text));
}

TEST(Pgn, ReadsWhatEdaxWrites) {
    // Edax writes the date twice, and who won as a comment.
    const GameRecord game = only_game(
        "[Event \"?\"]\n[Site \"edax\"]\n[Date \"2020.??.??\"]\n[Date \"2020.10.7\"]\n[Round "
        "\"?\"]\n"
        "[Black \"me\"]\n[White \"edax\"]\n[Result \"1-0\"]\n\n 1. e6 f4 2. e3 f6 3. g5 d6 4. e7 "
        "f5 5. c5"
        "\n{me wins 64-0} 1-0\n\n\n");
    EXPECT_EQ(moves_of(game), "e6f4e3f6g5d6e7f5c5");
    EXPECT_EQ(game.result, DiscDifference(64));
    EXPECT_EQ(game.winner, std::nullopt);
    EXPECT_EQ(game.event, "");
    EXPECT_EQ(game.place, "edax");
    EXPECT_EQ(game.player(Color::white).name, "edax");
    EXPECT_EQ(game.moves.back().comment, "me wins 64-0");
}

TEST(Pgn, Results) {
    const auto tagged = [](const std::string& result) {
        return only_game("[Result \"" + result + "\"]\n1. f5 *");
    };
    EXPECT_EQ(tagged("38-26").result, DiscDifference(12));
    EXPECT_EQ(tagged("33-30").result, DiscDifference(3));
    EXPECT_EQ(tagged("1-0").winner, Color::black);
    EXPECT_EQ(tagged("0-1").winner, Color::white);
    EXPECT_EQ(tagged("1/2-1/2").result, DiscDifference(0));
    EXPECT_EQ(tagged("*").result, std::nullopt);
    EXPECT_EQ(tagged("70-26").extra, (Extra{{"Result", "70-26"}}));
    // The count of discs says more than who won, wherever it stands.
    EXPECT_EQ(only_game("[Result \"1-0\"]\n1. f5 38-26").result, DiscDifference(12));
    EXPECT_EQ(only_game("[Result \"38-26\"]\n1. f5 1-0").result, DiscDifference(12));
    EXPECT_EQ(only_game("1. f5 0-1").winner, Color::white);
}

TEST(Pgn, MovesCommentsMarksAndVariations) {
    const GamesRead read = read_pgn(
        "{ before } 1.f5! {[%eval 1.5] [%emt 2] good\n move} 1...d6 $2 ; to the end } of the line\n"
        "2. c3 (2. c4 {a ) here} (2. c5)) d3?! (2... f4) 3.c4 *");
    ASSERT_EQ(read.games.size(), 1U);
    const GameRecord& game = read.games[0];
    EXPECT_EQ(moves_of(game), "f5d6c3d3c4");
    EXPECT_EQ(game.comment, "before");
    EXPECT_EQ(game.moves[0].comment, "good\nmove");
    EXPECT_EQ(game.moves[0].evaluation, 1.5);
    EXPECT_EQ(game.moves[0].seconds, 2.0);
    EXPECT_EQ(game.moves[0].extra, (Extra{{"pgn:NAG", "1"}}));
    EXPECT_EQ(game.moves[1].extra, (Extra{{"pgn:NAG", "2"}}));
    EXPECT_EQ(game.moves[1].comment, "to the end } of the line");
    EXPECT_EQ(game.moves[3].extra, (Extra{{"pgn:NAG", "6"}}));
    ASSERT_EQ(read.notes.count(), 1U);
    EXPECT_EQ(read.notes.kept()[0].message,
              "2 variations are left out, only the main line is kept");
    EXPECT_EQ(only_game(write_pgn({game})), game);
}

TEST(Pgn, StartPositions) {
    const std::string position = to_string(Diagram{});
    EXPECT_EQ(only_game("[FEN \"" + position + "\"]\n*").start, Diagram{});
    EXPECT_EQ(only_game("[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\"]\n*").start, Diagram{});
    const GameRecord corner = only_game("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/pP6 w - - 0 1\"]\n*");
    EXPECT_EQ(corner.start, make_diagram(bit(Square::a1), bit(Square::b1), Color::white));
    for (const char* const bad :
         {"9/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 x",
          "8/8/8/8/8/8/8/8", "pppppppp1/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/q7 b"}) {
        const GamesRead read = read_pgn(std::string("[FEN \"") + bad + "\"]\n*");
        EXPECT_EQ(read.bad.count(), 1U) << bad;
    }
}

TEST(Pgn, SeveralGames) {
    const GamesRead read = read_pgn(
        "[Black \"1\"]\n\n1. f5 *\n[Black \"2\"]\n\n[White \"x\"]\n1. f5 d6\n[Black \"3\"]\n{no "
        "moves}\n"
        "% [Black \"4\"] hidden\n1-0\n1. f5 f6\n*\n{outside}");
    EXPECT_TRUE(read.bad.empty());
    ASSERT_EQ(read.games.size(), 4U);
    EXPECT_EQ(moves_of(read.games[1]), "f5d6");
    EXPECT_EQ(read.games[1].player(Color::white).name, "x");
    EXPECT_EQ(read.games[2].comment, "no moves");
    EXPECT_EQ(read.games[2].winner, Color::black);
    EXPECT_EQ(moves_of(read.games[3]), "f5f6");
    EXPECT_EQ(read.notes.count(), 1U);
}

TEST(Pgn, SaysWhatIsWrong) {
    const auto error = [](const std::string& text) {
        const GamesRead read = read_pgn(text);
        if (read.bad.empty()) return std::string();
        return std::to_string(read.bad.kept()[0].line) + ' ' + read.bad.kept()[0].message;
    };
    EXPECT_EQ(error("1. f5\n2. Nf3"),
              "2 ply 2: 'Nf3' is no move, expected a square a1 to h8 or pass");
    EXPECT_EQ(error("\n1. f5 {x"), "2 the comment that begins here does not end with }");
    EXPECT_EQ(error("1. f5 ((x)"), "1 the variation that begins here does not end with )");
    EXPECT_EQ(error("[Black x]"),
              "1 the tag 'Black' has no value in quotes, expected a tag such as [Black \"name\"]");
    EXPECT_EQ(
        error("[Black \"x"),
        "1 the value of the tag 'Black' does not end, expected a tag such as [Black \"name\"]");
    EXPECT_EQ(error("1. f5 $x"), "1 '$x' is no mark, expected $ and a number");
    // A broken tag is the next game's.
    EXPECT_EQ(read_pgn("1. f5 d6\n[Black x]\n1. f5").games.size(), 1U);
}

}  // namespace
}  // namespace emilia
