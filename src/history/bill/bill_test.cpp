#include "history/bill/bill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "board/rules.h"
#include "board/symmetry.h"
#include "classic/alpha_beta.h"
#include "classic/minimax.h"
#include "game/random_game.h"
#include "history/bill/bill_search.h"
#include "history/bill/parameters.h"
#include "history/bill/time_control.h"
#include "history/bill/turned_board.h"
#include "player/testing.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::bill {
namespace {

using classic::StandardBoard;

Position random_position(std::uint64_t seed, std::size_t plies) {
    Random random(seed);
    return random_game(random, plies).final_diagram().position;
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

bool on_board(int column, int row) {
    return column >= 0 && column < 8 && row >= 0 && row < 8;
}
bool has(Bitboard bits, int column, int row) {
    return on_board(column, row) && (bits >> (8 * row + column) & 1) != 0;
}

// The features of one player without tables: square by square and direction by direction.
struct Counted {
    int mobility = 0;
    int pairs = 0;
    int runs = 0;
};
Counted counted(Position position) {
    Counted result;
    const Bitboard own = position.own;
    const Bitboard opponent = position.opponent;
    const Bitboard empty = position.empty();
    const Bitboard frontier = beside(empty) & ~empty;
    // Turned discs are counted once a line, whichever move turns them over.
    std::array<Bitboard, 4> turned{};
    result.mobility = square_worth(legal_moves(position), empty);
    constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int square = 0; square < 64; ++square) {
        const int column = square % 8;
        const int row = square / 8;
        for (std::size_t line = 0; line < 4; ++line) {
            for (const int sign : {1, -1}) {
                const int dx = sign * kSteps[line][0];
                const int dy = sign * kSteps[line][1];
                if (!has(empty, column, row)) continue;
                if (has(opponent, column + dx, row + dy)) {
                    const int from_side =
                        std::min(std::min(column, 7 - column), std::min(row, 7 - row));
                    const int other =
                        std::max(std::min(column, 7 - column), std::min(row, 7 - row));
                    result.pairs += from_side == 0 ? (other <= 1 ? 1 : 2) : from_side == 1 ? 1 : 2;
                }
                int length = 1;
                while (has(opponent, column + length * dx, row + length * dy)) ++length;
                if (length == 1 || !has(own, column + length * dx, row + length * dy)) continue;
                result.mobility -= weight::kDirection + weight::kTurned * (length - 1);
                for (int i = 1; i < length; ++i) {
                    turned[line] |= Bitboard{1} << (8 * (row + i * dy) + column + i * dx);
                }
            }
        }
    }
    for (const Bitboard line : turned) {
        result.mobility -= weight::kFrontier * popcount(line & frontier);
    }
    for (std::size_t line = 0; line < 4; ++line) {
        const int dx = kSteps[line][0];
        const int dy = kSteps[line][1];
        for (int square = 0; square < 64; ++square) {
            const int column = square % 8;
            const int row = square / 8;
            if (!has(own, column, row) || has(own, column - dx, row - dy)) continue;
            int length = 0;
            while (has(own, column + length * dx, row + length * dy)) ++length;
            if (length < 4) continue;
            const int across = line == 0 ? std::min(row, 7 - row) : std::min(column, 7 - column);
            const int weights[] = {0, 3, 2, 1};
            result.runs += (length - 3) * (length - 2) / 2 * (line < 2 ? weights[across] : 1);
        }
    }
    return result;
}

TEST(BillBoard, TurnedBoardsHaveTheirLinesAsRows) {
    for (int square = 0; square < 64; ++square) {
        const int column = square % 8;
        const int row = square / 8;
        const Bitboard bits = Bitboard{1} << square;
        EXPECT_EQ(transposed(bits), Bitboard{1} << (8 * column + row));
        EXPECT_EQ(diagonals_of(bits), Bitboard{1} << (8 * ((row - column + 8) % 8) + column));
        EXPECT_EQ(antidiagonals_of(bits), Bitboard{1} << (8 * ((row + column) % 8) + column));
    }
}

TEST(BillFeatures, TablesSayWhatIsCountedSquareBySquare) {
    const auto tables = feature_tables();
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(400)); ++seed) {
        const Position position = random_position(seed, seed % 61);
        const Counted ours = counted(position);
        const Counted theirs = counted(position.passed());
        const Features features = tables->features(position);
        EXPECT_EQ(features[1], ours.mobility - theirs.mobility);
        const Bitboard frontier = beside(position.empty()) & ~position.empty();
        EXPECT_EQ(features[2], ours.pairs - theirs.pairs +
                                   5 * (popcount(position.opponent & frontier) -
                                        popcount(position.own & frontier)));
        EXPECT_EQ(features[3], theirs.runs - ours.runs);
    }
}

