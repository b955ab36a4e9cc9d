#include "protocol/nboard_session.h"

#include <gtest/gtest.h>

#include <regex>

#include "game/ggf.h"
#include "game/random_game.h"
#include "protocol/testing.h"
#include "util/random.h"
#include "util/text.h"

namespace emilia {
namespace {

class NBoard : public testing::Test {
  protected:
    explicit NBoard(const std::string& player = "first") { use(player); }

    void use(const std::string& player) {
        session = std::make_unique<NBoardSession>(registry, *registry.parse(player),
                                                  [this](std::string_view text) { said += text; });
    }
    // What it says to a line, with T for seconds.
    std::string ask(std::string_view line) {
        said.clear();
        going = feed(*session, line);
        return timeless();
    }
    std::string timeless() const {
        static const std::regex stats("nodestats (\\d+) [0-9.]+");
        static const std::regex move("(===.*)/[0-9.]+\n");
        return std::regex_replace(std::regex_replace(said, stats, "nodestats $1 T"), move,
                                  "$1/T\n");
    }
    void make_moves(std::string_view moves) {
        for (const std::string_view move : split_words(moves)) {
            EXPECT_EQ(ask("move " + std::string(move)), "");
        }
    }

    // What is behind the line of moves of the last move that was valued.
    std::string last_value() const {
        const std::size_t search = said.rfind("search ");
        const std::size_t value = said.find(' ', search + 7) + 1;
        return said.substr(value, said.find('\n', value) - value);
    }

