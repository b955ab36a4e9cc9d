#include "game/files.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "board/random_positions.h"
#include "game/random_game.h"
#include "util/file.h"
#include "util/testing.h"
#include "util/text.h"

namespace emilia {
namespace {

// What the formats treat specially, and what they might.
std::string random_text(Random& random, bool lines) {
    static constexpr std::string_view kPieces[] = {
        "a",  "b",    "Rose", "(",  ")",   "[", "]",  "{",  "}",  ";",   ":",
        "\\", "\"",   "%",    "\\", "1-0", "*", "é",  "井", " r", "/",   "[%clk",
        "$",  "pass", "f5",   "'",  "?",   "!", "]]", "-",  "--", "2 (",
    };
    std::string text = "x";
    for (std::uint64_t n = random.below(12); n > 0; --n) {
        text += kPieces[random.below(std::size(kPieces))];
        if (lines && random.below(8) == 0) text += "\ny";
    }
    // No blanks at the ends: formats do not keep them.
    return text + "z";
}

std::optional<double> random_number(Random& random) {
    switch (random.below(4)) {
        case 0:
            return std::nullopt;
        case 1:
            return static_cast<double>(random.below(200)) / 4 - 20;
        case 2:
            return (random.unit() - 0.5) * 1e-7;
        default:
            return (random.unit() - 0.5) * 130;
    }
}

Diagram random_start(Random& random) {
    const Position position =
        random.below(2) == 0 ? random_position_from_play(random, 20) : random_discs(random);
    return {position, random.below(2) == 0 ? Color::black : Color::white};
}

Ending random_ending(Random& random, std::initializer_list<Ending> endings) {
    return endings.begin()[random.below(endings.size())];
}

// The moves, and no more.
GameRecord bare_game(Random& random, bool any_start) {
    const std::size_t plies = random.below(3) == 0 ? random.below(60) : 200;
    const Diagram start = any_start && random.below(3) == 0 ? random_start(random) : Diagram{};
    return random_game(random, plies, start);
}

void add_names(Random& random, GameRecord& game) {
    for (PlayerInfo& player : game.players) {
        if (random.below(4) != 0) player.name = random_text(random, false);
        player.rating = random_number(random);
        if (random.below(2) != 0) player.clock = random_text(random, false);
    }
    if (random.below(4) == 0) {
        for (PlayerInfo& player : game.players) player.clock = "300";
    }
    game.place = random_text(random, false);
    static constexpr std::string_view kDates[] = {
        "", "1980", "1980.06", "1980.06.19", "2003.12.15_13:24:03.MST", "soon"};
    game.date = kDates[random.below(std::size(kDates))];
}

void add_event(Random& random, GameRecord& game) {
    if (random.below(4) != 0) game.event = random_text(random, false);
    if (random.below(4) != 0) game.round = random_text(random, false);
}

void add_comments(Random& random, GameRecord& game) {
    if (random.below(2) != 0) game.comment = random_text(random, true);
    for (PlayedMove& played : game.moves) {
        if (random.below(6) == 0) played.comment = random_text(random, true);
    }
}

void add_numbers(Random& random, GameRecord& game) {
    if (random.below(3) == 0) return;
    for (PlayedMove& played : game.moves) {
        played.evaluation = random_number(random);
        played.seconds = random_number(random);
    }
}

// A result that need not be the one on the board.
void set_result(Random& random, GameRecord& game, bool winner_only) {
    if (game.result && random.below(4) != 0) return;
    game.result = DiscDifference(static_cast<int>(random.below(129)) - 64);
    if (winner_only && game.ending != Ending::finished && random.below(2) == 0) {
        game.result.reset();
        game.winner = random.below(2) == 0 ? Color::black : Color::white;
    }
    if (game.ending == Ending::finished) {
        // A result without the empty squares would be read as the one with them.
        game.result = black_result(game.final_diagram());
    }
}

GameRecord sgf_game(Random& random) {
    GameRecord game = bare_game(random, true);
    add_names(random, game);
    add_event(random, game);
    add_comments(random, game);
    add_numbers(random, game);
    set_result(random, game, true);
    if (random.below(2) == 0) {
        game.ending = random_ending(random, {Ending::resigned, Ending::timeout, Ending::agreed,
                                             Ending::adjudicated, Ending::finished});
    }
    game.extra = {{"sgf:AP", "Quarry:0.2.0"}, {"sgf:KM", "1.5"}, {"sgf:XY", "a\\]b"}};
    if (!game.moves.empty()) {
        game.moves.back().extra = {{"sgf:MA", "a1"}, {"sgf:MA", "b2"}, {"sgf:BM", "1"}};
    }
    return game;
}

GameRecord ggf_game(Random& random) {
    GameRecord game = bare_game(random, true);
    add_names(random, game);
    add_numbers(random, game);
    set_result(random, game, false);
    if (game.result && random.below(2) == 0) {
        game.ending = random_ending(random, {Ending::resigned, Ending::timeout, Ending::agreed});
    }
    game.extra = {{"ggf:TY", "8r18"}, {"ggf:KM", "-0.5"}, {"ggf:KB", "d3/1.5"}};
    if (!game.moves.empty()) game.moves[0].extra = {{"ggf:ZZ", "1"}, {"ggf:ZZ", "2"}};
    return game;
}

GameRecord pgn_game(Random& random) {
    GameRecord game = bare_game(random, true);
    add_names(random, game);
    add_event(random, game);
    add_comments(random, game);
    add_numbers(random, game);
    set_result(random, game, true);
    if (random.below(2) == 0) {
        game.ending = random_ending(random, {Ending::resigned, Ending::timeout, Ending::agreed,
                                             Ending::adjudicated, Ending::finished});
    }
    game.extra = {{"Annotator", random_text(random, false)}, {"Opening", "Rose"}};
    if (!game.moves.empty()) game.moves[0].extra = {{"pgn:NAG", "1"}, {"pgn:NAG", "14"}};
    return game;
}

GameRecord transcript_game(Random& random) {
    GameRecord game;
    while (game.moves.empty()) game = bare_game(random, false);
    return game;
}

GameRecord position_game(Random& random) {
    GameBuilder builder(random_start(random));
    return builder.finish();
}

struct Kind {
    Format format;
    GameRecord (*make)(Random&);
};

class FilesTest : public testing::TestWithParam<Kind> {};

std::vector<GameRecord> some_games(Random& random, GameRecord (*make)(Random&)) {
    std::vector<GameRecord> games;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) games.push_back(make(random));
    return games;
}

// Whatever a format can carry comes back the same, and the text it makes is the text it makes
// again.
TEST_P(FilesTest, RandomGamesComeBackTheSame) {
    const auto [format, make] = GetParam();
    Random random(2026);
    for (int trial = 0; trial < trials(1000); ++trial) {
        const std::vector<GameRecord> games = some_games(random, make);
        const auto written = write_games(format, games);
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_EQ(written->losses, std::vector<std::string>{}) << written->text;
        const auto read = read_games(written->text, format);
        ASSERT_TRUE(read) << read.error().message << '\n' << written->text;
        EXPECT_EQ(sentences(read->bad), std::vector<std::string>{}) << written->text;
        ASSERT_EQ(read->games, games) << written->text;
        const auto again = write_games(format, read->games);
        ASSERT_TRUE(again);
        ASSERT_EQ(again->text, written->text);
    }
}

TEST_P(FilesTest, ATextSaysWhichFormatItIsIn) {
    const auto [format, make] = GetParam();
    Random random(3);
    for (int trial = 0; trial < trials(200); ++trial) {
        const auto written = write_games(format, some_games(random, make));
        ASSERT_TRUE(written);
        // A problem without answers is a position with a semicolon; both say the same.
        EXPECT_EQ(name_of(detect_format(written->text)), name_of(format)) << written->text;
        EXPECT_EQ(name_of(detect_format(written->text, "games.sgf")), name_of(format));
    }
}

// Bytes changed at random: no crash, and what is read is written and read again the same.
TEST_P(FilesTest, DamagedTextIsRefusedOrReadTheSameTwice) {
    const auto [format, make] = GetParam();
    Random random(4);
    for (int trial = 0; trial < trials(1000); ++trial) {
        auto written = write_games(format, some_games(random, make));
        ASSERT_TRUE(written);
        std::string& text = written->text;
        for (std::uint64_t n = 1 + random.below(6); n > 0; --n) {
            const std::size_t at = random.below(text.size());
            switch (random.below(3)) {
                case 0:
                    text.erase(at, 1 + random.below(10));
                    break;
                case 1:
                    text.insert(at, text.substr(random.below(text.size()), random.below(20)));
                    break;
                default:
                    text[at] = static_cast<char>(random.below(128));
            }
            if (text.empty()) text = "x";
        }
        const auto read = read_games(text, format);
        if (!read || read->games.empty()) continue;
        const auto second = write_games(format, read->games);
        ASSERT_TRUE(second) << second.error().message << '\n' << text;
        EXPECT_EQ(second->losses, std::vector<std::string>{}) << text << "\n--\n" << second->text;
        const auto again = read_games(second->text, format);
        ASSERT_TRUE(again) << second->text;
        ASSERT_EQ(again->games, read->games) << text << "\n--\n" << second->text;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, FilesTest,
                         testing::Values(Kind{Format::transcript, transcript_game},
                                         Kind{Format::position, position_game},
                                         Kind{Format::ggf, ggf_game}, Kind{Format::sgf, sgf_game},
                                         Kind{Format::pgn, pgn_game}),
                         [](const auto& kind) { return std::string(name_of(kind.param.format)); });

// In whatever format a game is read, the same moves come out.
TEST(Files, EveryFormatKeepsTheMoves) {
    Random random(5);
    for (int trial = 0; trial < trials(300); ++trial) {
        const std::vector<GameRecord> games = some_games(random, transcript_game);
        for (const Format format :
             {Format::transcript, Format::ggf, Format::sgf, Format::pgn, Format::wthor}) {
            const auto written = write_games(format, games);
            ASSERT_TRUE(written) << name_of(format) << ": " << written.error().message;
            const auto read = read_games(written->text);
            ASSERT_TRUE(read) << read.error().message;
            EXPECT_EQ(read->format, format);
            ASSERT_EQ(read->games.size(), games.size());
            for (std::size_t i = 0; i < games.size(); ++i) {
                // WTHOR has no passes, so one at the end is lost there.
                if (format == Format::wthor && games[i].moves.back().move.is_pass()) continue;
                EXPECT_EQ(read->games[i].moves, games[i].moves) << name_of(format);
                EXPECT_EQ(read->games[i].start, games[i].start) << name_of(format);
            }
        }
    }
}

TEST(Files, SaysWhatIsLost) {
    GameBuilder builder;
    ASSERT_TRUE(builder.add({Square::f5, 1.5, 2.0, "good", {}}));
    ASSERT_TRUE(builder.add({Square::d6}));
    builder.record().player(Color::black).name = "Rose";
    builder.record().comment = "a game";
    builder.record().extra = {{"sgf:AP", "x"}};
    const std::vector<GameRecord> games = {builder.finish()};
    const auto written = write_games(Format::transcript, games);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->text, "f5d6\n");
    EXPECT_EQ(written->losses, std::vector<std::string>{
                                   "players' names, the comment of the game, comments of moves, "
                                   "evaluations of moves, times of moves, 'sgf:AP'"});
    const auto sgf = write_games(Format::sgf, games);
    ASSERT_TRUE(sgf);
    EXPECT_EQ(sgf->losses, std::vector<std::string>{});
    Random random(1);
    const auto position = write_games(Format::position, {games[0], bare_game(random, false)});
    ASSERT_TRUE(position);
    ASSERT_EQ(position->losses.size(), 2U);
    EXPECT_EQ(position->losses[0], "the moves (in 2 of 2 games)");
    EXPECT_EQ(position->losses[1],
              "players' names, the comment of the game, comments of moves, evaluations of moves, "
              "times of moves, 'sgf:AP' (in 1 of 2 games)");
}

TEST(Files, RefusesAStartThatTheFormatCannotHold) {
    Random random(6);
    const GameRecord game = random_game(random, 10, random_start(random));
    const auto written = write_games(Format::transcript, {game});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message,
              "game 1: a transcript cannot hold a start position other than the usual one");
    EXPECT_FALSE(write_games(Format::wthor, {game}));
    for (const Format format : {Format::ggf, Format::sgf, Format::pgn}) {
        const auto other = write_games(format, {game});
        ASSERT_TRUE(other);
        EXPECT_EQ(read_games(other->text)->games[0].start, game.start);
    }
}