TEST(BillFeatures, AreTheSameInEveryImage) {
    const auto tables = feature_tables();
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, 5 + seed % 55);
        const Features features = tables->features(position);
        for (const Symmetry symmetry : kSymmetries) {
            EXPECT_EQ(tables->features(transform(position, symmetry)), features);
        }
    }
}

// Whose turn it is matters to edges alone.
TEST(BillFeatures, ChangeSignWithTheColours) {
    const auto tables = feature_tables();
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, 5 + seed % 55);
        const Features ours = tables->features(position);
        const Features theirs = tables->features(position.passed());
        for (std::size_t i = 1; i < kFeatures; ++i) EXPECT_EQ(ours[i], -theirs[i]);
        EXPECT_GE(ours[0] + theirs[0], 0) << "to move on an edge is no disadvantage";
    }
}

TEST(BillEdges, EveryConfigurationHasItsIndex) {
    std::vector<bool> seen(59049, false);
    for (unsigned own = 0; own < 1024; ++own) {
        for (unsigned opponent = 0; opponent < 1024; ++opponent) {
            if ((own & opponent) != 0) continue;
            const std::size_t index = EdgeTable::index(own, opponent);
            ASSERT_LT(index, seen.size());
            EXPECT_FALSE(seen[index]);
            seen[index] = true;
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 59049);
}

TEST(BillEdges, KnowWhatIsGoodOnAnEdge) {
    const EdgeTable table;
    // A full edge has nothing left to happen.
    EXPECT_EQ(table.value(0xff, 0), static_value(0xff, 0));
    EXPECT_EQ(table.value(0, 0xff), -table.value(0xff, 0));
    // A corner is good, an x-square beside an empty one is bad.
    EXPECT_GT(table.value(1, 0), table.value(0, 0));
    EXPECT_LT(table.value(1U << 8, 0), table.value(0, 0));
    // With the corner gone, the x-square is worth nothing to either.
    EXPECT_GT(table.value(1U << 8 | 1, 0), table.value(1U << 8, 1));
    // Six discs between empty corners are better than five beside an open c-square.
    EXPECT_GT(table.value(0x7e, 0), table.value(0x3e, 0));
}

ClassModel normal(double mean, double variance) {
    ClassModel model;
    model.mean.fill(mean);
    for (std::size_t i = 0; i < kFeatures; ++i) model.covariance[i][i] = variance;
    return model;
}

// Buro's formulas: the densities of both classes, Bayes' rule, and the chance of winning.
TEST(BillDiscriminant, IsBayesRule) {
    StageModel model{normal(10, 100), normal(-20, 150)};
    model.won.covariance[0][1] = model.won.covariance[1][0] = 30;
    model.lost.covariance[2][3] = model.lost.covariance[3][2] = -40;
    const auto discriminant = discriminant_of(model);
    ASSERT_TRUE(discriminant);
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        Features features{};
        for (int& feature : features) feature = static_cast<int>(random.below(80)) - 40;
        const double won = std::exp(log_density(model.won, features));
        const double lost = std::exp(log_density(model.lost, features));
        const double chance = chance_of(discriminant->value(features));
        EXPECT_NEAR(chance, won / (won + lost), 1e-9);
        // The parts of an explanation add up.
        const auto by = discriminant->coefficients(features);
        double sum = discriminant->constant;
        for (std::size_t j = 0; j < kFeatures; ++j) sum += by[j] * features[j];
        EXPECT_NEAR(sum, discriminant->value(features), 1e-9);
    }
}

TEST(BillDiscriminant, DensitySumsToOneAlongAFeature) {
    const ClassModel model = normal(0, 25);
    double sum = 0;
    for (int x = -60; x <= 60; ++x) sum += std::exp(log_density(model, {x, 0, 0, 0}));
    // The other three are at their means.
    EXPECT_NEAR(sum, std::pow(2 * std::numbers::pi * 25, -1.5), 1e-9);
}

TEST(BillDiscriminant, EqualCovariancesMakeItLinear) {
    const auto discriminant = discriminant_of({normal(10, 100), normal(-10, 100)});
    ASSERT_TRUE(discriminant);
    for (const auto& row : discriminant->quadratic) {
        for (const double one : row) EXPECT_NEAR(one, 0, 1e-12);
    }
    EXPECT_GT(discriminant->linear[0], 0);
    EXPECT_NEAR(discriminant->value({0, 0, 0, 0}), 0, 1e-12);
}

