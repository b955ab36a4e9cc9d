#include "board/symmetry.h"

#include <gtest/gtest.h>

#include <set>

#include "board/random_positions.h"
#include "board/rules.h"
#include "util/testing.h"

namespace emilia {
namespace {

// By coordinates, as the header describes it.
Square slow_transform(Square square, Symmetry symmetry) {
    int x = column_of(square);
    int y = row_of(square);
    if (symmetry.index() & 1) x = 7 - x;
    if (symmetry.index() & 2) y = 7 - y;
    if (symmetry.index() & 4) std::swap(x, y);
    return square_at(x, y);
}

TEST(SymmetryTest, BitboardsFollowCoordinates) {
    Random random(21);
    for (int i = 0; i < trials(1'000'000); ++i) {
        const Bitboard bits = random.next() & random.next();
        for (const Symmetry symmetry : kSymmetries) {
            Bitboard expected = 0;
            for (const Square square : squares_of(bits))
                expected |= bit(slow_transform(square, symmetry));
            ASSERT_EQ(transform(bits, symmetry), expected);
            ASSERT_EQ(transform(expected, symmetry.inverse()), bits);
        }
    }
}

TEST(SymmetryTest, RulesCommuteWithAllEight) {
    Random random(22);
    for (int i = 0; i < trials(200'000); ++i) {
        const Position position =
            random_position_from_play(random, static_cast<int>(random.below(60)));
        for (const Symmetry symmetry : kSymmetries) {
            const Position image = transform(position, symmetry);
            ASSERT_EQ(legal_moves(image), transform(legal_moves(position), symmetry));
            ASSERT_EQ(stable_discs(image), transform(stable_discs(position), symmetry));
            for (const Square square : squares_of(legal_moves(position))) {
                ASSERT_EQ(play(image, transform(square, symmetry)),
                          transform(play(position, square), symmetry));
            }
        }
    }
}

TEST(SymmetryTest, ImagesShareOneCanonicalForm) {
    Random random(23);
    for (int i = 0; i < trials(200'000); ++i) {
        const Position position =
            random_position_from_play(random, static_cast<int>(random.below(60)));
        const Canonical form = canonical(position);
        ASSERT_EQ(transform(position, form.symmetry), form.position);
        for (const Symmetry symmetry : kSymmetries) {
            ASSERT_EQ(canonical(transform(position, symmetry)).position, form.position);
            ASSERT_LE(form.position, transform(position, symmetry));
        }
    }
}

TEST(SymmetryTest, TheStartKeepsFourOfThem) {
    std::set<int> kept;
    for (const Symmetry symmetry : kSymmetries) {
        if (transform(Position::initial(), symmetry) == Position::initial())
            kept.insert(symmetry.index());
    }
    std::set<int> listed;
    for (const Symmetry symmetry : kOpeningSymmetries) listed.insert(symmetry.index());
    EXPECT_EQ(kept, listed);
}

TEST(SymmetryTest, PassStaysPass) {
    for (const Symmetry symmetry : kSymmetries)
        EXPECT_TRUE(transform(Move::pass(), symmetry).is_pass());
}

}  // namespace
}  // namespace emilia
