#include "util/terminal.h"

#include <gtest/gtest.h>

#include "util/random.h"

namespace emilia {
namespace {

TEST(Terminal, StylesTakeNoRoom) {
    EXPECT_EQ(visible_width(""), 0);
    EXPECT_EQ(visible_width("black"), 5);
    EXPECT_EQ(visible_width("▄▄ é"), 4);
    EXPECT_EQ(visible_width(styled(true, "38;5;16;48;5;28", "●") + styled(true, "1", "ab")), 3);
    EXPECT_EQ(styled(false, "1", "ab"), "ab");
}

TEST(Terminal, ClippingKeepsStylesAndWholeCharacters) {
    EXPECT_EQ(clipped("abc", 5), "abc");
    EXPECT_EQ(clipped("abc", 2), "ab");
    EXPECT_EQ(clipped("●●●", 2), "●●");
    EXPECT_EQ(clipped("\x1b[1mabc\x1b[0m", 2), "\x1b[1mab\x1b[0m");
}

TEST(Terminal, WrappingBreaksBetweenWords) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped("", 5), Lines{""});
    EXPECT_EQ(wrapped("ab cd ef", 5), (Lines{"ab cd", "ef"}));
    EXPECT_EQ(wrapped("abcdefg h", 5), (Lines{"abcde", "fg h"}));
    EXPECT_EQ(wrapped("ab   cd", 4), (Lines{"ab  ", "cd"}));
}

TEST(Terminal, WrappingFitsAndLosesNoWord) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        std::string text;
        for (auto n = random.below(60); n > 0; --n) {
            text += random.below(4) == 0 ? " " : random.below(9) == 0 ? "é" : "x";
        }
        const int width = 1 + static_cast<int>(random.below(20));
        std::string letters;
        for (const std::string& line : wrapped(text, width)) {
            EXPECT_LE(visible_width(line), width);
            letters += line;
        }
        std::erase(letters, ' ');
        std::erase(text, ' ');
        EXPECT_EQ(letters, text);
    }
}

}  // namespace
}  // namespace emilia
