#include "protocol/gtp_session.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "protocol/testing.h"
#include "util/file.h"
#include "util/text.h"

namespace emilia {
namespace {

class Gtp : public testing::Test {
  protected:
    explicit Gtp(const std::string& player = "first") { use(player); }

    void use(const std::string& player) {
        session = std::make_unique<GtpSession>(registry, *registry.parse(player),
                                               GtpSession::Settings{"1.2", true},
                                               [this](std::string_view text) { said += text; });
    }
    // The answer to a line without the empty line at its end.
    std::string ask(std::string_view line) {
        said.clear();
        going = feed(*session, line);
        if (said.empty()) return said;
        EXPECT_TRUE(said.ends_with("\n\n")) << said;
        const std::string answer = said.substr(0, said.size() - 2);
        EXPECT_EQ(answer.find("\n\n"), answer.npos) << said;
        return answer;
    }
    void expect_all(std::string_view moves) {
        Color color = Color::black;
        for (const std::string_view move : split_words(moves)) {
            EXPECT_EQ(ask("play " + std::string(name_of(color)) + " " + std::string(move)), "=");
            color = opposite(color);
        }
    }

    TestPlayers players;
    PlayerRegistry registry = players.registry();
    std::unique_ptr<GtpSession> session;
    std::string said;
    bool going = true;
};

TEST_F(Gtp, SaysWhoItIs) {
    EXPECT_EQ(ask("protocol_version"), "= 2");
    EXPECT_EQ(ask("name"), "= Emilia");
    EXPECT_EQ(ask("version"), "= 1.2 first");
    EXPECT_EQ(ask("list_games"), "= Othello");
    EXPECT_EQ(ask("gogui-rules_game_id"), "= Othello");
    EXPECT_EQ(ask("gogui-rules_board_size"), "= 8");
}

TEST_F(Gtp, EchoesIds) {
    EXPECT_EQ(ask("12 protocol_version"), "=12 2");
    EXPECT_EQ(ask("007 clear_board"), "=007");
    EXPECT_EQ(ask("3 nonsense"), "?3 unknown command");
    EXPECT_EQ(ask("4"), "?4 unknown command");
    EXPECT_EQ(ask("-4 name"), "? unknown command");
    EXPECT_EQ(ask(std::string(20, '9') + " name"), "=" + std::string(20, '9') + " Emilia");
    EXPECT_EQ(ask(std::string(21, '9') + " name"), "? unknown command");
}

TEST_F(Gtp, DropsCommentsAndControlCharacters) {
    EXPECT_EQ(ask("1\tname # of the program"), "=1 Emilia");
    EXPECT_EQ(ask("n\x01"
                  "a\x7fme\r"),
              "= Emilia");
    EXPECT_EQ(ask(""), "");
    EXPECT_EQ(ask("  \t "), "");
    EXPECT_EQ(ask("# nothing"), "");
}

TEST_F(Gtp, KnowsTheCommandsItLists) {
    const std::string list = ask("list_commands");
    const std::string names = list.substr(2);
    EXPECT_GT(split_words(names).size(), 25U);
    for (const std::string_view name : split_words(names)) {
        EXPECT_EQ(ask("known_command " + std::string(name)), "= true");
    }
    EXPECT_EQ(ask("known_command foo"), "= false");
    EXPECT_EQ(ask("known_command"), "? syntax error");
    EXPECT_EQ(ask("PLAY b f5"), "? unknown command");
}

TEST_F(Gtp, TakesOneBoardAndOneGame) {
    EXPECT_EQ(ask("boardsize 8"), "=");
    EXPECT_EQ(ask("boardsize 19"), "? unacceptable size");
    EXPECT_EQ(ask("boardsize"), "? syntax error");
    EXPECT_EQ(ask("boardsize x"), "? syntax error");
    EXPECT_EQ(ask("komi 6.5"), "=");
    EXPECT_EQ(ask("komi"), "? syntax error");
    EXPECT_EQ(ask("set_game Othello"), "=");
    EXPECT_EQ(ask("set_game Go"), "? unsupported game");
    EXPECT_EQ(ask("set_game"), "? syntax error");
}

TEST_F(Gtp, PlaysAndTakesBack) {
    EXPECT_EQ(ask("play b F5"), "=");
    EXPECT_EQ(ask("play White d6"), "=");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "= f4 d6 f6");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "? cannot undo");
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "= d3 c4 f5 e6");
}

