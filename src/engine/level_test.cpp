#include "engine/level.h"

#include <gtest/gtest.h>

namespace emilia {
namespace {

// Deeper, or as deep and leaving out no more.
bool at_least(Draft a, Draft b) {
    return a.depth > b.depth || (a.depth == b.depth && a.selectivity >= b.selectivity);
}

TEST(Level, EachLooksAtLeastAsFarAsTheOneBefore) {
    for (int level = kLeastLevel; level < kMostLevel; ++level) {
        EXPECT_LE(solved_empties(level), solved_empties(level + 1)) << level;
        for (int empties = 1; empties <= 60; ++empties) {
            const Draft less = draft_of_level(level, empties);
            const Draft more = draft_of_level(level + 1, empties);
            // The first level that leaves something out looks a ply further instead.
            EXPECT_TRUE(at_least(more, less)) << level << ' ' << empties;
        }
    }
}

TEST(Level, IsTheDepthInTheMidgameOrALittleLess) {
    for (int level = kLeastLevel; level <= kMostLevel; ++level) {
        const Draft draft = draft_of_level(level, 60);
        if (draft.depth < 60) {
            EXPECT_GE(draft.depth, level <= 4 ? level : level + 2);
            EXPECT_LE(draft.depth, level <= 4 ? level : level + 4);
            EXPECT_EQ(draft.selectivity, midgame_selectivity(level));
        }
    }
    EXPECT_EQ(draft_of_level(kMostLevel, 60).depth, 60);
    EXPECT_EQ(draft_of_level(kMostLevel, 60).selectivity, Selectivity::none);
}

TEST(Level, EachDoesMoreThanTheOneBefore) {
    for (int level = kLeastLevel; level < kMostLevel; ++level) {
        EXPECT_TRUE(draft_of_level(level, 60).depth < draft_of_level(level + 1, 60).depth ||
                    solved_empties(level) < solved_empties(level + 1))
            << level;
    }
}

TEST(Level, TheEndIsSolvedAndStaysSolved) {
    for (int level = kLeastLevel; level <= kMostLevel; ++level) {
        bool to_the_end = false;
        Selectivity before = Selectivity::p73;
        for (int empties = 60; empties >= 1; --empties) {
            const Draft draft = draft_of_level(level, empties);
            const bool now = draft.depth == empties;
            EXPECT_TRUE(now || !to_the_end) << level << ' ' << empties;
            if (to_the_end) {
                EXPECT_GE(draft.selectivity, before) << level << ' ' << empties;
            }
            to_the_end = now;
            before = draft.selectivity;
            if (empties <= solved_empties(level)) {
                EXPECT_TRUE(now) << level << ' ' << empties;
                EXPECT_EQ(draft.selectivity, Selectivity::none) << level << ' ' << empties;
            }
        }
        EXPECT_TRUE(to_the_end);
    }
}

}  // namespace
}  // namespace emilia
