#include "cli/play/session.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "board/position_text.h"
#include "board/rules.h"
#include "cli/all_players.h"
#include "cli/play/commands.h"

namespace emilia::cli {
namespace {

class PlaySessionTest : public testing::Test {
  protected:
    PlaySession make(const char* black, const char* white, const Diagram& start = {}) {
        PlaySession::Settings settings;
        settings.start = start;
        settings.hint = *registry_.parse("weighted-squares:depth=2");
        const char* const texts[] = {black, white};
        for (std::size_t i = 0; i < 2; ++i) {
            if (texts[i] != nullptr) settings.programs[i] = *registry_.parse(texts[i]);
        }
        return {registry_, settings};
    }

    // Does what a front end does until somebody has to type.
    static void let_programs_move(PlaySession& session) {
        for (;;) {
            switch (session.need()) {
                case PlaySession::Need::move:
                    session.play_choice(session.thinker().choose(session.game(), {}), 0.5, false);
                    break;
                case PlaySession::Need::hint:
                    session.show_hint(session.thinker().choose(session.game(), {}));
                    break;
                case PlaySession::Need::line:
                case PlaySession::Need::end:
                    return;
            }
        }
    }

    static void type(PlaySession& session, std::string_view line) {
        run_line(session, line);
        let_programs_move(session);
    }

    static std::string moves_of(const PlaySession& session) {
        std::string text;
        for (const PlayedMove& played : session.game().moves) text += to_string(played.move);
        return text;
    }

    static std::string said(const PlaySession& session) {
        std::string text;
        for (const Message& message : session.messages()) {
            text += (message.kind == Message::Kind::error ? "! " : "") + message.text + "\n";
        }
        return text;
    }