TEST_F(Gtp, RefusesWhatIsNoMove) {
    for (const char* line : {"play", "play b", "play x f5", "play b i9", "play b f5 f6", "genmove",
                             "genmove x", "reg_genmove", "reg_genmove b w"}) {
        EXPECT_EQ(ask(line), "? syntax error") << line;
    }
    EXPECT_EQ(ask("play b a1"), "? illegal move");
    EXPECT_EQ(ask("play w f5"), "? illegal move");
    EXPECT_EQ(ask("play b pass"), "? illegal move");
    EXPECT_EQ(ask("play w pass"), "? illegal move");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
}

TEST_F(Gtp, ShowsTheBoard) {
    ask("play b f5");
    EXPECT_EQ(ask("showboard"),
              "=\n"
              "  a b c d e f g h\n"
              "1 . . . . . . . . 1\n"
              "2 . . . . . . . . 2\n"
              "3 . . . . . . . . 3\n"
              "4 . . . O X . . . 4\n"
              "5 . . . X X X . . 5\n"
              "6 . . . . . . . . 6\n"
              "7 . . . . . . . . 7\n"
              "8 . . . . . . . . 8\n"
              "  a b c d e f g h\n"
              "X black 4, O white 1, white to move");
    // Row 8 first.
    EXPECT_EQ(ask("gogui-rules_board"),
              "= . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X X X . .\n"
              ". . . O X . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .");
}

TEST_F(Gtp, GenmovePlaysAndRegGenmoveDoesNot) {
    EXPECT_EQ(ask("reg_genmove b"), "= d3");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    EXPECT_EQ(ask("genmove black"), "= d3");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= white");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
}

TEST_F(Gtp, AColourThatIsNotToMovePasses) {
    EXPECT_EQ(ask("genmove w"), "= pass");
    EXPECT_EQ(ask("reg_genmove w"), "= pass");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    // It was a turn all the same.
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "? cannot undo");
}

TEST_F(Gtp, PassesThatAreForcedCanBeSaid) {
    expect_all(kBeforePass);
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "= pass");
    EXPECT_EQ(ask("play w pass"), "? illegal move");
    EXPECT_EQ(ask("play b c5"), "? illegal move");
    EXPECT_EQ(ask("play b PASS"), "=");
    EXPECT_EQ(ask("play w c5"), "=");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "= pass");
    EXPECT_EQ(ask("reg_genmove b"), "= pass");
    EXPECT_EQ(ask("genmove b"), "= pass");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= white");
}

TEST_F(Gtp, PassesThatAreForcedCanBeLeftOut) {
    expect_all(kBeforePass);
    EXPECT_EQ(ask("play w a1"), "? illegal move");
    EXPECT_EQ(ask("play w e7"), "=");
    EXPECT_EQ(ask("undo"), "=");
    // Both the move and the pass before it are gone.
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "= pass");
    EXPECT_EQ(ask("reg_genmove w"), "= c5");
    EXPECT_EQ(ask("genmove w"), "= c5");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    EXPECT_NE(ask("printsgf").find("W[h6];B[];W[c5]"), std::string::npos);
}

TEST_F(Gtp, KnowsTheEnd) {
    EXPECT_EQ(ask("final_score"), "? cannot score");
    EXPECT_EQ(ask("gogui-rules_final_result"), "? cannot score");
    expect_all(kShortestGame);
    EXPECT_EQ(ask("final_score"), "= B+64");
    EXPECT_EQ(ask("gogui-rules_final_result"), "= Black wins by 64");
    EXPECT_EQ(ask("gogui-rules_legal_moves"), "=");
    EXPECT_NE(ask("showboard").find("the game is over: B+64"), std::string::npos);
    EXPECT_EQ(ask("genmove w"), "= pass");
    EXPECT_EQ(ask("genmove b"), "= pass");
    EXPECT_EQ(ask("play w pass"), "=");
    EXPECT_EQ(ask("play w a1"), "? illegal move");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("final_score"), "= B+64");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("final_score"), "? cannot score");
}

