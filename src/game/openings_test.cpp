#include "game/openings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "board/rules.h"
#include "board/symmetry.h"
#include "game/random_game.h"

namespace emilia {
namespace {

std::vector<Move> moves_of(std::string_view line) {
    std::vector<Move> moves;
    for (std::size_t at = 0; at + 2 <= line.size(); at += 2) {
        const auto square = parse_square(line.substr(at, 2));
        EXPECT_TRUE(square) << line;
        if (square) moves.push_back(*square);
    }
    EXPECT_EQ(moves.size() * 2, line.size()) << line;
    return moves;
}

std::string_view name_after(std::string_view line) {
    const auto opening = opening_of(moves_of(line));
    return opening ? opening->name : "";
}

TEST(Openings, EveryLineIsLegalAndGivesItsName) {
    EXPECT_GT(openings().size(), 90U);
    for (const OpeningName& opening : openings()) {
        GameBuilder builder;
        for (const Move move : moves_of(opening.line)) {
            const auto added = builder.add({move, std::nullopt, std::nullopt, {}});
            ASSERT_TRUE(added) << opening.name << ": " << added.error().message;
        }
        // No pass had to be put in.
        EXPECT_EQ(builder.plies() * 2, opening.line.size()) << opening.name;
        EXPECT_EQ(opening.line.substr(0, 2), "f5") << opening.name;
        EXPECT_EQ(opening_of(builder.finish()), opening) << opening.name;
        EXPECT_EQ(opening_at(builder.diagram().position), opening) << opening.name;
        EXPECT_EQ(name_after(opening.line), opening.name);
    }
}

TEST(Openings, OneNameForOnePositionAndOnePositionForOneName) {
    std::map<Position, std::string_view> names;
    std::set<std::string_view> seen;
    for (const OpeningName& opening : openings()) {
        Position position = Position::initial();
        for (const Move move : moves_of(opening.line)) position = play(position, move);
        const auto [other, added] = names.emplace(canonical(position).position, opening.name);
        EXPECT_TRUE(added) << opening.name << " is the same position as " << other->second;
        EXPECT_TRUE(seen.insert(opening.name).second) << opening.name;
    }
}

TEST(Openings, TheFourImagesOfTheStartHaveTheSameName) {
    for (const OpeningName& opening : openings()) {
        for (const Symmetry symmetry : kOpeningSymmetries) {
            std::vector<Move> moves;
            Position position = Position::initial();
            for (const Move move : moves_of(opening.line)) {
                moves.push_back(transform(move, symmetry));
                ASSERT_NE(flips(position, moves.back().square()), 0U);
                position = play(position, moves.back());
            }
            EXPECT_EQ(opening_of(moves), opening) << symmetry.index();
        }
    }
}

TEST(Openings, TheNameOfAGameDoesNotDependOnTheImage) {
    Random random(1980);
    int named = 0;
    for (int i = 0; i < 500; ++i) {
        const GameRecord game = random_game(random, 14);
        const auto name = opening_of(game);
        named += name.has_value();
        for (const Symmetry symmetry : kOpeningSymmetries) {
            GameRecord image = game;
            for (PlayedMove& move : image.moves) move.move = transform(move.move, symmetry);
            EXPECT_EQ(opening_of(image), name);
        }
    }
    EXPECT_EQ(named, 500);  // two moves always have a name
}

TEST(Openings, TheLongestNameWins) {
    EXPECT_EQ(name_after(""), "");
    EXPECT_EQ(name_after("f5"), "");
    EXPECT_EQ(name_after("f5d6"), "Perpendicular");
    EXPECT_EQ(name_after("f5d6c3d3"), "Perpendicular");
    EXPECT_EQ(name_after("f5d6c3d3c4"), "Tiger");
    EXPECT_EQ(name_after("f5d6c3d3c4f4"), "Tiger");
    EXPECT_EQ(name_after("f5d6c3d3c4f4f6"), "Stephenson");
    EXPECT_EQ(name_after("f5d6c3d3c4f4f6f3"), "Comp'Oth");
    // What comes later does not take it away.
    EXPECT_EQ(name_after("f5d6c3d3c4f4f6f3e6e7"), "Comp'Oth");
    EXPECT_EQ(name_after("f5f4"), "Parallel");
    EXPECT_EQ(name_after("c4c3d3c5f6"), "Buffalo");
}

TEST(Openings, AllNamesOnTheWay) {
    GameBuilder builder;
    for (const Move move : moves_of("f5d6c3d3c4f4f6f3e6")) {
        ASSERT_TRUE(builder.add({move, std::nullopt, std::nullopt, {}}).ok());
    }
    std::vector<std::string_view> names;
    for (const OpeningName& opening : openings_of(builder.record())) names.push_back(opening.name);
    EXPECT_EQ(names,
              (std::vector<std::string_view>{"Perpendicular", "Tiger", "Stephenson", "Comp'Oth"}));
}

TEST(Openings, TranspositionsAreTheSameOpening) {
    EXPECT_EQ(name_after("f5d6c4d3"), "Perpendicular");
    EXPECT_EQ(name_after("f5d6c4d3c3"), "Tiger");
    // From the Parallel into the Diagonal; from the Perpendicular into the Diagonal.
    EXPECT_EQ(name_after("f5f4e3f6"), "Mouse");
    EXPECT_EQ(name_after("f5f4e3f6e6"), "Cow");
    EXPECT_EQ(name_after("f5d6c7f6e6c6d7"), "Hamilton");
    // The Diagonal's own symmetry.
    EXPECT_EQ(name_after("f5f6e6d6e7"), "Heath");
}

}  // namespace
}  // namespace emilia