TEST(BillDiscriminant, RefusesWhatIsNoCovariance) {
    StageModel model{normal(0, 100), normal(0, 100)};
    model.won.covariance[0][1] = model.won.covariance[1][0] = 200;
    EXPECT_FALSE(discriminant_of(model));
}

TEST(BillSearch, HasTheValueOfMinimax) {
    const auto discriminants = default_discriminants();
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(30)); ++seed) {
        const Diagram diagram{random_position(seed, 4 + seed), Color::black};
        if (legal_moves(diagram.position) == 0) continue;
        BillSearch search(discriminants);
        const Found found = search.search(diagram, Move::pass(), 4);
        classic::Minimax<StandardBoard, Evaluation> minimax{Evaluation(discriminants)};
        EXPECT_EQ(found.value, minimax.search(StandardBoard{diagram.position}, 4)->value);
    }
}

TEST(BillSearch, SolvesTheEnd) {
    const auto discriminants = default_discriminants();
    const auto nothing = [](const StandardBoard&) { return 0; };
    int solved = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(40)); ++seed) {
        const Diagram diagram{random_position(seed, 48 + seed % 6), Color::black};
        if (legal_moves(diagram.position) == 0 || diagram.position.empties() > 12) continue;
        BillSearch search(discriminants);
        const Found found = search.choose(diagram, Move::pass(), {.depth = 8});
        EXPECT_EQ(found.kind, Found::Kind::exact);
        classic::AlphaBeta<StandardBoard, decltype(nothing)> plain(nothing);
        const int depth = 2 * diagram.position.empties();
        const int value = plain.search(StandardBoard{diagram.position}, depth)->value;
        EXPECT_EQ(classic::finished_value(found.value), value);
        // The move keeps that score.
        const StandardBoard next = StandardBoard{diagram.position}.after(found.move);
        EXPECT_EQ(-plain.search(next, depth)->value, value);
        ++solved;
    }
    EXPECT_GT(solved, trials(40) / 2);
}

TEST(BillTime, LastsForTheGame) {
    for (const double all : {1.0, 60.0, 1800.0}) {
        double left = all;
        for (int empties = 60; empties > 0; empties -= 2) {
            const double share = allocation(left, empties);
            EXPECT_GT(share, 0);
            EXPECT_LT(share, left);
            left -= share;
        }
        EXPECT_LT(left, all / 4);
    }
}

TEST(BillPlayer, PlaysLegallyAndTheSameTwice) {
    const auto player = make("bill:depth=3");
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random, seed);
        const Position position = game.final_diagram().position;
        if (is_over(position)) continue;
        const auto choice = player->choose(game, {});
        ASSERT_TRUE(choice);
        if (choice->move.is_pass()) {
            EXPECT_TRUE(must_pass(position));
        } else {
            EXPECT_NE(flips(position, choice->move.square()), 0U);
            EXPECT_EQ(choice->line.front(), choice->move);
        }
        EXPECT_EQ(choice->move, make("bill:depth=3")->choose(game, {})->move);
    }
}

TEST(BillPlayer, ExplainsItself) {
    const auto player = make("bill");
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Diagram diagram{random_position(seed, 10 + seed), Color::black};
        const auto explanation = player->explain(diagram);
        ASSERT_TRUE(explanation);
        ASSERT_EQ(explanation->parts.size(), 5U);
        const int value = Evaluation(default_discriminants())(StandardBoard{diagram.position});
        EXPECT_NEAR(explanation->total(), value, 1);
        ASSERT_EQ(explanation->notes.size(), 9U);
        const double chance = explanation->notes.back().value;
        EXPECT_EQ(chance > 50, explanation->total() > 0);
    }
}

TEST(BillPlayer, StopsFromAnotherThread) {
    expect_stops_from_another_thread(*make("bill:depth=40"));
}

TEST(BillPlayer, KeepsWhatItIsGiven) {
    Random random(2);
    const GameRecord game = random_game(random, 20);
    const auto nodes = make("bill:depth=40")->choose(game, {.nodes = 50'000});
    EXPECT_LT(nodes->nodes, 52'000U);
    EXPECT_EQ(make("bill")->choose(game, {.depth = 2})->depth, 2);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(make("bill")->choose(game, {.clock = Clock{.left = 2}}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1900));
}

}  // namespace
}  // namespace emilia::bill
