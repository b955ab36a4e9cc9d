#include "board/position_text.h"

#include <gtest/gtest.h>

#include "board/random_positions.h"

namespace emilia {
namespace {

TEST(PositionText, RoundTrip) {
    Random random(41);
    for (int i = 0; i < 10'000; ++i) {
        const Diagram diagram{random_discs(random), random.below(2) ? Color::black : Color::white};
        const Result<Diagram> again = parse_position(to_string(diagram));
        ASSERT_TRUE(again.ok()) << again.error().message;
        ASSERT_EQ(*again, diagram);
    }
}

TEST(PositionText, TheStart) {
    EXPECT_EQ(to_string(Diagram{}),
              "---------------------------OX------XO--------------------------- X");
}

TEST(PositionText, OtherSpellings) {
    const std::string text =
        "........ ........\n........ ...ob...\r\n...*W...\t........ ________ -------- b";
    const Result<Diagram> diagram = parse_position(text);
    ASSERT_TRUE(diagram.ok()) << diagram.error().message;
    EXPECT_EQ(*diagram, Diagram{});
}

TEST(PositionText, SaysWhatIsWrongAndWhere) {
    const std::string start = to_string(Diagram{});
    const auto message = [](const std::string& text) {
        const Result<Diagram> diagram = parse_position(text);
        return diagram ? std::string("parsed") : diagram.error().message;
    };
    EXPECT_NE(message(start.substr(0, 10)).find("ends after 10 of 64"), std::string::npos);
    EXPECT_NE(message(start.substr(0, 64)).find("who is to move"), std::string::npos);
    EXPECT_NE(message("Z" + start).find("'Z' at a1"), std::string::npos);
    EXPECT_NE(message(start + "X").find("after the player to move"), std::string::npos);
    EXPECT_NE(message(start.substr(0, 64) + " -").find("does not name the player"),
              std::string::npos);
    EXPECT_NE(message("\x01").find("0x01"), std::string::npos);
    EXPECT_NE(message("").find("0 of 64"), std::string::npos);
}

TEST(Squares, NamesRoundTrip) {
    for (int i = 0; i < kSquares; ++i) {
        EXPECT_EQ(parse_square(to_string(square_at(i))), square_at(i));
    }
    EXPECT_EQ(parse_square("F5"), Square::f5);
    for (const char* bad : {"", "f", "f9", "i1", "f55", "5f",
                            "\xe6"
                            "5"})
        EXPECT_EQ(parse_square(bad), std::nullopt);
}

}  // namespace
}  // namespace emilia
