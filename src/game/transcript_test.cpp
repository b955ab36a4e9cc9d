#include "game/transcript.h"

#include <gtest/gtest.h>

#include "game/random_game.h"

namespace emilia {
namespace {

std::vector<std::string> moves_of(const GameRecord& game) {
    std::vector<std::string> moves;
    for (const PlayedMove& played : game.moves) moves.push_back(to_string(played.move));
    return moves;
}

using Moves = std::vector<std::string>;

TEST(Transcript, IsReadHoweverItIsWritten) {
    const Moves expected = {"f5", "d6", "c3", "d3", "c4"};
    for (const char* const text :
         {"f5d6c3d3c4", "F5D6C3D3C4", "f5 d6 c3 d3 c4", "f5,d6,c3,d3,c4", "1. f5 d6 2. c3 d3 3. c4",
          "1.f5 2.d6 3.c3 4.d3 5.c4", "1) f5 2) d6 3) c3 4) d3 5) c4", " f5\td6\r\nc3\nD3c4 \n"}) {
        const auto game = parse_transcript(text);
        ASSERT_TRUE(game) << text << ": " << game.error().message;
        EXPECT_EQ(moves_of(*game), expected) << text;
    }
}

// Passes are written in many ways or not at all: the game is the same.
TEST(Transcript, PassesInAnyWordsOrNone) {
    Random random(21);
    int games_with_passes = 0;
    for (int i = 0; i < 300; ++i) {
        const GameRecord game = random_game(random);
        const auto plain = to_transcript(game);
        ASSERT_TRUE(plain);
        for (const std::string_view word : {"pass", "PASS", "pa", "Ps", "p", "--", "@@"}) {
            std::string text;
            for (const PlayedMove& played : game.moves) {
                text += played.move.is_pass() ? std::string(word) : to_string(played.move);
            }
            games_with_passes += text.size() != plain->size() ? 1 : 0;
            const auto read = parse_transcript(text);
            ASSERT_TRUE(read) << text << ": " << read.error().message;
            EXPECT_EQ(*read, game) << text;
        }
        EXPECT_EQ(*parse_transcript(*plain), game);
        // Some programs write passes when all is over.
        EXPECT_EQ(*parse_transcript(*plain + "papa"), game);
    }
    EXPECT_GT(games_with_passes, 100);
}

TEST(Transcript, SaysWhatIsWrong) {
    EXPECT_EQ(parse_transcript("f5d6a1").error().message,
              "ply 3: black cannot play a1, the legal moves are c3, c4, c5, c6, c7");
    EXPECT_EQ(parse_transcript("f5 d9").error().message,
              "ply 2: 'd9' is not a move, expected a square a1 to h8 or pass");
    EXPECT_EQ(parse_transcript("f5--").error().message,
              "ply 2: white cannot pass, the legal moves are f4, d6, f6");
    EXPECT_EQ(parse_transcript("1. 2.").error().message,
              "there are no moves, expected squares such as f5d6c3");
}

TEST(Transcript, AFileHasAGameALine) {
    const GamesRead read = read_transcripts("f5d6\n\nF5 F6 E6\r\n1. f5 f4\n2. g3 g4\n");
    EXPECT_TRUE(read.bad.empty());
    ASSERT_EQ(read.games.size(), 3U);
    EXPECT_EQ(moves_of(read.games[0]), (Moves{"f5", "d6"}));
    EXPECT_EQ(moves_of(read.games[1]), (Moves{"f5", "f6", "e6"}));
    EXPECT_EQ(moves_of(read.games[2]), (Moves{"f5", "f4", "g3", "g4"}));
}

TEST(Transcript, LinesThatAreOnlyTogetherAGameAreOne) {
    const GamesRead read = read_transcripts("f5\nd6\nc3 d3\nc4\n");
    EXPECT_TRUE(read.bad.empty());
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(moves_of(read.games[0]), (Moves{"f5", "d6", "c3", "d3", "c4"}));
}

TEST(Transcript, AFileOfGamesWithOneMistakeIsNotOneGame) {
    const GamesRead read = read_transcripts("f5d6\n1\nf5f6\nxx\n");
    EXPECT_EQ(read.games.size(), 2U);
    ASSERT_EQ(read.bad.count(), 2U);
    EXPECT_EQ(read.bad.kept()[0].line, 2U);
    EXPECT_EQ(read.bad.kept()[1].line, 4U);
}

}  // namespace
}  // namespace emilia
