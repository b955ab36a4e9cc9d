#include "game/positions.h"

#include <gtest/gtest.h>

#include "board/position_text.h"
#include "board/random_positions.h"

namespace emilia {
namespace {

std::vector<Diagram> random_diagrams(Random& random, std::size_t count) {
    std::vector<Diagram> diagrams;
    while (diagrams.size() < count) {
        diagrams.push_back(
            {random_discs(random), random.below(2) == 0 ? Color::black : Color::white});
    }
    return diagrams;
}

void expect_starts(const GamesRead& read, const std::vector<Diagram>& diagrams) {
    EXPECT_EQ(read.bad.count(), 0U);
    ASSERT_EQ(read.games.size(), diagrams.size());
    for (std::size_t i = 0; i < diagrams.size(); ++i) {
        EXPECT_EQ(read.games[i].start, diagrams[i]);
        EXPECT_TRUE(read.games[i].moves.empty());
    }
}

TEST(Positions, OneOrManyALineOrOverManyLines) {
    Random random(31);
    for (int trial = 0; trial < 200; ++trial) {
        const std::vector<Diagram> diagrams = random_diagrams(random, 4);
        std::string lines;
        std::string dense;
        std::string drawn;
        for (const Diagram& diagram : diagrams) {
            const std::string text = to_string(diagram);
            lines += text + "\r\n";
            dense += text + ' ';
            for (std::size_t row = 0; row < 8; ++row) drawn += text.substr(row * 8, 8) + '\n';
            drawn += text.substr(64) + (random.below(2) == 0 ? "\n\n" : "\n");
        }
        expect_starts(read_positions(lines), diagrams);
        expect_starts(read_positions(dense), diagrams);
        expect_starts(read_positions(drawn), diagrams);
    }
}

TEST(Positions, NamesTheLineAndTheSquareOfAMistake) {
    std::string good = to_string(Diagram{});
    std::string bad = good;
    bad[10] = '?';
    const GamesRead read =
        read_positions(good + "\n" + bad + "\n" + good.substr(0, 64) + "\n" + good);
    EXPECT_EQ(read.games.size(), 2U);
    ASSERT_EQ(read.bad.count(), 2U);
    EXPECT_EQ(read.bad.kept()[0].line, 2U);
    EXPECT_NE(read.bad.kept()[0].message.find("'?' at c2"), std::string::npos);
    EXPECT_EQ(read.bad.kept()[1].line, 3U);
    EXPECT_NE(read.bad.kept()[1].message.find("who is to move"), std::string::npos);
}

TEST(Positions, AFinishedOneHasItsResult) {
    const GamesRead read = read_positions(std::string(63, 'X') + "OX");
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(read.games[0].result, DiscDifference(62));
    EXPECT_EQ(read.games[0].ending, Ending::finished);
}

}  // namespace
}  // namespace emilia