    PlayerRegistry registry_ = all_players();
};

TEST_F(PlaySessionTest, TwoPeople) {
    PlaySession session = make(nullptr, nullptr);
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    type(session, "f5");
    EXPECT_EQ(said(session), "Black plays f5 and turns over e5.\n");
    type(session, " D6 ");
    EXPECT_EQ(moves_of(session), "f5d6");
    EXPECT_EQ(session.last_square(), Square::d6);
    EXPECT_EQ(session.last_flips(), bit(Square::d5));
    type(session, "undo");
    EXPECT_EQ(moves_of(session), "f5");
    type(session, "undo");
    EXPECT_EQ(moves_of(session), "");
    type(session, "undo");
    EXPECT_EQ(said(session), "! There is nothing to take back.\n");
    type(session, "redo");
    type(session, "redo");
    EXPECT_EQ(moves_of(session), "f5d6");
    type(session, "redo");
    EXPECT_EQ(said(session), "! There is nothing to play again.\n");
}

TEST_F(PlaySessionTest, IllegalMovesAreExplainedAndChangeNothing) {
    PlaySession session = make(nullptr, nullptr);
    type(session, "e4");
    EXPECT_EQ(said(session), "! e4 is taken by a black disc; legal moves: d3, c4, f5, e6.\n");
    type(session, "a1");
    EXPECT_EQ(said(session), "! a1 turns over no white disc; legal moves: d3, c4, f5, e6.\n");
    type(session, "pass");
    EXPECT_EQ(said(session),
              "! A pass is made for you when it is the only move; legal moves: d3, c4, f5, e6.\n");
    EXPECT_EQ(session.game().moves.size(), 0U);
}

TEST_F(PlaySessionTest, UndoGoesBackToThePersonsTurn) {
    PlaySession session = make(nullptr, "max-disc");
    type(session, "f5");
    const std::string first = moves_of(session);
    EXPECT_EQ(first.size(), 4U);
    EXPECT_EQ(session.diagram().to_move, Color::black);
    type(session, to_string(square_at(lowest_bit(legal_moves(session.diagram().position)))));
    const std::string second = moves_of(session);
    type(session, "undo");
    EXPECT_EQ(moves_of(session), first);
    type(session, "redo");
    EXPECT_EQ(moves_of(session), second);
    type(session, "undo");
    type(session, "undo");
    EXPECT_EQ(moves_of(session), "");
    // A new move forgets what was taken back.
    type(session, "c4");
    type(session, "redo");
    EXPECT_EQ(said(session), "! There is nothing to play again.\n");
}

TEST_F(PlaySessionTest, TheProgramsFirstMoveIsNotTakenBack) {
    PlaySession session = make("max-disc", nullptr);
    let_programs_move(session);
    EXPECT_EQ(session.game().moves.size(), 1U);
    type(session, "undo");
    EXPECT_EQ(said(session), "! There is nothing to take back.\n");
    EXPECT_EQ(session.game().moves.size(), 1U);
}

// Undo, all the way, and redo, all the way, through whole games with their passes.
TEST_F(PlaySessionTest, UndoAndRedoAreOpposites) {
    int passes = 0;
    for (int seed = 1; seed <= 20; ++seed) {
        const std::string white = "random:seed=" + std::to_string(seed);
        PlaySession session = make(nullptr, white.c_str());
        Random random(static_cast<std::uint64_t>(seed));
        let_programs_move(session);
        std::vector<std::string> states;
        while (!session.over()) {
            ASSERT_EQ(session.need(), PlaySession::Need::line);
            states.push_back(moves_of(session));
            const Bitboard legal = legal_moves(session.diagram().position);
            ASSERT_NE(legal, 0U);
            Bitboard rest = legal;
            for (auto skip = random.below(static_cast<std::uint64_t>(popcount(legal))); skip > 0;
                 --skip) {
                rest = without_lowest_bit(rest);
            }
            type(session, to_string(square_at(lowest_bit(rest))));
        }
        states.push_back(moves_of(session));
        for (const PlayedMove& played : session.game().moves) passes += played.move.is_pass();
        for (std::size_t i = states.size() - 1; i-- > 0;) {
            type(session, "undo");
            ASSERT_EQ(moves_of(session), states[i]);
            EXPECT_FALSE(session.over());
        }
        for (std::size_t i = 1; i < states.size(); ++i) {
            type(session, "redo");
            ASSERT_EQ(moves_of(session), states[i]);
        }
        EXPECT_TRUE(session.over());
    }
    EXPECT_GT(passes, 5);
}

TEST_F(PlaySessionTest, PassesAreMadeAndAnnounced) {
    const Diagram start = *parse_position(
        "-OX-----"
        "--------"
        "--------"
        "--------"
        "--------"
        "--------"
        "--------"
        "OX------ O");
    PlaySession session = make(nullptr, nullptr, start);
    EXPECT_EQ(session.game().moves.size(), 0U);
    type(session, "d1");
    EXPECT_EQ(said(session),
              "White plays d1 and turns over c1.\n"
              "Black has no legal move and must pass: white moves again.\n");
    EXPECT_EQ(moves_of(session), "d1pass");
}

TEST_F(PlaySessionTest, TheEndIsExplained) {
    const Diagram start = *parse_position(
        "XO------"
        "--------"
        "--------"
        "--------"
        "--------"
        "--------"
        "--------"
        "-------- X");
    PlaySession session = make(nullptr, nullptr, start);
    type(session, "c1");
    EXPECT_TRUE(session.over());
    EXPECT_EQ(said(session),
              "Black plays c1 and turns over b1.\n"
              "Neither player can move: black wins 64 to 0: 3 to 0 on the board, and the winner is "
              "given the 61 empty squares.\n");
    EXPECT_EQ(session.finished_record().result, DiscDifference(64));
    EXPECT_EQ(session.finished_record().ending, Ending::finished);
    type(session, "d1");
    EXPECT_EQ(said(session),
              "! The game is over. 'new' starts another, 'undo' takes moves back.\n");
    type(session, "hint");
    EXPECT_EQ(said(session), "! The game is over: there is no move to suggest.\n");
    type(session, "undo");
    EXPECT_FALSE(session.over());
    EXPECT_EQ(session.finished_record().result, std::nullopt);
}

TEST_F(PlaySessionTest, ResigningCanBeTakenBack) {
    PlaySession session = make(nullptr, "max-disc");
    type(session, "f5");
    const std::string moves = moves_of(session);
    type(session, "resign");
    EXPECT_TRUE(session.over());
    EXPECT_EQ(said(session), "Black resigned: white wins.\n");
    EXPECT_EQ(session.finished_record().result, DiscDifference(-64));
    EXPECT_EQ(session.finished_record().ending, Ending::resigned);
    type(session, "resign");
    EXPECT_EQ(said(session), "! The game is over already.\n");
    type(session, "undo");
    EXPECT_FALSE(session.over());
    EXPECT_EQ(moves_of(session), moves);
    EXPECT_EQ(session.finished_record().result, std::nullopt);
}

TEST_F(PlaySessionTest, SwapGivesTheMoveToTheProgram) {
    PlaySession session = make(nullptr, "max-disc");
    type(session, "swap");
    EXPECT_EQ(session.game().moves.size(), 1U);
    EXPECT_EQ(session.diagram().to_move, Color::white);
    EXPECT_FALSE(session.program(Color::white));
    EXPECT_EQ(session.name_of_player(Color::black), "max-disc, depth 1");
    EXPECT_EQ(session.name_of_player(Color::white), "you");
}

TEST_F(PlaySessionTest, HintsTellEstimatesFromProofs) {
    PlaySession session = make(nullptr, "max-disc");
    const struct {
        Value value;
        const char* text;
    } cases[] = {{{3, Value::Unit::discs}, "about +3 discs"},
                 {{-4, Value::Unit::final_score}, "a loss by 4"},
                 {{0, Value::Unit::final_score}, "a draw"}};
    for (const auto& [value, text] : cases) {
        run_line(session, "hint");
        session.show_hint(
            Choice{.move = Square::f5, .value = value, .depth = 1, .line = {Square::f5}});
        EXPECT_NE(said(session).find(text), std::string::npos) << text;
    }
}

TEST_F(PlaySessionTest, TheEngineHasLevels) {
    PlaySession session = make(nullptr, "emilia");
    EXPECT_EQ(session.name_of_player(Color::white), "emilia");
    type(session, "level 3");
    EXPECT_EQ(session.name_of_player(Color::white), "emilia, level 3");
    type(session, "level 61");
    EXPECT_EQ(said(session),
              "! Player emilia: level must be a whole number from 0 to 60, not '61'.\n");
    type(session, "f5");
    EXPECT_EQ(session.game().moves.size(), 2U);
    EXPECT_TRUE(session.game().moves.back().evaluation.has_value());
}

TEST_F(PlaySessionTest, OpponentsAndLevelsCanBeChanged) {
    PlaySession session = make(nullptr, "max-disc");
    type(session, "level 3");
    EXPECT_EQ(session.name_of_player(Color::white), "max-disc, depth 3");
    type(session, "level 99");
    EXPECT_EQ(said(session),
              "! Player max-disc: depth must be a whole number from 1 to 20, not '99'.\n");
    type(session, "opponent random");
    EXPECT_EQ(session.name_of_player(Color::white), "random");
    type(session, "level 3");
    EXPECT_EQ(said(session), "! Player random has no option 'depth'; its options are seed.\n");
    type(session, "opponent randm");
    EXPECT_EQ(said(session), "! There is no player 'randm'; did you mean 'random'?\n");
    type(session, "white human");
    EXPECT_EQ(session.count_programs(), 0);
    type(session, "level 3");
    EXPECT_EQ(said(session), "! Two people play: there is no program whose level could be set.\n");
    type(session, "opponent min-disc");
    EXPECT_EQ(session.name_of_player(Color::white), "min-disc, depth 1");
}

TEST_F(PlaySessionTest, HintsChangeNothing) {
    PlaySession session = make(nullptr, nullptr);
    run_line(session, "hint");
    EXPECT_EQ(session.need(), PlaySession::Need::hint);
    session.show_hint(Choice{.move = Square::f5,
                             .value = Value{-3, Value::Unit::points},
                             .depth = 2,
                             .line = {Square::f5, Square::d6}});
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    EXPECT_EQ(said(session),
              "Hint: f5. weighted-squares gives it -3 points, 2 plies ahead: f5 d6.\n");
    EXPECT_EQ(session.game().moves.size(), 0U);
}

TEST_F(PlaySessionTest, StoppingTwoProgramsPausesThem) {
    PlaySession session = make("max-disc", "random");
    ASSERT_EQ(session.need(), PlaySession::Need::move);
    session.play_choice(session.thinker().choose(session.game(), {}), 0, true);
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    EXPECT_EQ(session.game().moves.size(), 0U);
    run_line(session, "d3");
    EXPECT_EQ(said(session), "! It is the turn of black, a program. 'go' lets it move.\n");
    run_line(session, "resign");
    EXPECT_EQ(said(session), "! Two programs play: there is nobody to resign.\n");
    type(session, "go");
    EXPECT_TRUE(session.over());
    type(session, "undo");
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    EXPECT_TRUE(session.is_paused());
}

TEST_F(PlaySessionTest, StoppingOneProgramMakesItsBestMove) {
    PlaySession session = make("max-disc:depth=5", nullptr);
    session.play_choice(Choice{.move = Square::d3, .depth = 2}, 0, true);
    EXPECT_EQ(session.game().moves.size(), 1U);
    EXPECT_EQ(said(session),
              "Stopped after 2 plies: black plays the best so far.\n"
              "Black plays d3 and turns over d4.\n");
}

TEST_F(PlaySessionTest, APlayerThatFailsPausesTheGame) {
    PlaySession session = make("max-disc", nullptr);
    session.play_choice(Error{"it fell asleep"}, 0, false);
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    EXPECT_EQ(said(session), "! Black cannot move: it fell asleep.\n");
    type(session, "go");
    EXPECT_EQ(session.game().moves.size(), 1U);
}

class ResigningPlayer : public Player {
  public:
    Result<Choice> choose(const GameRecord&, const Limits&) override { return Error{"no more"}; }
    Fault fault() const override { return Fault::resignation; }
};

TEST_F(PlaySessionTest, AProgramMayResign) {
    registry_.add({"resigning", "gives up", {}, [](const PlayerSpec&) {
                       return std::make_unique<ResigningPlayer>();
                   }});
    PlaySession session = make(nullptr, "resigning");
    type(session, "f5");
    EXPECT_TRUE(session.over());
    EXPECT_EQ(said(session), "Black plays f5 and turns over e5.\nWhite resigned: black wins.\n");
    EXPECT_EQ(session.finished_record().result, DiscDifference(64));
    EXPECT_EQ(session.finished_record().ending, Ending::resigned);
    // Taken back, it does not come again before the person wants it to.
    type(session, "undo");
    EXPECT_FALSE(session.over());
    EXPECT_EQ(session.need(), PlaySession::Need::line);
    type(session, "undo");
    EXPECT_EQ(moves_of(session), "");
}

TEST_F(PlaySessionTest, NewGamesDifferAndTheLastOneIsNotLost) {
    PlaySession session = make("random", "random");
    let_programs_move(session);
    const std::string first = moves_of(session);
    type(session, "new");
    EXPECT_NE(moves_of(session), first);
    for (int i = 0; i < 200 && moves_of(session) != first; ++i) run_line(session, "undo");
    EXPECT_EQ(moves_of(session), first);
}

TEST_F(PlaySessionTest, TheSameSeedPlaysTheSameGame) {
    PlaySession one = make("random", "max-disc:depth=2");
    PlaySession other = make("random", "max-disc:depth=2");
    let_programs_move(one);
    let_programs_move(other);
    EXPECT_EQ(moves_of(one), moves_of(other));
    EXPECT_EQ(one.finished_record(), other.finished_record());
}

TEST_F(PlaySessionTest, SavedGamesAreLoadedAgain) {
    const std::string path = testing::TempDir() + "play_session_test.sgf";
    PlaySession session = make(nullptr, "max-disc:depth=2");
    type(session, "f5");
    type(session, "save " + path);
    EXPECT_EQ(said(session), "Saved as " + path + ".\n");
    const std::string saved = moves_of(session);
    PlaySession other = make(nullptr, "max-disc");
    type(other, "c4");
    const std::string left = moves_of(other);
    type(other, "load " + path);
    EXPECT_EQ(moves_of(other), saved);
    EXPECT_EQ(other.game().player(Color::black).name, "human");
    // The first undo is in the loaded game, the second leaves it.
    type(other, "undo");
    EXPECT_EQ(moves_of(other), "");
    type(other, "undo");
    EXPECT_EQ(moves_of(other), left);
    std::filesystem::remove(path);

    type(other, "load " + path);
    EXPECT_EQ(other.messages().front().kind, Message::Kind::error);
    EXPECT_NE(said(other).find(path), std::string::npos);
    EXPECT_EQ(moves_of(other), left);
    type(other, "save game.doc");
    EXPECT_EQ(said(other),
              "! Cannot save as game.doc: the name must end in .sgf, .ggf, .pgn or .txt.\n");
    type(other, "save");
    EXPECT_EQ(said(other), "! Which file? 'save FILE', such as 'save game.sgf'.\n");
}

TEST_F(PlaySessionTest, QuitEnds) {
    for (const char* const word : {"quit", "q", "exit", "QUIT"}) {
        PlaySession session = make(nullptr, nullptr);
        run_line(session, word);
        EXPECT_EQ(session.need(), PlaySession::Need::end) << word;
    }
}

TEST_F(PlaySessionTest, MistypedCommandsGetASuggestion) {
    PlaySession session = make(nullptr, nullptr);
    const std::pair<const char*, const char*> cases[] = {
        {"undoo", "! There is no command 'undoo'. Did you mean 'undo'?\n"},
        {"hnit", "! There is no command 'hnit'. Did you mean 'hint'?\n"},
        {"h", "! 'h' could be hint or help.\n"},
        {"k9", "! 'k9' is neither a square (a1 to h8) nor a command; 'help' lists them.\n"},
        {"undo now", "! 'undo' takes nothing behind it.\n"},
        {"level", "! Which level? 'level 4' looks four plies ahead.\n"},
        {"", ""},
        {"   ", ""},
    };
    for (const auto& [line, sentence] : cases) {
        type(session, line);
        EXPECT_EQ(said(session), sentence) << line;
    }
}

TEST_F(PlaySessionTest, Completes) {
    using Words = std::vector<std::string>;
    PlaySession session = make(nullptr, "random");
    EXPECT_EQ(complete(session, "un").candidates, Words{"undo"});
    EXPECT_EQ(complete(session, "f").candidates, Words{"f5"});
    EXPECT_EQ(complete(session, "e").candidates, Words{"e6"});
    EXPECT_EQ(complete(session, "  re").start, 2U);
    EXPECT_EQ(complete(session, "  re").candidates, (Words{"redo", "resign"}));
    EXPECT_EQ(complete(session, "  re").common, "re");
    EXPECT_EQ(complete(session, "opponent m").candidates,
              (Words{"max-disc", "min-disc", "mcabee"}));
    EXPECT_EQ(complete(session, "opponent m").start, 9U);
    EXPECT_EQ(complete(session, "white weigh").common, "weighted-squares");
    EXPECT_EQ(complete(session, "undo x").candidates, Words{});
    EXPECT_EQ(complete(session, "zz").candidates, Words{});
    EXPECT_GT(complete(session, "").candidates.size(), 15U);

    const std::string folder = testing::TempDir() + "play_completion_test/";
    std::filesystem::create_directories(folder + "inner");
    for (const char* const name : {"one.sgf", "once.ggf", ".hidden"}) {
        std::fclose(std::fopen((folder + name).c_str(), "w"));
    }
    EXPECT_EQ(complete(session, "load " + folder + "on").candidates,
              (Words{folder + "once.ggf", folder + "one.sgf"}));
    EXPECT_EQ(complete(session, "load " + folder + "on").common, folder + "on");
    EXPECT_EQ(complete(session, "save " + folder + "i").candidates, Words{folder + "inner/"});
    EXPECT_EQ(complete(session, "load " + folder).candidates.size(), 3U);
    EXPECT_EQ(complete(session, "load " + folder + "none/").candidates, Words{});
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace emilia::cli