TEST_F(Gtp, PlaysASequenceOrNothingOfIt) {
    EXPECT_EQ(ask("gogui-play_sequence b f5 w d6"), "=");
    EXPECT_EQ(ask("gogui-play_sequence b c3 w a1"), "? illegal move w a1");
    EXPECT_EQ(ask("gogui-play_sequence b"), "? syntax error");
    EXPECT_EQ(ask("gogui-play_sequence b c3 w"), "? syntax error");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "? cannot undo");
    EXPECT_EQ(ask("gogui-play_sequence"), "=");
}

TEST_F(Gtp, GivesThePlayerItsTime) {
    ask("genmove b");
    EXPECT_FALSE(players.limits.clock);
    EXPECT_FALSE(players.limits.seconds);
    EXPECT_EQ(ask("time_settings 300 0 0"), "=");
    ask("reg_genmove w");
    ASSERT_TRUE(players.limits.clock);
    EXPECT_EQ(players.limits.clock->left, 300);
    EXPECT_EQ(ask("time_left w 17 0"), "=");
    ask("reg_genmove w");
    EXPECT_EQ(players.limits.clock->left, 17);
    EXPECT_EQ(ask("time_left white 60 6"), "=");
    ask("reg_genmove w");
    EXPECT_FALSE(players.limits.clock);
    EXPECT_NEAR(*players.limits.seconds, 9.95, 1e-9);
    EXPECT_EQ(ask("time_settings 0 1 0"), "=");
    ask("reg_genmove w");
    EXPECT_FALSE(players.limits.clock);
    EXPECT_FALSE(players.limits.seconds);
    for (const char* line :
         {"time_settings", "time_settings 1 2", "time_settings 1 2 x", "time_settings -1 0 0",
          "time_left b 1", "time_left x 1 0", "time_left b 1e300 0", "time_left b 1 99999999999"}) {
        EXPECT_EQ(ask(line), "? syntax error") << line;
    }
}

TEST(GtpClock, KeepsItsOwnCountWhereTheClientRounds) {
    GtpClock clock;
    const auto left = [&] {
        Limits result;
        clock.limit(Color::black, result);
        return result.clock->left;
    };
    clock.set(3, 0, 0);
    clock.spend(Color::black, 2.6);
    // The least that a client of whole seconds can say.
    clock.set_left(Color::black, 1, 0);
    EXPECT_NEAR(left(), 0.4, 1e-9);
    // Less than was counted, fractions, and another time altogether are believed.
    clock.set_left(Color::black, 0, 0);
    EXPECT_EQ(left(), 0);
    clock.set_left(Color::black, 0.5, 0);
    EXPECT_EQ(left(), 0.5);
    clock.set_left(Color::black, 3, 0);
    EXPECT_EQ(left(), 3);
}

TEST(GtpClock, CountsWhatNobodyTells) {
    GtpClock clock;
    const auto limits = [&](Color color) {
        Limits result;
        clock.limit(color, result);
        return result;
    };
    clock.set(10, 6, 3);
    EXPECT_EQ(limits(Color::black).clock->increment, 2);
    clock.spend(Color::black, 4);
    EXPECT_EQ(limits(Color::black).clock->left, 6);
    EXPECT_EQ(limits(Color::white).clock->left, 10);
    // The main time is over: three moves in six seconds, one of which is gone.
    clock.spend(Color::black, 7);
    EXPECT_FALSE(limits(Color::black).clock);
    EXPECT_NEAR(*limits(Color::black).seconds, 5.0 / 3 - 0.05, 1e-9);
    clock.spend(Color::black, 1);
    EXPECT_NEAR(*limits(Color::black).seconds, 4.0 / 2 - 0.05, 1e-9);
    clock.spend(Color::black, 1);
    clock.spend(Color::black, 1);
    EXPECT_NEAR(*limits(Color::black).seconds, 6.0 / 3 - 0.05, 1e-9);
    clock.reset();
    EXPECT_EQ(limits(Color::black).clock->left, 10);
    clock.set(0, 0, 0);
    EXPECT_FALSE(limits(Color::black).clock);
}