    TestPlayers players;
    PlayerRegistry registry = players.registry();
    std::unique_ptr<NBoardSession> session;
    std::string said;
    bool going = true;
};

TEST_F(NBoard, SaysItsNameAndTakesADepth) {
    EXPECT_EQ(ask("nboard 2"), "set myname Emilia:first\n");
    EXPECT_EQ(ask("set depth 5"), "set myname Emilia:first:depth=5\n");
    // No deeper than the player can.
    EXPECT_EQ(ask("set depth 50"), "set myname Emilia:first:depth=9\n");
    EXPECT_EQ(ask("set depth 0"), "");
    EXPECT_EQ(ask("set depth x"), "");
    use("first:depth=3");
    EXPECT_EQ(ask("set depth 5"), "set myname Emilia:first:depth=3\n");
    ask("go");
    EXPECT_EQ(players.limits.depth, 5);
    use("endless");
    EXPECT_EQ(ask("set depth 5"), "set myname Emilia:endless\n");
}

TEST_F(NBoard, IgnoresWhatItDoesNotKnow) {
    for (const char* line :
         {"", "   ", "nonsense", "set", "set contempt", "set contempt x", "set foo bar", "Go",
          "hint x", "hint 0", "hint -1", "ping", "ping x", "ping 1 2"}) {
        EXPECT_EQ(ask(line), "") << line;
        EXPECT_TRUE(going);
    }
}

TEST_F(NBoard, AnswersPingsLearnsAndQuits) {
    EXPECT_EQ(ask("ping 7"), "pong 7\n");
    EXPECT_EQ(ask("ping -1"), "pong -1\n");
    EXPECT_EQ(ask("learn"), "learned\nstatus The game is not kept: Emilia has no book\n");
    EXPECT_EQ(ask("quit"), "");
    EXPECT_FALSE(going);
}

TEST_F(NBoard, ContemptIsForBlack) {
    ask("go");
    EXPECT_EQ(players.limits.draw, 0);
    EXPECT_EQ(ask("set contempt 7"), "");
    ask("go");
    EXPECT_EQ(players.limits.draw, 7);
    ask("move F5");
    ask("go");
    EXPECT_EQ(players.limits.draw, -7);
    for (const auto& [text, draw] : {std::pair("-100", 100),
                                     {"1e9", -100},
                                     {"-2.6", 3},
                                     {"x", 3},
                                     {"", 3},
                                     {"100", -100},
                                     {"0", 0}}) {
        EXPECT_EQ(ask(std::string("set contempt ") + text), "");
        ask("go");
        EXPECT_EQ(players.limits.draw, draw) << text;
    }
}

TEST_F(NBoard, ContemptTurnsWithAPassAndIsNothingToAnAnalysis) {
    use("valuing");
    make_moves(kBeforePass);
    ask("set contempt 7");
    // Black has to pass: it is white who is asked.
    ask("hint 1");
    EXPECT_EQ(players.limits.draw, -7);
    ask("analyze");
    EXPECT_EQ(players.limits.draw, 0);
}

TEST_F(NBoard, SaysNothingButAscii) {
    EXPECT_EQ(ask("move \xc3\xa9z\xe6\x97\xa5"), "status '?z?' is no move\n");
}

TEST_F(NBoard, GoDoesNotChangeTheBoard) {
    const std::string answer =
        "status Thinking\n"
        "search D3 3.00 0 1\nnodestats 10 T\n"
        "search D3 3.00 0 2\nnodestats 20 T\n"
        "nodestats 20 T\n"
        "=== D3/3.00/T\n"
        "status\n";
    EXPECT_EQ(ask("go"), answer);
    EXPECT_EQ(ask("go"), answer);
    EXPECT_EQ(ask("move D3/3.00/1.5"), "");
    EXPECT_NE(ask("go").find("=== C3/0.00/T\n"), std::string::npos) << said;
}

TEST_F(NBoard, SaysWhatIsWrongWithAMoveAndKeepsTheGame) {
    EXPECT_EQ(ask("move a1"),
              "status ply 1: black cannot play a1, the legal moves are d3, c4, f5, e6\n");
    EXPECT_EQ(ask("move z9"), "status 'z9' is no move\n");
    EXPECT_EQ(ask("move PA"),
              "status ply 1: black cannot pass, the legal moves are d3, c4, f5, e6\n");
    EXPECT_NE(ask("go").find("=== D3"), std::string::npos);
}

TEST_F(NBoard, TakesAGame) {
    EXPECT_EQ(ask("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]TI[05:00/00:02/02:00]TY[8]"
                  "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
                  "B[F5//60]W[D6//7];)"),
              "");
    EXPECT_NE(ask("go").find("=== C3/"), std::string::npos) << said;
    ASSERT_TRUE(players.limits.clock);
    EXPECT_EQ(players.limits.clock->left, 300 - 60 + 2);
    EXPECT_EQ(players.limits.clock->increment, 2);
    EXPECT_EQ(ask("move C3//2"), "");
    ask("go");
    EXPECT_EQ(players.limits.clock->left, 300 - 7 + 2);
    EXPECT_EQ(ask("set game nonsense"), "status The game cannot be read: there is none\n");
    EXPECT_TRUE(ask("set game (;GM[Othello]BO[8 *];)").starts_with("status The game cannot be"));
    ask("go");
    EXPECT_EQ(players.limits.clock->left, 300 - 7 + 2);
}

TEST_F(NBoard, HintsValueTheMovesByAskingAfterThem) {
    // After each of the four first moves white has three answers, the first of which turns one
    // disc: 3 all, so 0 for black.
    EXPECT_EQ(ask("hint 9"),
              "status Thinking\n"
              "search D3C3 0.00 0 3\n"
              "search C4C3 0.00 0 3\n"
              "search F5F4 0.00 0 3\n"
              "search E6F4 0.00 0 3\n"
              "nodestats 80 T\n"
              "status\n");
    // One ply less after a move.
    ask("set depth 4");
    EXPECT_NE(ask("hint").find("search D3C3 0.00 0 4\n"), std::string::npos) << said;
    use("points");
    EXPECT_NE(ask("hint 1").find("search D3C3 0.00 0 3 points\n"), std::string::npos);
}

TEST_F(NBoard, APlayerThatValuesMovesIsAskedOnce) {
    use("valuing");
    EXPECT_EQ(ask("hint 2"),
              "status Thinking\n"
              "search D3 45.00 0 2\n"
              "search C4 38.00 0 2\n"
              "search D3 45.00 0 3\n"
              "search C4 38.00 0 3\n"
              "nodestats 28 T\n"
              "status\n");
    make_moves(kBeforePass);
    EXPECT_EQ(ask("hint 2"), "status Thinking\nsearch PAC5 -30.00 0 4\nnodestats 14 T\nstatus\n");
}

TEST_F(NBoard, ADepthIsTheLevelOfAPlayerThatHasLevels) {
    use("valuing");
    EXPECT_EQ(ask("set depth 7"), "set myname Emilia:valuing:level=7\n");
    ask("hint 1");
    EXPECT_FALSE(players.limits.depth);
    EXPECT_EQ(ask("set depth 99"), "set myname Emilia:valuing:level=60\n");
    use("valuing:level=3");
    EXPECT_EQ(ask("set depth 7"), "set myname Emilia:valuing:level=3\n");
    ask("hint 1");
    EXPECT_EQ(players.limits.depth, 7);
}

TEST_F(NBoard, WaitsWhenTheClientHasMadeItsMove) {
    use("valuing");
    ask("go");
    EXPECT_EQ(players.begun_waiting, 0);
    ask("move D3");
    EXPECT_EQ(players.begun_waiting, 1);
    EXPECT_TRUE(players.waiting);
    EXPECT_EQ(players.plies_waited_at, 1u);
    ask("move C3");
    EXPECT_FALSE(players.waiting);
    ask("go");
    // Another one than it was told.
    ask("move E3");
    EXPECT_EQ(players.begun_waiting, 1);
}

TEST_F(NBoard, HintsOfAPlayerThatSaysNoValuesAreItsMove) {
    use("silent");
    EXPECT_EQ(ask("hint 4"), "status Thinking\nsearch D3 0.00 0 0 points\nnodestats 0 T\nstatus\n");
    EXPECT_EQ(ask("analyze"), "status Analyzing\nnodestats 0 T\nstatus\n");
    EXPECT_EQ(ask("go"), "status Thinking\nnodestats 0 T\n=== D3//T\nstatus\n");
}

TEST_F(NBoard, AForcedPassIsPassed) {
    make_moves(kBeforePass);
    EXPECT_EQ(ask("go"), "=== PA\n");
    const std::string hint = ask("hint 3");
    EXPECT_NE(hint.find("\nsearch PAC5"), std::string::npos) << hint;
    EXPECT_EQ(hint.find("\nsearch C5"), std::string::npos) << hint;
    EXPECT_EQ(ask("move PA"), "");
    EXPECT_NE(ask("go").find("=== C5/"), std::string::npos);
}

TEST_F(NBoard, APassCanBeLeftOut) {
    make_moves(kBeforePass);
    EXPECT_EQ(ask("move C5"), "");
    EXPECT_NE(ask("analyze").find("analysis 10 "), std::string::npos) << said;
}

TEST_F(NBoard, AFinishedGameHasNoMove) {
    make_moves(kShortestGame);
    EXPECT_EQ(ask("go"), "status The game is over\n");
    EXPECT_EQ(ask("hint 1"), "status The game is over\n");
    EXPECT_NE(ask("analyze").find("status Analyzing\nanalysis 9 64.00\n"), std::string::npos);
}

TEST_F(NBoard, HintsAreExactWhereFewSquaresAreEmpty) {
    Random random(5);
    GameRecord game = random_game(random);
    while (game.final_diagram().position.empties() < 9 ||
           legal_moves(game.final_diagram().position) == 0) {
        game.moves.pop_back();
    }
    game.result.reset();
    ask("set game " + to_ggf(game));
    ask("hint 64");
    const Position position = game.final_diagram().position;
    Solver solver;
    for (const MoveSolution& move : solver.solve_moves(position)) {
        std::string name = to_string(move.move);
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
        const std::regex line("\nsearch " + name + "[A-H0-9P]* " +
                              std::to_string(move.solution.lower.value()) + "\\.00 0 100%\n");
        EXPECT_TRUE(std::regex_search(said, line)) << name << " in " << said;
    }
    const std::string value =
        std::to_string(solver.solve(position).lower.value() *
                       (game.final_diagram().to_move == Color::black ? 1 : -1));
    EXPECT_NE(ask("analyze").find("analysis " + std::to_string(game.moves.size()) + " " + value +
                                  ".00\n"),
              std::string::npos)
        << said;
}

TEST_F(NBoard, HintsAreOrderedByContempt) {
    Random random(6);
    Solver solver;
    for (int tried = 0;; ++tried) {
        ASSERT_LT(tried, 1000);
        GameRecord game = random_game(random);
        while (game.final_diagram().position.empties() < 8) game.moves.pop_back();
        game.result.reset();
        const Diagram diagram = game.final_diagram();
        if (legal_moves(diagram.position) == 0) continue;
        const auto moves = solver.solve_moves(diagram.position);
        const auto is_draw = [](const MoveSolution& m) { return m.solution.lower.value() == 0; };
        if (std::none_of(moves.begin(), moves.end(), is_draw)) continue;
        if (solver.solve(diagram.position).lower.value() == 0) continue;
        ask("set game " + to_ggf(game));
        ask("hint 1");
        EXPECT_EQ(last_value(),
                  std::to_string(solver.solve(diagram.position).lower.value()) + ".00 0 100%");
        ask(diagram.to_move == Color::black ? "set contempt 100" : "set contempt -100");
        ask("hint 1");
        EXPECT_EQ(last_value(), "0.00 0 100%");
        break;
    }
}

TEST_F(NBoard, AnalyzesEveryPositionForBlackFromTheEnd) {
    make_moves("f5 d6");
    // 3 discs each; black's c3 turns one. White's f4 turns one of four to one. Black's d3.
    EXPECT_EQ(ask("analyze"),
              "status Analyzing\n"
              "analysis 2 3.00\n"
              "analysis 1 0.00\n"
              "analysis 0 3.00\n"
              "nodestats 60 T\n"
              "status\n");
}

TEST_F(NBoard, TellsWhatIsWrongWithThePlayer) {
    use("broken");
    const std::string sentence = "status the program is gone  for good\n";
    EXPECT_EQ(ask("go"), "status Thinking\n" + sentence);
    EXPECT_EQ(ask("hint 1"), "status Thinking\nnodestats 0 T\n" + sentence);
    EXPECT_EQ(ask("analyze"), "status Analyzing\n" + sentence);
    use("cheat");
    EXPECT_EQ(ask("go"), "status Thinking\nstatus The player's move e4 is not legal\n");
}

class NBoardThread : public NBoard {
  protected:
    NBoardThread() : NBoard("endless") {}
};

TEST_F(NBoardThread, PingStopsWhateverItIsDoing) {
    for (const std::string line : {"go", "hint 4", "analyze"}) {
        said.clear();
        session->announce(line);
        std::thread other([&] {
            while (!players.thinking) std::this_thread::yield();
            session->announce("ping 3");
        });
        session->handle(line);
        other.join();
        session->handle("ping 3");
        EXPECT_TRUE(said.ends_with("status\npong 3\n")) << said;
        EXPECT_EQ(said.find("==="), std::string::npos) << said;
        EXPECT_EQ(said.find("search"), std::string::npos) << said;
    }
}

TEST_F(NBoardThread, SoDoesQuit) {
    session->announce("go");
    std::thread other([&] {
        while (!players.thinking) std::this_thread::yield();
        session->announce("quit");
    });
    session->handle("go");
    other.join();
    EXPECT_FALSE(session->handle("quit"));
}

}  // namespace
}  // namespace emilia
