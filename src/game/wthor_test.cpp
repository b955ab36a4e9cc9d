#include "game/wthor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "board/rules.h"
#include "game/random_game.h"
#include "util/file.h"
#include "util/testing.h"

namespace emilia {
namespace {

constexpr std::size_t kHeader = 16;
constexpr std::size_t kGame = 68;

GameRecord game_of(std::initializer_list<Square> squares) {
    GameBuilder builder;
    for (const Square square : squares) {
        EXPECT_TRUE(builder.add({square, std::nullopt, std::nullopt, {}}).ok());
    }
    return builder.finish();
}

// Games as a .wtb can hold them: names, a year, a result.
std::vector<GameRecord> random_games(Random& random, int count) {
    std::vector<GameRecord> games;
    for (int i = 0; i < count; ++i) {
        GameRecord game = random_game(random, random.below(4) == 0 ? random.below(60) : 200);
        // A pass that nothing follows is not written.
        while (!game.moves.empty() && game.moves.back().move.is_pass()) game.moves.pop_back();
        game.player(Color::black).name = fmt::format("Émile {}", random.below(40));
        game.player(Color::white).name = fmt::format("Player {}", random.below(40));
        game.event = fmt::format("Café n° {}", random.below(7));
        game.date = "1984";
        if (!game.result) {
            game.result = DiscDifference(2 * static_cast<int>(random.below(65)) - 64);
        }
        game.extra = {{std::string(kWthorBest), std::to_string(random.below(65))},
                      {std::string(kWthorDepth), "24"}};
        games.push_back(game);
    }
    return games;
}

WthorNames names_of(const WthorFiles& files) {
    WthorNames names;
    EXPECT_TRUE(parse_wthor_players(files.players, names, "WTH.JOU").ok());
    EXPECT_TRUE(parse_wthor_tournaments(files.tournaments, names, "WTH.TRN").ok());
    return names;
}

// A folder of this test alone.
class WthorFolder : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "emilia-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::filesystem::path folder_;
};

TEST(Wthor, WhatIsWrittenIsReadAgain) {
    Random random(1977);
    const std::vector<GameRecord> games = random_games(random, 500);
    const WthorHeader header = {2026, 11, 15, 1984, 24};
    EXPECT_EQ(wthor_header_for(games).year, 1984);
    EXPECT_EQ(wthor_header_for(games).depth, 24);
    const auto files = write_wthor(games, header);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_TRUE(files->losses.empty());
    EXPECT_TRUE(looks_like_wthor(files->games));
    const auto read = parse_wthor(files->games, names_of(*files), "x.wtb");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->header, header);
    EXPECT_EQ(read->problems, std::vector<std::string>{});
    ASSERT_EQ(read->games.size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) EXPECT_EQ(read->games[i], games[i]) << i;

    // With the same names in hand the bytes come out the same.
    const auto again = write_wthor(read->games, read->header, names_of(*files));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->games, files->games);
    EXPECT_EQ(again->players, files->players);
    EXPECT_EQ(again->tournaments, files->tournaments);
}

TEST(Wthor, BytesStandWhereTheFormatSays) {
    GameRecord game = game_of({Square::f5, Square::d6, Square::c3});
    game.player(Color::black).name = "Iago";
    game.player(Color::white).name = "Hélène";
    game.event = "Santa Cruz";
    game.result = DiscDifference(38);
    const auto files = write_wthor({game}, {1981, 1, 31, 1980, 22});
    ASSERT_TRUE(files);
    const std::string expected_header("\x13\x51\x01\x1f\x01\0\0\0\0\0\xbc\x07\x08\0\x16\0", 16);
    EXPECT_EQ(files->games.substr(0, kHeader), expected_header);
    ASSERT_EQ(files->games.size(), kHeader + kGame);
    // Tournament 0, players 0 and 1, 51 discs, the best score unknown and so the same; f5 d6 c3.
    EXPECT_EQ(files->games.substr(kHeader, 12),
              std::string("\0\0\0\0\1\0\x33\x33\x38\x40\x21\0", 12));
    EXPECT_EQ(files->players.size(), kHeader + 2 * 20);
    EXPECT_EQ(files->players.substr(8, 2), std::string("\2\0", 2));
    EXPECT_EQ(files->players.substr(kHeader + 20, 8), std::string("H\xe9l\xe8ne\0\0", 8));
    EXPECT_EQ(files->tournaments.size(), kHeader + 26);
    EXPECT_EQ(files->tournaments.substr(kHeader, 11), std::string("Santa Cruz\0", 11));
}