TEST_F(Gtp, LoadsAndPrintsGames) {
    ask("gogui-play_sequence b f5 w d6 b c3");
    const std::string sgf = ask("printsgf").substr(2);
    EXPECT_EQ(ask("printsgf file"), "? syntax error");
    const std::string path =
        (std::filesystem::temp_directory_path() / "emilia_gtp_session_test.sgf").string();
    ASSERT_TRUE(write_file(path, sgf));
    ask("clear_board");
    EXPECT_EQ(ask("loadsgf " + path), "=");
    EXPECT_EQ(ask("printsgf").substr(2), sgf);
    // The position before the second move.
    EXPECT_EQ(ask("loadsgf " + path + " 2"), "=");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= white");
    EXPECT_EQ(ask("undo"), "=");
    EXPECT_EQ(ask("undo"), "? cannot undo");
    EXPECT_EQ(ask("loadsgf " + path + " 99"), "=");
    EXPECT_EQ(ask("loadsgf " + path + " 0"), "? syntax error");
    EXPECT_EQ(ask("loadsgf " + path + " x"), "? syntax error");
    EXPECT_EQ(ask("loadsgf"), "? syntax error");
    ASSERT_TRUE(write_file(path, "(;GM[2]B[a1])"));
    EXPECT_TRUE(ask("loadsgf " + path).starts_with("? cannot load file: "));
    std::filesystem::remove(path);
    EXPECT_TRUE(ask("loadsgf " + path).starts_with("? cannot load file: "));
    EXPECT_TRUE(ask("loadsgf -").starts_with("? cannot load file: "));
    EXPECT_TRUE(ask("loadsgf /dev/zero").starts_with("? cannot load file: "));
    // What could not be loaded changed nothing.
    EXPECT_EQ(ask("printsgf").substr(2), sgf);
}

TEST_F(Gtp, CountsProcessorTime) {
    const std::string answer = ask("cputime");
    EXPECT_TRUE(parse_decimal(answer.substr(2))) << answer;
}

TEST_F(Gtp, AnalyzesUntilTheNextLine) {
    // The next line is there already, so that nothing has to be waited for.
    session->announce("7 analyze");
    session->announce("name");
    session->handle("7 analyze");
    EXPECT_EQ(said,
              "=7\n"
              "info move d3 visits 10 depth 1 score 3.00 order 0 pv d3\n"
              "info move d3 visits 20 depth 2 score 3.00 order 0 pv d3\n"
              "info move d3 visits 20 depth 2 score 3.00 order 0 pv d3\n\n");
    said.clear();
    // With an interval only the first and the last.
    session->announce("analyze b interval 100");
    session->handle("analyze b interval 100");
    EXPECT_EQ(said,
              "=\n"
              "info move d3 visits 10 depth 1 score 3.00 order 0 pv d3\n"
              "info move d3 visits 20 depth 2 score 3.00 order 0 pv d3\n\n");
}

TEST_F(Gtp, AnalyzesSeveralMovesOfAPlayerThatValuesThem) {
    use("valuing");
    session->announce("analyze");
    session->announce_end();
    said.clear();
    session->handle("analyze");
    const std::string last =
        "info move d3 visits 56 depth 3 score 45.00 order 0 pv d3 "
        "info move c4 visits 56 depth 3 score 38.00 order 1 pv c4 "
        "info move f5 visits 56 depth 3 score 27.00 order 2 pv f5 "
        "info move e6 visits 56 depth 3 score 20.00 order 3 pv e6\n";
    EXPECT_TRUE(said.starts_with("=\ninfo move d3 visits 28 depth 2 ")) << said;
    EXPECT_TRUE(said.ends_with(last + "\n")) << said;
}

