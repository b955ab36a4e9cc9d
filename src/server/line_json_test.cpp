#include "server/line_json.h"

#include <gtest/gtest.h>

#include "board/rules.h"
#include "game/random_game.h"
#include "server/views.h"
#include "util/random.h"

namespace emilia::server {
namespace {

TEST(LineJson, TellsTheFirstMove) {
    const auto game = record_of("", "f5");
    ASSERT_TRUE(game.ok());
    const Json line = line_json(*game);
    EXPECT_EQ(line["moves"], "f5");
    const Json& ply = line["plies"][1];
    EXPECT_EQ(ply["move"], "f5");
    EXPECT_EQ(ply["flipped"], "e5");
    EXPECT_EQ(ply["to_move"], "white");
    EXPECT_EQ(ply["legal"], "f4d6f6");
    EXPECT_EQ(ply["black"], 4);
    EXPECT_EQ(ply["white"], 1);
    EXPECT_EQ(ply["regions"].size(), 1u);
    EXPECT_EQ(ply["regions"][0]["odd"], true);
}

TEST(LineJson, ReadsWhatItWrites) {
    Random random(7);
    for (int i = 0; i < 50; ++i) {
        const GameRecord game = random_game(random);
        const Json line = line_json(game);
        const auto again =
            record_of(line["start"].get<std::string>(), line["moves"].get<std::string>());
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(line_json(*again), line);
        EXPECT_EQ(line["plies"].size(), game.moves.size() + 1);
        EXPECT_TRUE(line["plies"].back()["over"].get<bool>());
    }
}

TEST(LineJson, SaysWhatIsWrong) {
    EXPECT_NE(record_of("", "f5z9").error().message.find("ply 2: 'z9' is not a move"),
              std::string::npos);
    EXPECT_NE(record_of("", "a1").error().message.find("ply 1"), std::string::npos);
    EXPECT_NE(record_of("", "f5d").error().message.find("two characters"), std::string::npos);
    EXPECT_NE(record_of("XO", "").error().message.find("2 of 64"), std::string::npos);
}

// Slow and obvious: squares are of one region if a king can walk from one to the other.
Bitboard region_of(Square from, Bitboard empty) {
    Bitboard seen = bit(from);
    for (bool grown = true; grown;) {
        grown = false;
        for (int a = 0; a < kSquares; ++a) {
            for (int b = 0; b < kSquares; ++b) {
                const Square x = square_at(a);
                const Square y = square_at(b);
                if ((seen & bit(x)) == 0 || (seen & bit(y)) != 0 || (empty & bit(y)) == 0) continue;
                if (std::abs(column_of(x) - column_of(y)) > 1) continue;
                if (std::abs(row_of(x) - row_of(y)) > 1) continue;
                seen |= bit(y);
                grown = true;
            }
        }
    }
    return seen;
}

TEST(LineJson, RegionsAreThoseOfAKingsWalk) {
    Random random(11);
    for (int i = 0; i < 40; ++i) {
        const GameRecord game = random_game(random);
        const Position position = game.diagram_after(random.below(game.moves.size() + 1)).position;
        Bitboard all = 0;
        for (const Bitboard region : empty_regions(position)) {
            EXPECT_EQ(region, region_of(square_at(lowest_bit(region)), position.empty()));
            EXPECT_EQ(all & region, 0u);
            all |= region;
        }
        EXPECT_EQ(all, position.empty());
    }
}

TEST(Views, CountsForBothSides) {
    const View view = general_view(Diagram{});
    ASSERT_EQ(view.components.size(), 5u);
    EXPECT_EQ(view.components[0].black, 2);
    EXPECT_EQ(view.components[1].white, 4);
    EXPECT_EQ(view.components[2].black, 2) << "all discs touch empty squares at the start";
    EXPECT_EQ(view.components[3].black, 0);
    const Json json = view_json(view);
    EXPECT_EQ(json["components"][0]["black_squares"], "e4d5");
    EXPECT_EQ(json["components"][0]["white_squares"], "d4e5");
    EXPECT_EQ(json["components"][0]["areas"], Json::array());
    EXPECT_TRUE(json["squares"].is_null());
}

TEST(Views, NumbersOfAreasAreTold) {
    View view;
    view.components.push_back(
        {"edges", 1, -1, 0, bit(Square::c3), {{bit(Square::a1) | bit(Square::a8), -7}}});
    EXPECT_EQ(view_json(view)["components"][0].dump(),
              R"({"name":"edges","black":1.0,"white":-1.0,"black_squares":"","white_squares":"c3",)"
              R"("areas":[{"squares":"a1a8","value":-7.0}]})");
}

}  // namespace
}  // namespace emilia::server
