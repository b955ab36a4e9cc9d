#include "game/obf.h"

#include <gtest/gtest.h>

#include "board/position_text.h"
#include "board/random_positions.h"
#include "board/rules.h"
#include "util/testing.h"

namespace emilia {
namespace {

ObfProblem random_problem(Random& random) {
    ObfProblem problem;
    problem.diagram = {random_position_from_play(random, static_cast<int>(random.below(60))),
                       random.below(2) == 0 ? Color::black : Color::white};
    int score = 64;
    const bool scored = random.below(4) != 0;
    for (const Square square : squares_of(legal_moves(problem.diagram.position))) {
        score -= static_cast<int>(random.below(5));
        problem.answers.push_back({square, std::nullopt});
        if (scored) problem.answers.back().score = DiscDifference(score);
    }
    static constexpr std::string_view kComments[] = {"", "one", "one; two % three", "one\ntwo",
                                                     "one\n% two\nthree é"};
    problem.comment = kComments[random.below(std::size(kComments))];
    return problem;
}

TEST(Obf, RandomProblemsComeBackTheSame) {
    Random random(41);
    for (int trial = 0; trial < trials(2000); ++trial) {
        std::vector<ObfProblem> problems;
        for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
            problems.push_back(random_problem(random));
        }
        const std::string text = write_obf(problems);
        const ObfRead read = read_obf(text);
        EXPECT_EQ(read.bad.count(), 0U) << text;
        ASSERT_EQ(read.problems, problems) << text;
        EXPECT_EQ(write_obf(read.problems), text);
        for (const ObfProblem& problem : problems) {
            EXPECT_EQ(to_obf(to_record(problem)), problem);
        }
    }
}

TEST(Obf, PutsTheBestFirst) {
    const auto problem = parse_obf_line(
        "---------------------------OX------XO--------------------------- X; D3:-4;f5 : +2 "
        ";C4:+0;");
    ASSERT_TRUE(problem) << problem.error().message;
    ASSERT_EQ(problem->answers.size(), 3U);
    EXPECT_EQ(problem->answers[0].move, Move(Square::f5));
    EXPECT_EQ(problem->answers[0].score, DiscDifference(2));
    EXPECT_EQ(problem->answers[2].score, DiscDifference(-4));
}

TEST(Obf, SaysWhatIsWrong) {
    const std::string board = to_string(Diagram{});
    const auto error = [&](const std::string& rest) {
        const auto problem = parse_obf_line(board + rest);
        return problem ? "" : problem.error().message;
    };
    EXPECT_EQ(error("; a1:+2"), "a1 cannot be played, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(error("; pass:+2"), "pass cannot be played, the legal moves are d3, c4, f5, e6");
    EXPECT_EQ(error("; x9:+2"),
              "'x9' is not a move, expected a square a1 to h8 and its score, such as e3:+5");
    EXPECT_EQ(error("; f5:+65"), "'+65' is not the score of f5, expected a number from -64 to +64");
    EXPECT_EQ(error("; f5:+-6"), "'+-6' is not the score of f5, expected a number from -64 to +64");
    EXPECT_EQ(error(""), "");
    EXPECT_NE(parse_obf_line("X; f5").error().message.find("1 of 64 squares"), std::string::npos);
}

TEST(Obf, ABadLineIsNamedAndTheOthersAreRead) {
    const std::string board = to_string(Diagram{});
    const ObfRead read = read_obf("% first\n" + board + ";\n" + board + "; a1\n\n" + board +
                                  "; f5; % last\n% lost\n");
    ASSERT_EQ(read.problems.size(), 2U);
    EXPECT_EQ(read.problems[0].comment, "first");
    EXPECT_EQ(read.problems[1].comment, "last");
    ASSERT_EQ(read.bad.count(), 1U);
    EXPECT_EQ(read.bad.kept()[0].line, 3U);
    EXPECT_EQ(read.notes.count(), 1U);
}

}  // namespace
}  // namespace emilia