TEST_F(Gtp, LetsThePlayerWaitAfterItsMoves) {
    use("valuing");
    EXPECT_EQ(ask("genmove b"), "= d3");
    EXPECT_TRUE(players.waiting);
    EXPECT_EQ(players.plies_waited_at, 1u);
    EXPECT_EQ(ask("play w c3"), "=");
    EXPECT_FALSE(players.waiting);
    EXPECT_EQ(ask("reg_genmove b"), "= b3");
    EXPECT_EQ(players.begun_waiting, 1);
}

TEST_F(Gtp, RefusesToAnalyzeWhatCannotBe) {
    EXPECT_EQ(ask("analyze w"), "? it is not white's turn");
    EXPECT_EQ(ask("analyze x"), "? syntax error");
    EXPECT_EQ(ask("analyze b 5 5"), "? syntax error");
    EXPECT_EQ(ask("analyze b interval"), "? syntax error");
    expect_all(kBeforePass);
    EXPECT_EQ(ask("analyze b"), "? black has to pass");
    ask("clear_board");
    expect_all(kShortestGame);
    EXPECT_EQ(ask("analyze"), "? the game is over");
}

TEST_F(Gtp, AnalyzesForWhoCanMoveAfterAPass) {
    expect_all(kBeforePass);
    session->announce_end();
    EXPECT_NE(ask("analyze").find("info move c5 "), std::string::npos);
    EXPECT_NE(ask("analyze w 10").find("info move c5 "), std::string::npos);
}

TEST_F(Gtp, SaysPointsWhereTheyAreNoDiscs) {
    use("points:depth=1");
    session->announce_end();
    EXPECT_NE(ask("analyze").find(" points 3.00 "), std::string::npos);
    use("silent");
    session->announce_end();
    EXPECT_EQ(ask("analyze"), "=\ninfo move d3 visits 0 depth 0 order 0 pv d3");
}

TEST_F(Gtp, TellsWhatIsWrongWithThePlayer) {
    use("cheat");
    EXPECT_EQ(ask("genmove b"), "? the player's move e4 is not legal here");
    EXPECT_EQ(ask("gogui-rules_side_to_move"), "= black");
    use("broken");
    EXPECT_EQ(ask("genmove b"), "? the program is gone\nfor good");
    EXPECT_EQ(ask("reg_genmove b"), "? the program is gone\nfor good");
    session->announce_end();
    EXPECT_EQ(ask("analyze"), "=\nerror the program is gone\nfor good");
}

TEST_F(Gtp, PassesAResignationOn) {
    use("resigning");
    EXPECT_EQ(ask("reg_genmove b"), "= resign");
    EXPECT_EQ(ask("genmove b"), "= resign");
    EXPECT_EQ(ask("undo"), "? cannot undo") << "nothing was played";
}

TEST_F(Gtp, Quits) {
    EXPECT_EQ(ask("stop"), "=");
    EXPECT_TRUE(going);
    EXPECT_EQ(ask("5 quit"), "=5");
    EXPECT_FALSE(going);
}

class GtpThread : public Gtp {
  protected:
    GtpThread() : Gtp("endless") {}

    // The answer to a line when another comes while the player thinks about it.
    std::string interrupt(const std::string& line, const std::string& with) {
        said.clear();
        session->announce(line);
        std::thread other([&] {
            while (!players.thinking) std::this_thread::yield();
            session->announce(with);
        });
        session->handle(line);
        other.join();
        const std::string answer = said;
        session->handle(with);
        return answer;
    }
};

TEST_F(GtpThread, QuitAndStopEndAThought) {
    EXPECT_EQ(interrupt("genmove b", "9 quit"), "= d3\n\n");
    EXPECT_EQ(interrupt("reg_genmove w", "stop"), "= c3\n\n");
    EXPECT_EQ(interrupt("analyze", "name"), "=\ninfo move c3 visits 0 depth 0 order 0 pv c3\n\n");
}

}  // namespace
}  // namespace emilia