TEST(Wthor, PassesArePutIn) {
    Random random(7);
    int passes = 0;
    for (int i = 0; i < 200; ++i) {
        const GameRecord game = random_game(random);
        for (const PlayedMove& move : game.moves) passes += move.move.is_pass();
        const auto files = write_wthor({game}, {});
        ASSERT_TRUE(files);
        const auto read = parse_wthor(files->games, {}, "x.wtb");
        ASSERT_TRUE(read);
        ASSERT_EQ(read->games.size(), 1U);
        EXPECT_EQ(read->games[0].moves, game.moves);
        EXPECT_EQ(read->games[0].result, game.result);
        EXPECT_EQ(read->games[0].ending, Ending::finished);
    }
    EXPECT_GT(passes, 50);
}

TEST(Wthor, NumbersWithoutNames) {
    Random random(3);
    const auto files = write_wthor(random_games(random, 5), {});
    ASSERT_TRUE(files);
    WthorNames one_name;
    one_name.players = {"Only One"};
    const auto read = parse_wthor(files->games, one_name, "x.wtb");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->games[0].player(Color::black).name, "Only One");
    EXPECT_EQ(read->games[0].player(Color::white).name, "player #1");
    EXPECT_EQ(read->games[0].event, "tournament #0");
}

TEST(Wthor, BadRecordsAreReportedAndTheOthersRead) {
    Random random(11);
    std::vector<GameRecord> games = random_games(random, 8);
    for (GameRecord& game : games) {
        game.moves = game_of({Square::f5, Square::d6, Square::c3, Square::d3}).moves;
        game.ending = Ending::unknown;
    }
    GameRecord finished = random_game(random);
    games.push_back(finished);
    const auto files = write_wthor(games, wthor_header_for(games));
    ASSERT_TRUE(files);
    std::string bytes = files->games;
    const auto at = [&](std::size_t game, std::size_t offset) -> char& {
        return bytes[kHeader + game * kGame + offset];
    };
    at(1, 8 + 2) = 11;                           // a1 is not legal
    at(2, 8 + 1) = 99;                           // no square
    at(3, 8 + 1) = 0;                            // a hole
    at(4, 6) = 65;                               // too many discs
    at(8, 6) = static_cast<char>(at(8, 6) ^ 1);  // not what is on the board
    const auto read = parse_wthor(bytes, names_of(*files), "bad.wtb");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->problems.size(), 3U);
    ASSERT_EQ(read->notes.size(), 2U);
    EXPECT_EQ(
        read->problems[0],
        "bad.wtb: game 2: ply 3: black cannot play a1, the legal moves are c3, c4, c5, c6, c7");
    EXPECT_EQ(read->problems[1],
              "bad.wtb: game 3: ply 2: 99 is no square (row times ten plus column, 11 to 88), the "
              "legal moves are f4, d6, f6");
    EXPECT_EQ(read->problems[2],
              "bad.wtb: game 4: ply 2: nothing is played here, but something is later on");
    EXPECT_EQ(read->notes[0], "bad.wtb: game 5: records 65 discs for black; there are 64 in all");
    EXPECT_NE(read->notes[1].find("bad.wtb: game 9: records "), std::string::npos);
    ASSERT_EQ(read->games.size(), 6U);
    EXPECT_EQ(read->games[0], games[0]);
    EXPECT_EQ(read->games[1].moves, games[4].moves);
    EXPECT_EQ(read->games[1].result, std::nullopt);
    EXPECT_EQ(read->games[2], games[5]);
    EXPECT_EQ(read->games[5].moves, finished.moves);
    // The file's word counts.
    EXPECT_NE(read->games[5].result, finished.result);
}

