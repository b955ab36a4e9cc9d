#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include <thread>

#include "search/table_access.h"
#include "util/random.h"

namespace emilia {
namespace {

using EMILIA_ISA::learn_bound;
using EMILIA_ISA::look_up;

TEST(TranspositionTable, TakesAPowerOfTwoOfBuckets) {
    EXPECT_EQ(TranspositionTable(0).bytes(), 64u);
    EXPECT_EQ(TranspositionTable(100).bytes(), 64u);
    EXPECT_EQ(TranspositionTable(1'000'000).bytes(), std::size_t{1} << 19);
}

TEST(TranspositionTable, RemembersBoundsAndMovesUntilItForgets) {
    TranspositionTable table(1 << 16);
    const Position position{0x0f, 0xf0};
    const auto find = [&] { return look_up(table, position.own, position.opponent); };
    EXPECT_FALSE(find().found());
    learn_bound(table, find(), {}, 3, 6, 17, 1000);  // greater than 3: at least 6
    EXPECT_EQ(find().entry.lower, 6);
    EXPECT_EQ(find().entry.upper, 64);
    learn_bound(table, find(), {}, 9, 8, 20, 10);  // not greater than 9: at most 8
    EXPECT_EQ(find().entry.lower, 6);
    EXPECT_EQ(find().entry.upper, 8);
    EXPECT_EQ(find().entry.moves[0], 20);
    EXPECT_EQ(find().entry.moves[1], 17);
    EXPECT_FALSE(look_up(table, position.opponent, position.own).found());
    // Another draft's bounds are not joined with these.
    learn_bound(table, find(), {7, Selectivity::p95}, 9, 8, 21, 10);
    EXPECT_EQ(find().entry.lower, -64);
    EXPECT_EQ(find().entry.upper, 8);
    EXPECT_TRUE(find().serves({7, Selectivity::p87}));
    EXPECT_FALSE(find().serves({8, Selectivity::p87}));
    EXPECT_FALSE(find().serves({7, Selectivity::p98}));
    for (int i = 0; i < 70'000; ++i) {
        table.forget();
        ASSERT_FALSE(find().found()) << i;
    }
}

TEST(TranspositionTable, UsesAsMuchRoomAsItIsGiven) {
    TranspositionTable table(1 << 16);
    const auto places = [&] {
        const auto* const begin = table.buckets();
        std::ptrdiff_t most = 0;
        for (Bitboard i = 1; i < 10'000; ++i) {
            most = std::max(most, look_up(table, i, ~i).bucket - begin);
        }
        return most + 1;
    };
    EXPECT_EQ(places(), 1024);
    table.forget(1 << 10);
    EXPECT_EQ(places(), 16);
    EXPECT_EQ(table.bytes(), std::size_t{1} << 16);
    table.forget(0);
    EXPECT_EQ(places(), 1);
    table.forget();
    EXPECT_EQ(places(), 1024);
}

// Else what is stored would hang on what was searched hundreds of problems ago.
TEST(TranspositionTable, ClearsAllThatWasUsedBeforeItsCountComesRound) {
    TranspositionTable table(1 << 16);
    for (Bitboard i = 1; i < 10'000; ++i) {
        learn_bound(table, look_up(table, i, ~i), {}, 0, 2, 1, 1);
    }
    const auto generation = table.generation();
    do {
        table.forget(64);
    } while (table.generation() != generation);
    for (std::size_t i = 0; i < table.bytes() / sizeof(TranspositionTable::Bucket); ++i) {
        for (const auto& slot : table.buckets()[i].slots) ASSERT_EQ(slot.data, 0u) << i;
    }
}

TEST(TranspositionTable, KeepsWhatTookLongest) {
    TranspositionTable table(64);  // one bucket of four
    for (std::uint64_t i = 1; i <= 20; ++i) {
        learn_bound(table, look_up(table, i, ~i), {}, 0, 2, 1, std::uint64_t{1} << i);
    }
    for (std::uint64_t i = 17; i <= 20; ++i) EXPECT_TRUE(look_up(table, i, ~i).found());
    learn_bound(table, look_up(table, 99, ~99ull), {}, 0, 2, 1, 1);
    EXPECT_TRUE(look_up(table, 99, ~99ull).found());
    EXPECT_FALSE(look_up(table, 17, ~17ull).found());
}

// Two writers in few buckets: what is found for a key was written for that key.
TEST(TranspositionTableParallel, NeverMixesTwoPositionsUp) {
    TranspositionTable table(256);
    const auto value_of = [](std::uint64_t i) { return static_cast<int>(i * 7 % 61) - 30; };
    const auto use = [&](std::uint64_t seed) {
        Random random(seed);
        for (int n = 0; n < 200'000; ++n) {
            const std::uint64_t i = random.below(64);
            const auto at = look_up(table, i, ~i);
            if (at.found()) {
                ASSERT_EQ(at.entry.lower, value_of(i));
                ASSERT_EQ(at.entry.moves[0], i);
            } else {
                learn_bound(table, at, {}, -64, value_of(i), static_cast<int>(i), 1);
            }
        }
    };
    std::thread other(use, 1);
    use(2);
    other.join();
}

}  // namespace
}  // namespace emilia
