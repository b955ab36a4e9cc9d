#include "player/budget.h"

#include <gtest/gtest.h>

namespace emilia {
namespace {

TEST(Budget, NothingGivenIsNeverSpent) {
    const Limits limits;
    const Budget budget(limits, 60);
    EXPECT_FALSE(budget.spent(1'000'000'000));
    EXPECT_EQ(budget.depth(7), 7);
}

TEST(Budget, KeepsWhatIsGiven) {
    Limits limits;
    limits.nodes = 1000;
    limits.depth = 3;
    const Budget budget(limits, 60);
    EXPECT_FALSE(budget.spent(999));
    EXPECT_TRUE(budget.spent(1000));
    EXPECT_EQ(budget.depth(7), 3);
    EXPECT_EQ(budget.depth(2), 2);

    Limits at_once;
    at_once.seconds = 0;
    EXPECT_TRUE(Budget(at_once, 60).spent(0));
    Limits stopped;
    stopped.stopped = [] { return true; };
    EXPECT_TRUE(Budget(stopped, 60).spent(0));
}

// Whatever is left and however many moves are to come, the shares never add up to more than there
// is.
TEST(Budget, SharesLastToTheEnd) {
    for (const int known : {0, 1, 18, 60}) {
        for (const double start : {0.5, 10.0, 1800.0}) {
            for (const double increment : {0.0, 0.1, 5.0}) {
                Clock clock{start, increment};
                for (int empties = 60; empties > 0; empties -= 2) {
                    const double share = share_of(clock, empties, known);
                    EXPECT_GE(share, 0);
                    clock.left -= share;
                    ASSERT_GE(clock.left, 0);
                    clock.left += increment;
                }
            }
        }
    }
    EXPECT_EQ(share_of({0.01, 0}, 60), 0);
    EXPECT_LT(share_of({60, 0}, 60), share_of({60, 0}, 20));
    EXPECT_LT(share_of({60, 0}, 50), share_of({60, 0}, 50, 18));
}

}  // namespace
}  // namespace emilia