TEST(Wthor, OtherFilesAreRefusedWithASentence) {
    Random random(5);
    const auto files = write_wthor(random_games(random, 3), {2000, 1, 1, 1999, 24});
    ASSERT_TRUE(files);
    const auto error_of = [](const std::string& bytes) {
        const auto read = parse_wthor(bytes, {}, "x.wtb");
        return read ? "" : read.error().message;
    };
    EXPECT_EQ(error_of(files->games), "");
    for (std::size_t size = 0; size < files->games.size(); ++size) {
        EXPECT_NE(error_of(files->games.substr(0, size)), "") << size;
        EXPECT_FALSE(looks_like_wthor(files->games.substr(0, size))) << size;
    }
    EXPECT_EQ(error_of(files->games.substr(0, 100)),
              "x.wtb: cut short, or not a WTHOR file: its header announces 3 games, which take 220 "
              "bytes, but the file has 100");
    EXPECT_NE(error_of(files->games + "x").find("something was added"), std::string::npos);
    EXPECT_NE(error_of("(;GM[Othello]").find("16 bytes; this one has 13"), std::string::npos);
    std::string other = files->games;
    other[12] = 10;
    EXPECT_NE(error_of(other).find("board of 10 squares"), std::string::npos);
    EXPECT_FALSE(looks_like_wthor(other));
    other = files->games;
    other[13] = 1;
    EXPECT_NE(error_of(other).find("endgame problems"), std::string::npos);

    EXPECT_FALSE(looks_like_wthor_names(files->games));
    for (const std::string& list : {files->players, files->tournaments}) {
        EXPECT_FALSE(looks_like_wthor(list));
        EXPECT_TRUE(looks_like_wthor_names(list));
        EXPECT_FALSE(looks_like_wthor_names(list.substr(0, list.size() - 1)));
    }
    WthorNames names;
    EXPECT_TRUE(parse_wthor_players(files->players, names, "a.jou").ok());
    EXPECT_FALSE(parse_wthor_players(files->tournaments, names, "a.jou").ok());
    EXPECT_FALSE(parse_wthor_players("", names, "a.jou").ok());
    EXPECT_FALSE(parse_wthor_tournaments(files->tournaments.substr(0, 30), names, "a.trn").ok());
}

TEST(Wthor, SaysWhatItCannotHold) {
    GameRecord game = game_of({Square::f5});
    game.player(Color::black).name = "A name of more than nineteen";
    game.player(Color::white).name = "井上 Hiroshi";
    game.date = "1999.12.31";
    const auto files = write_wthor({game, game}, {2000, 1, 1, 2000, 0});
    ASSERT_TRUE(files);
    // Each name once, each game's year and its missing result twice.
    EXPECT_EQ(files->losses.size(), 6U);
    EXPECT_EQ(files->losses[0], "game 1 was played in 1999, but the file is of 2000");
    EXPECT_EQ(files->losses[1],
              "the player 'A name of more than nineteen' is written as 'A name of more than': 19 "
              "characters of Latin-1");
    EXPECT_EQ(files->losses[2],
              "the player '井上 Hiroshi' is written as '?? Hiroshi': 19 characters of Latin-1");
    EXPECT_EQ(names_of(*files).players,
              (std::vector<std::string>{"A name of more than", "?? Hiroshi"}));

    GameRecord elsewhere = game;
    elsewhere.start = game.final_diagram();
    elsewhere.moves.clear();
    const auto refused = write_wthor({game, elsewhere}, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("game 2 does not begin"), std::string::npos);
}

