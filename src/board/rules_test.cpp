#include "board/rules.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "board/grid.h"
#include "board/position_text.h"
#include "board/random_positions.h"
#include "board/simd/board_kernel.h"
#include "board/simd/edge_stability.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia {
namespace {

const GridShape& board8() {
    static const GridShape shape = *GridShape::square_board(8);
    return shape;
}

// Slow and obvious: walks every line square by square.
Bitboard slow_flips(Position position, int square) {
    if (position.occupied() >> square & 1) return 0;
    Bitboard flipped = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            Bitboard run = 0;
            int x = square % 8 + dx;
            int y = square / 8 + dy;
            const auto on = [&] { return x >= 0 && x < 8 && y >= 0 && y < 8; };
            while (on() && (position.opponent >> (y * 8 + x) & 1)) {
                run |= Bitboard{1} << (y * 8 + x);
                x += dx;
                y += dy;
            }
            if (on() && (position.own >> (y * 8 + x) & 1)) flipped |= run;
        }
    }
    return flipped;
}

Bitboard slow_legal_moves(Position position) {
    Bitboard moves = 0;
    for (int square = 0; square < 64; ++square) {
        if (slow_flips(position, square)) moves |= Bitboard{1} << square;
    }
    return moves;
}

// The definition of board/simd/stability.h, square by square.
Bitboard slow_stable_discs(Position position) {
    std::array<bool, 64> stable{};
    const auto own = [&](int x, int y) { return (position.own >> (y * 8 + x) & 1) != 0; };
    const auto full = [&](int x, int y, int dx, int dy) {
        for (const int sign : {1, -1}) {
            for (int cx = x, cy = y; cx >= 0 && cx < 8 && cy >= 0 && cy < 8;
                 cx += sign * dx, cy += sign * dy) {
                if (!(position.occupied() >> (cy * 8 + cx) & 1)) return false;
            }
        }
        return true;
    };
    for (int i = 0; i < 8; ++i) {
        const std::array<std::array<int, 2>, 4> starts = {{{0, 0}, {0, 7}, {0, 0}, {7, 0}}};
        for (int edge = 0; edge < 4; ++edge) {
            const int sx = starts[static_cast<std::size_t>(edge)][0];
            const int sy = starts[static_cast<std::size_t>(edge)][1];
            const int ex = edge < 2 ? 1 : 0;
            unsigned mine = 0;
            unsigned his = 0;
            for (int k = 0; k < 8; ++k) {
                const int at = (sy + k * (1 - ex)) * 8 + sx + k * ex;
                mine |= static_cast<unsigned>(position.own >> at & 1) << k;
                his |= static_cast<unsigned>(position.opponent >> at & 1) << k;
            }
            if (kEdgeStability[mine * 256 + his] >> i & 1) {
                stable[static_cast<std::size_t>((sy + i * (1 - ex)) * 8 + sx + i * ex)] = true;
            }
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 1; y < 7; ++y) {
            for (int x = 1; x < 7; ++x) {
                const auto at = static_cast<std::size_t>(y * 8 + x);
                if (stable[at] || !own(x, y)) continue;
                bool held = true;
                for (const auto& d :
                     {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}, std::array{-1, 1}}) {
                    const bool beside =
                        stable[static_cast<std::size_t>((y + d[1]) * 8 + x + d[0])] ||
                        stable[static_cast<std::size_t>((y - d[1]) * 8 + x - d[0])];
                    held = held && (beside || full(x, y, d[0], d[1]));
                }
                if (held) {
                    stable[at] = true;
                    changed = true;
                }
            }
        }
    }
    Bitboard bits = 0;
    for (std::size_t i = 0; i < 64; ++i) {
        if (stable[i]) bits |= Bitboard{1} << i;
    }
    return bits;
}

