#include "util/text.h"

#include <gtest/gtest.h>

#include <array>

#include "util/random.h"

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

TEST(Text, FoldedForSearching) {
    EXPECT_EQ(folded("Préqualif de PÉRENCHIES"), "prequalif de perenchies");
    EXPECT_EQ(folded("Ångström × Žižek 井上"), "angstrom × Žižek 井上");
    EXPECT_EQ(folded("Pe\u0301re"), "pere");
    EXPECT_EQ(folded("\xff\xc3"), "\xff\xc3");
}

TEST(Text, FittedIntoColumns) {
    EXPECT_EQ(fitted("Rose", 6, "…"), "Rose  ");
    EXPECT_EQ(fitted("Rose", 4, "…"), "Rose");
    EXPECT_EQ(fitted("Rosé Brian", 6, "…"), "Rosé …");
    EXPECT_EQ(fitted("Rose", 1, "."), ".");
    EXPECT_EQ(fitted("Rose", 0, "."), "");
    EXPECT_EQ(fitted("井上博", 6, "."), "井上博");
    EXPECT_EQ(fitted("井上博", 5, "."), "井上.");
    EXPECT_EQ(fitted("井上博", 4, "."), "井. ");
    EXPECT_EQ(fitted("a\x1b[31m\nb\xff", 10, "."), "a?[31m?b? ");
    EXPECT_EQ(fitted("\u202eabc\u009b", 6, "."), "?abc? ");
    // Overlong, half a pair, cut short.
    EXPECT_EQ(fitted("\xc0\x80|\xed\xa0\x80|\xe4\xba", 10, "."), "??|???|?? ");
    EXPECT_EQ(columns_of("井上 Hiroshi é"), 14U);
}

TEST(Text, FittedIsAlwaysAsWideAsAsked) {
    Random random(4);
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (std::uint64_t n = random.below(12); n > 0; --n) {
            if (random.below(2) == 0) {
                text += static_cast<char>(random.below(256));
            } else {
                static constexpr std::array<std::string_view, 4> kPieces = {"é", "井", "x",
                                                                            "e\u0301"};
                text += kPieces[random.below(kPieces.size())];
            }
        }
        const std::size_t width = random.below(10);
        EXPECT_EQ(columns_of(fitted(text, width, "…")), width);
    }
}

}  // namespace
}  // namespace emilia
