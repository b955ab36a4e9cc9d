#include "engine/time_control.h"

#include <gtest/gtest.h>

#include "board/rules.h"
#include "engine/engine.h"
#include "util/elapsed.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia {
namespace {

constexpr double kTimes[] = {0.05, 0.1, 0.3, 1, 5, 10, 60, 300, 1800};
constexpr double kIncrements[] = {0, 0.01, 0.1, 1, 12};

// What the clock shows in the course of a game in which each move takes `used(share)`, and
// between the moves so much is lost.
double least_left(double time, double increment, double lost,
                  const std::function<double(const TimeShare&)>& used) {
    double left = time;
    double least = time;
    for (int empties = 60; empties > 0; empties -= 2) {
        const TimeShare share = share_of_clock({left, increment}, empties);
        EXPECT_GE(share.usual, 0);
        EXPECT_LE(share.usual, share.most);
        EXPECT_LE(share.most, left);
        left -= used(share) + lost;
        least = std::min(least, left);
        left += increment;
    }
    return least;
}

TEST(TimeControl, NoClockRunsOut) {
    constexpr double kLost = 0.001;  // between two moves
    Random random(1);
    for (const double time : kTimes) {
        for (const double increment : kIncrements) {
            const double always_most = least_left(
                time, increment, kLost, [](const TimeShare& share) { return share.most; });
            EXPECT_GE(always_most, 0) << time << '+' << increment;
            const double usual = least_left(time, increment, kLost,
                                            [](const TimeShare& share) { return share.usual; });
            EXPECT_GE(usual, 0) << time << '+' << increment;
            for (int i = 0; i < 100; ++i) {
                const double any = least_left(time, increment, kLost, [&](const TimeShare& share) {
                    return share.most * static_cast<double>(random.below(1001)) / 1000;
                });
                EXPECT_GE(any, 0) << time << '+' << increment;
            }
        }
    }
}

TEST(TimeControl, MostOfTheClockIsUsed) {
    for (const double time : {1.0, 10.0, 60.0, 1800.0}) {
        const double left =
            least_left(time, 0, 0, [](const TimeShare& share) { return share.usual; });
        EXPECT_LT(left, 0.25 * time) << time;
    }
}

TEST(TimeControl, MoreTimeIsNeverASmallerShare) {
    for (int empties = 60; empties > 0; --empties) {
        TimeShare before;
        for (const double time : kTimes) {
            const TimeShare share = share_of_clock({time, 0}, empties);
            EXPECT_GE(share.usual, before.usual);
            EXPECT_GE(share.most, before.most);
            before = share;
            EXPECT_GE(share_of_clock({time, 1}, empties).usual, share.usual);
        }
    }
}

TEST(TimeControl, AnEmptyClockGivesNothing) {
    for (const double left : {-1.0, 0.0, 0.001}) {
        const TimeShare share = share_of_clock({left, 0}, 30);
        EXPECT_EQ(share.usual, 0);
        EXPECT_EQ(share.most, 0);
    }
}

TEST(TimeControl, LessIsThoughtAboutAMoveThatStaysTheBest) {
    Settling settling(Square::c4);
    settling.saw(Square::f5);
    const double changed = settling.part_to_begin_in();
    EXPECT_LE(changed, 1);
    double before = changed;
    for (int look = 0; look < 10; ++look) {
        settling.saw(Square::f5);
        EXPECT_GT(settling.part_to_begin_in(), 0);
        EXPECT_LE(settling.part_to_begin_in(), before);
        before = settling.part_to_begin_in();
    }
    EXPECT_LT(before, changed);
    settling.saw(Square::c4);
    EXPECT_EQ(settling.part_to_begin_in(), changed);
}

// Real games, against itself.
TEST(TimeControl, QuickGamesEndInTime) {
    for (const double time : {0.3, 1.0}) {
        for (const double increment : {0.0, 0.01}) {
            Engine engine({1, std::size_t{8} << 20, default_weights()});
            Position position = Position::initial();
            std::array<double, 2> left{time, time};
            std::size_t mover = 0;
            while (!is_over(position)) {
                if (must_pass(position)) {
                    position = position.passed();
                    mover ^= 1;
                    continue;
                }
                EngineLimits limits;
                limits.clock = EngineClock{left[mover], increment};
                const auto start = std::chrono::steady_clock::now();
                const EngineReport report = engine.analyse(position, limits);
                left[mover] -= seconds_since(start);
                // As late as a match allows; sanitizers take longer.
                EXPECT_GE(left[mover], trials(10) == 10 ? -0.05 : -1.0) << position.empties();
                left[mover] += increment;
                position = play(position, report.moves.front().move);
                mover ^= 1;
            }
        }
    }
}

}  // namespace
}  // namespace emilia