TEST(Files, NamesFormats) {
    std::set<std::string> names;
    for (const FormatInfo& info : all_formats()) {
        EXPECT_EQ(parse_format(info.name), info.format);
        EXPECT_TRUE(names.insert(std::string(info.name)).second);
    }
    EXPECT_EQ(parse_format("SGF"), Format::sgf);
    EXPECT_EQ(parse_format("sg"), std::nullopt);
}

TEST(Files, DetectsWhatProgramsWrite) {
    const std::pair<std::string_view, Format> kCases[] = {
        {"f5d6c3", Format::transcript},
        {"1. f5 d6 2. c3", Format::transcript},
        {"(;FF[4]GM[2]SZ[8];B[f5])", Format::sgf},
        {"(;GM[Othello]PB[a]PW[b]BO[8 x]B[f5];)", Format::ggf},
        {"2 (;GM[othello];)(;GM[othello];)", Format::ggf},
        {"(;PB[a]BO[8 ]B[f5];)", Format::ggf},
        {"(;PB[a];B[f5])", Format::sgf},
        {"[Event \"x\"]\n\n1. f5", Format::pgn},
        {"{x} 1. f5", Format::pgn},
        {"% an endgame\n", Format::obf},
        {"---------------------------OX------XO--------------------------- X", Format::position},
        {"---------------------------OX------XO--------------------------- X; f5:+0", Format::obf},
        {"---X", Format::position},
        {"--", Format::transcript},
        {"...........................ox......xo...........................x", Format::position},
    };
    for (const auto& [text, format] : kCases) {
        EXPECT_EQ(name_of(detect_format(text)), name_of(format)) << text;
    }
    // A name decides only where the content does not.
    EXPECT_EQ(detect_format("1. f5 d6", "a.PGN"), Format::pgn);
    EXPECT_EQ(detect_format("% x", "a.pgn"), Format::pgn);
    EXPECT_EQ(detect_format("[Event \"x\"]", "a.sgf"), Format::pgn);
}

