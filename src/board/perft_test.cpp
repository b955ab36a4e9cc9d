#include "board/perft.h"

#include <gtest/gtest.h>

#include "board/random_positions.h"
#include "board/rules.h"
#include "util/testing.h"

namespace emilia {
namespace {

// The convention as board/perft.h states it, and nothing else.
std::uint64_t slow_perft(Position position, int depth, bool passes_free) {
    if (depth == 0 || is_over(position)) return 1;
    if (must_pass(position))
        return slow_perft(position.passed(), passes_free ? depth : depth - 1, passes_free);
    std::uint64_t leaves = 0;
    for (const Square square : squares_of(legal_moves(position))) {
        leaves += slow_perft(play(position, square), depth - 1, passes_free);
    }
    return leaves;
}

class PerftEachIsa : public testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(Board, PerftEachIsa, testing::ValuesIn(usable_isas()),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(PerftEachIsa, PublishedCounts) {
    const BoardKernel& kernel = board_kernel(GetParam());
    constexpr std::uint64_t leaves[] = {1,    4,     12,     56,      244,      1396,
                                        8200, 55092, 390216, 3005288, 24571284, 212258800};
    for (int depth = 0; depth <= 10; ++depth) {
        EXPECT_EQ(kernel.perft(Position::initial(), depth, {true, false}, nullptr), leaves[depth])
            << depth;
    }
    for (int depth = 0; depth <= 8; ++depth) {
        EXPECT_EQ(kernel.perft(Position::initial(), depth, {false, false}, nullptr), leaves[depth])
            << depth;
    }
    EXPECT_EQ(kernel.perft(Position::initial(), 9, {true, true}, nullptr), 3005320u);
    EXPECT_EQ(kernel.perft(Position::initial(), 10, {true, true}, nullptr), 24571420u);
}

TEST_P(PerftEachIsa, AgreesWithTheSlowCountEverywhere) {
    const BoardKernel& kernel = board_kernel(GetParam());
    PerftTable table(1 << 16);  // small: slots are fought over
    Random random(11);
    for (int i = 0; i < trials(4000); ++i) {
        // Late positions have passes and early ends within a few plies.
        const Position position =
            i % 4 == 0 ? random_discs(random)
                       : random_position_from_play(random, 30 + static_cast<int>(random.below(31)));
        for (const bool passes_free : {false, true}) {
            for (int depth = 0; depth <= 4; ++depth) {
                const std::uint64_t expected = slow_perft(position, depth, passes_free);
                ASSERT_EQ(kernel.perft(position, depth, {true, passes_free}, nullptr), expected);
                ASSERT_EQ(kernel.perft(position, depth, {false, passes_free}, nullptr), expected);
                ASSERT_EQ(kernel.perft(position, depth, {true, passes_free}, &table), expected);
            }
        }
    }
}

TEST(PerftParallel, ThreadsCountTheSame) {
    for (const bool bulk : {false, true}) {
        for (const bool passes_free : {false, true}) {
            for (const int threads : {1, 2, 3, 8}) {
                PerftOptions options;
                options.rules = {bulk, passes_free};
                options.threads = threads;
                EXPECT_EQ(perft(Position::initial(), 9, options),
                          passes_free ? 3005320u : 3005288u);
            }
        }
    }
}

TEST(PerftParallel, ATableChangesNothing) {
    constexpr std::uint64_t leaves[] = {1,    4,     12,     56,      244,      1396,
                                        8200, 55092, 390216, 3005288, 24571284, 212258800};
    for (const int threads : {1, 2, 4}) {
        PerftTable table(1 << 20);
        PerftOptions options;
        options.rules = {true, false};
        options.threads = threads;
        options.table = &table;
        for (int depth = 1; depth <= 11; ++depth) {
            EXPECT_EQ(perft(Position::initial(), depth, options), leaves[depth]);
        }
        // The other convention shares the table but not the counts.
        options.rules = {true, true};
        EXPECT_EQ(perft(Position::initial(), 10, options), 24571420u);
    }
}

TEST(PerftParallel, StopsWhenAsked) {
    PerftOptions options;
    options.threads = 2;
    options.stopped = [] { return true; };
    EXPECT_EQ(perft(Position::initial(), 30, options), std::nullopt);
}

}  // namespace
}  // namespace emilia
