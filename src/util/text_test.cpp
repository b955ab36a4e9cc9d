#include "util/text.h"

#include <gtest/gtest.h>

namespace emilia {
namespace {

TEST(Text, Latin1AndBack) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    const std::string utf8 = utf8_from_latin1(all);
    EXPECT_EQ(utf8.size(), 128U + 2 * 128U);
    EXPECT_EQ(latin1_from_utf8(utf8), all);
    EXPECT_EQ(utf8_from_latin1("Pr\xe9qualif"), "Préqualif");
    EXPECT_EQ(latin1_from_utf8("Œuvre, 棋, é"), "?uvre, ?, \xe9");
    // Broken text, at its end too.
    EXPECT_EQ(latin1_from_utf8("a\xc3"), "a?");
    EXPECT_EQ(latin1_from_utf8("\x80\xc3g"), "??g");
}

}  // namespace
}  // namespace emilia