TEST(Files, ReadsLatin1AndSaysSo) {
    const auto read = read_games("(;GM[2]PB[Andr\xe9];B[f5])");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->games[0].player(Color::black).name, "André");
    EXPECT_EQ(read->notes.count(), 1U);
    const auto utf8 = read_games("\xef\xbb\xbf(;GM[2]PB[André];B[f5])");
    ASSERT_TRUE(utf8);
    EXPECT_EQ(utf8->games[0].player(Color::black).name, "André");
    EXPECT_TRUE(utf8->notes.empty());
}

TEST(Files, RefusesNothingAndTooMuch) {
    EXPECT_EQ(read_games(" \n").error().message, "there is nothing in it");
    EXPECT_EQ(read_games("(").ok(), true);
    EXPECT_EQ(read_games("no", Format::sgf).error().message,
              "there is no game in it (read as sgf)");
    EXPECT_FALSE(read_game_file("no such file"));
}

TEST(Files, KeepsAThousandErrorsAndCountsTheRest) {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += "a1\n";
    const auto read = read_games(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->bad.count(), 2000U);
    const auto lines = sentences(read->bad);
    ASSERT_EQ(lines.size(), 1001U);
    EXPECT_EQ(lines[1999 - 1000],
              "line 1000: ply 1: black cannot play a1, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(lines.back(), "and 1000 more");
}

// A mistake in one game leaves the others alone, in each format.
TEST(Files, ABadGameIsNamedAndTheOthersAreRead) {
    const std::pair<std::string, std::string> kCases[] = {
        {"f5d6\nf5a1\nf5f6\n",
         "line 2: ply 2: white cannot play a1, the legal moves are f4, d6, f6"},
        {"(;GM[2];B[f5];W[d6])\n(;GM[2];B[f5]\n;W[a1])\n(;GM[2];B[f5];W[f6])",
         "line 3: ply 2: white cannot play a1, the legal moves are f4, d6, f6"},
        {"(;GM[Othello]B[f5]W[d6];)\n(;GM[Othello]B[f5]W[a1];)\n(;GM[Othello]B[f5]W[f6];)",
         "line 2: ply 2: white cannot play a1, the legal moves are f4, d6, f6"},
        {"[Event \"1\"]\n1. f5 d6 *\n[Event \"2\"]\n1. f5 a1 2. b2 {x} *\n[Event \"3\"]\n1. f5 f6",
         "line 4: ply 2: white cannot play a1, the legal moves are f4, d6, f6"},
    };
    for (const auto& [text, sentence] : kCases) {
        const auto read = read_games(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(sentences(read->bad), std::vector<std::string>{sentence}) << text;
        ASSERT_EQ(read->games.size(), 2U) << text;
        EXPECT_EQ(read->games[0].moves[1].move, Move(Square::d6)) << text;
        EXPECT_EQ(read->games[1].moves[1].move, Move(Square::f6)) << text;
    }
}

TEST(Files, TheEndgameSuiteComesBackTheSame) {
    const auto path = test_data("ffo/fforum-40-59.obf");
    if (!path) GTEST_SKIP() << no_test_data("ffo/fforum-40-59.obf");
    const auto read = read_game_file(*path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->format, Format::obf);
    EXPECT_EQ(read->games.size(), 20U);
    const auto written = write_games(Format::obf, read->games);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->losses, std::vector<std::string>{});
    // The file has capitals, we do not.
    EXPECT_EQ(lower_case(written->text), lower_case(*read_file(*path)));
}

}  // namespace
}  // namespace emilia