class EachIsa : public testing::TestWithParam<Isa> {
  protected:
    const BoardKernel& kernel() const { return board_kernel(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Board, EachIsa, testing::ValuesIn(usable_isas()),
                         [](const auto& test) { return std::string(name_of(test.param)); });

// Half from play, half discs strewn at random, which reach corners of the code that play does not.
void for_random_positions(std::uint64_t seed, int count, const auto& check) {
    Random random(seed);
    for (int i = 0; i < count; i += 2) {
        check(random_position_from_play(random, static_cast<int>(random.below(61))));
        if (testing::Test::HasFatalFailure()) return;
        check(random_discs(random));
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST_P(EachIsa, LegalMovesAndFlipsAgreeWithTheSlowRules) {
    for_random_positions(1, trials(2'000'000), [&](Position p) {
        const Bitboard moves = slow_legal_moves(p);
        ASSERT_EQ(kernel().legal_moves(p.own, p.opponent), moves)
            << to_string(Diagram{p, Color::black});
        for (const Square square : squares_of(p.empty())) {
            ASSERT_EQ(kernel().flips(index_of(square), p.own, p.opponent),
                      slow_flips(p, index_of(square)))
                << to_string(Diagram{p, Color::black}) << " at " << to_string(square);
        }
    });
}

TEST_P(EachIsa, StableDiscsAgreeWithTheSlowDefinition) {
    for_random_positions(2, trials(2'000'000), [&](Position p) {
        ASSERT_EQ(kernel().stable_discs(p.own, p.opponent), slow_stable_discs(p))
            << to_string(Diagram{p, Color::black});
    });
}

TEST(Rules, TheGenericBoardAgreesOn8x8) {
    for_random_positions(3, trials(40'000), [&](Position p) {
        const GridPosition grid = GridPosition::from(board8(), p);
        Bitboard moves = 0;
        for (const int cell : grid.legal_moves()) moves |= Bitboard{1} << cell;
        ASSERT_EQ(legal_moves(p), moves);
        for (const Square square : squares_of(moves)) {
            ASSERT_EQ(grid.after(index_of(square)), GridPosition::from(board8(), play(p, square)));
        }
        ASSERT_EQ(grid.must_pass(), must_pass(p));
        ASSERT_EQ(grid.is_over(), is_over(p));
        ASSERT_EQ(grid.final_score(), final_score(p).value());
        ASSERT_EQ(grid.disc_balance(), disc_balance(p).value());
    });
}

TEST(Rules, FlipsOfATakenSquareAreNone) {
    Random random(4);
    for (int i = 0; i < 10'000; ++i) {
        const Position p = random_position_from_play(random, 30);
        for (const Square square : squares_of(p.occupied())) ASSERT_EQ(flips(p, square), 0u);
    }
}

TEST(Rules, StableDiscsAreNeverTurnedOver) {
    Random random(5);
    int seen = 0;
    for (int i = 0; i < 20'000; ++i) {
        Position p = random_position_from_play(random, 35 + static_cast<int>(random.below(20)));
        Bitboard mine = stable_discs(p);
        Bitboard his = stable_discs(p.passed());
        seen += popcount(mine | his);
        while (!is_over(p)) {
            const Bitboard moves = legal_moves(p);
            p = moves ? play(p, random_square(random, moves)) : p.passed();
            std::swap(mine, his);
            ASSERT_EQ(mine & ~p.own, 0u);
            ASSERT_EQ(his & ~p.opponent, 0u);
        }
    }
    EXPECT_GT(seen, 50'000);  // the test above says nothing of positions without stable discs
}

TEST(Rules, AFullBoardIsAllStable) {
    Random random(6);
    for (int i = 0; i < 1000; ++i) {
        const Bitboard own = random.next();
        ASSERT_EQ(stable_discs({own, ~own}), own);
    }
}

TEST(Rules, EmptiesGoToTheWinner) {
    EXPECT_EQ(final_score({0xff, 0}).value(), 64);
    EXPECT_EQ(final_score({0, 0xff}).value(), -64);
    EXPECT_EQ(final_score({0x0f, 0xf0}).value(), 0);
    EXPECT_EQ(final_score({0x07, 0x08}).value(), 62);
    EXPECT_EQ(disc_balance({0x07, 0x08}).value(), 2);
}

TEST(Rules, TheFirstMoves) {
    const Position start = Position::initial();
    EXPECT_EQ(legal_moves(start),
              bit(Square::d3) | bit(Square::c4) | bit(Square::f5) | bit(Square::e6));
    EXPECT_EQ(flips(start, Square::f5), bit(Square::e5));
    const Position next = play(start, Square::f5);
    EXPECT_EQ(next.own, bit(Square::d4));
    EXPECT_EQ(popcount(next.opponent), 4);
}

TEST(Rules, HashesOfReachablePositionsDiffer) {
    Random random(7);
    std::set<Position> positions;
    for (int i = 0; i < 200'000; ++i) {
        positions.insert(
            random_position_from_play(random, 20 + static_cast<int>(random.below(30))));
    }
    std::set<std::uint64_t> hashes;
    std::array<int, 64> ones{};
    for (const Position p : positions) {
        const std::uint64_t h = hash_of(p);
        hashes.insert(h);
        for (std::size_t b = 0; b < 64; ++b) ones[b] += static_cast<int>(h >> b & 1);
    }
    EXPECT_EQ(hashes.size(), positions.size());
    for (const int count : ones) {
        // Six standard deviations of a fair coin.
        EXPECT_NEAR(count, static_cast<double>(positions.size()) / 2,
                    3 * std::sqrt(positions.size()));
    }
}

}  // namespace
}  // namespace emilia
