#include "util/terminal.h"

#include <gtest/gtest.h>

namespace emilia {
namespace {

TEST(Terminal, StylesTakeNoRoom) {
    EXPECT_EQ(visible_width(""), 0);
    EXPECT_EQ(visible_width("black"), 5);
    EXPECT_EQ(visible_width("▄▄ é"), 4);
    EXPECT_EQ(visible_width("棋"), 2);
    EXPECT_EQ(visible_width(styled(true, "38;5;16;48;5;28", "●") + styled(true, "1", "ab")), 3);
    EXPECT_EQ(styled(false, "1", "ab"), "ab");
}

TEST(Terminal, ClippingKeepsStylesAndWholeCharacters) {
    EXPECT_EQ(clipped("abc", 5), "abc");
    EXPECT_EQ(clipped("abc", 2), "ab");
    EXPECT_EQ(clipped("●●●", 2), "●●");
    EXPECT_EQ(clipped("\x1b[1mabc\x1b[0m", 2), "\x1b[1mab\x1b[0m");
}

}  // namespace
}  // namespace emilia
