#include "util/text.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

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

TEST(Text, NumbersComeBackTheSame) {
    Random random(7);
    for (int i = 0; i < 200'000; ++i) {
        // Any finite number, and those that files have.
        double number = 0;
        if (i % 2 == 0) {
            const std::uint64_t bits = random.next();
            std::memcpy(&number, &bits, sizeof number);
            if (!std::isfinite(number)) continue;
        } else {
            number =
                static_cast<double>(static_cast<std::int64_t>(random.below(20'000'000))) / 1000 -
                10'000;
        }
        EXPECT_EQ(parse_decimal(decimal(number)), number) << decimal(number);
    }
}

TEST(Text, NumbersAsPeopleWriteThem) {
    EXPECT_EQ(parse_decimal("2"), 2.0);
    EXPECT_EQ(parse_decimal("+2.50"), 2.5);
    EXPECT_EQ(parse_decimal("-.5"), -0.5);
    EXPECT_EQ(parse_decimal("7."), 7.0);
    EXPECT_EQ(parse_decimal("1e-3"), 0.001);
    EXPECT_EQ(parse_decimal("123456789012345678901234567890"), 123456789012345678901234567890.0);
    EXPECT_EQ(parse_decimal("0.1"), 0.1);
    EXPECT_EQ(decimal(-0.0), "0");
    for (const char* const bad : {"", "+", ".", "-.", "1e", "1e+", "e5", "1,5", "1 ", " 1", "0x10",
                                  "inf", "nan", "1.2.3", "--1", "1e999"}) {
        EXPECT_EQ(parse_decimal(bad), std::nullopt) << bad;
    }
}

TEST(Text, Utf8) {
    EXPECT_TRUE(is_utf8("Éric 井上 \U0001f600 \ufffd"));
    for (const char* const bad : {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xe4\xba", "a\x80"}) {
        EXPECT_FALSE(is_utf8(bad));
    }
}

TEST(Text, SafeOnATerminal) {
    EXPECT_EQ(printable("a\x1b[31m\n\u009b\xff é"), "a?[31m??? é");
    EXPECT_EQ(in_quotes("f5\x07"), "'f5?'");
    EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(37, 'x') + "...'");
}

TEST(Text, WrappedBetweenWords) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("one two three", 6), (Lines{"one", "two", "three"}));
    EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
    EXPECT_EQ(wrapped("a\n\n b\x1b", 3), (Lines{"a", "b?"}));
    EXPECT_EQ(wrapped("井上博", 4), (Lines{"井上", "博"}));
    EXPECT_EQ(wrapped("", 3), Lines{});
    Random random(8);
    for (int i = 0; i < 5000; ++i) {
        std::string text;
        for (std::uint64_t n = random.below(60); n > 0; --n) {
            static constexpr std::array<std::string_view, 5> kPieces = {"é", "井", "x", " ",
                                                                        "\xff"};
            text += kPieces[random.below(kPieces.size())];
        }
        const std::size_t width = 2 + random.below(20);
        for (const std::string& line : wrapped(text, width)) {
            EXPECT_LE(columns_of(line), width);
            EXPECT_FALSE(line.empty());
        }
    }
}

TEST(Text, DurationsAreReadAndWritten) {
    const std::pair<const char*, double> cases[] = {{"90", 90},      {"1.5s", 1.5}, {"200ms", 0.2},
                                                    {"30m", 1800},   {"1h", 3600},  {"5:30", 330},
                                                    {"0:01.5", 1.5}, {"0", 0}};
    for (const auto& [text, seconds] : cases) {
        ASSERT_TRUE(parse_duration(text)) << text;
        EXPECT_DOUBLE_EQ(*parse_duration(text), seconds) << text;
        EXPECT_DOUBLE_EQ(*parse_duration(duration(seconds)), seconds) << text;
    }
    for (const char* const text : {"", "s", "-1", "1x", "1:60", "1:-2", ":5", "5:", "1 s", "m:3"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
    EXPECT_EQ(duration(1800), "30m");
    EXPECT_EQ(duration(0.25), "250ms");
    EXPECT_EQ(duration(1.5), "1.5s");
    EXPECT_EQ(duration(7200), "2h");
}

TEST(Text, ShellWords) {
    EXPECT_EQ(shell_word("random:seed=3"), "random:seed=3");
    EXPECT_EQ(shell_word("gtp:rhino -l 3"), "'gtp:rhino -l 3'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace emilia