TEST(Wthor, ResultsAreCountedAsTournamentsDo) {
    const auto discs_of = [](const GameRecord& game) {
        const auto files = write_wthor({game}, {});
        EXPECT_TRUE(files.ok());
        return static_cast<int>(files->games[kHeader + 6]);
    };
    // The shortest game there is: nine moves, white is wiped out 13-0.
    GameRecord wiped_out = game_of({Square::e6, Square::f4, Square::e3, Square::f6, Square::g5,
                                    Square::d6, Square::e7, Square::f5, Square::c5});
    ASSERT_TRUE(is_over(wiped_out.final_diagram().position));
    EXPECT_EQ(discs_of(wiped_out), 64);
    wiped_out.result = DiscDifference(13);  // as one who counts only discs would write it
    EXPECT_EQ(discs_of(wiped_out), 64);
    wiped_out.result = DiscDifference(-2);  // it was given to white, who knows why
    EXPECT_EQ(discs_of(wiped_out), 31);

    GameRecord resigned = game_of({Square::f5, Square::d6});
    resigned.result = DiscDifference(57);
    EXPECT_EQ(discs_of(resigned), 61);
    resigned.result = DiscDifference(-1);
    EXPECT_EQ(discs_of(resigned), 31);
    resigned.result = DiscDifference(0);
    EXPECT_EQ(discs_of(resigned), 32);
    resigned.result = std::nullopt;
    resigned.winner = Color::white;
    EXPECT_EQ(discs_of(resigned), 31);
}

TEST_F(WthorFolder, NamesLieBesideTheGames) {
    Random random(23);
    const std::vector<GameRecord> first = random_games(random, 20);
    const auto lost = save_wthor(path("first.wtb"), first);
    ASSERT_TRUE(lost) << lost.error().message;
    EXPECT_TRUE(lost->empty());
    EXPECT_TRUE(std::filesystem::exists(path("WTH.JOU")));
    EXPECT_TRUE(std::filesystem::exists(path("WTH.TRN")));

    // A second file beside it leaves the names of the first as they are.
    std::filesystem::rename(path("WTH.JOU"), path("wth.jou"));
    std::vector<GameRecord> second = random_games(random, 20);
    for (GameRecord& game : second) game.player(Color::black).name += " junior";
    ASSERT_TRUE(save_wthor(path("second.wtb"), second).ok());
    EXPECT_FALSE(std::filesystem::exists(path("WTH.JOU")));
    for (const auto& [name, games] : {std::pair("first.wtb", &first), {"second.wtb", &second}}) {
        const auto read = read_wthor(path(name));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->games, *games) << name;
    }

    std::filesystem::remove(path("wth.jou"));
    auto read = read_wthor(path("first.wtb"));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->games[0].player(Color::black).name.substr(0, 8), "player #");
    EXPECT_EQ(read->games[0].event, first[0].event);

    ASSERT_TRUE(write_file(path("Wth.Jou"), "no names at all here").ok());
    read = read_wthor(path("first.wtb"));
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("Wth.Jou"), std::string::npos);
}

// The published database itself, where it is at hand.
TEST(WthorData, EveryGameReplaysAndIsWrittenAsItWas) {
    const auto folder = test_data("wthor");
    if (!folder) GTEST_SKIP() << no_test_data("wthor");
    std::size_t games = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        if (entry.path().extension() != ".wtb") continue;
        const std::string path = entry.path().string();
        const auto read = read_wthor(path);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->problems, std::vector<std::string>{}) << path;
        EXPECT_EQ(read->notes, std::vector<std::string>{}) << path;
        games += read->games.size();

        const auto names = read_wthor_names(path);
        ASSERT_TRUE(names);
        const auto written = write_wthor(read->games, read->header, *names);
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_TRUE(written->losses.empty()) << written->losses.front();
        // Not EXPECT_EQ, which would print megabytes.
        EXPECT_TRUE(written->games == *read_file(path)) << path;
        EXPECT_TRUE(written->players == *read_file(*folder + "/WTH.JOU")) << path;
        EXPECT_TRUE(written->tournaments == *read_file(*folder + "/WTH.TRN")) << path;
    }
    EXPECT_GT(games, 100'000U);
}

}  // namespace
}  // namespace emilia
