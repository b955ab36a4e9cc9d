#include "history/bill/bill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "board/rules.h"
#include "board/symmetry.h"
#include "classic/alpha_beta.h"
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

TEST(BillBoard, TurnedItHasItsFilesAsRows) {
    for (int square = 0; square < 64; ++square) {
        const int column = square % 8;
        const int row = square / 8;
        const Bitboard bits = Bitboard{1} << square;
        EXPECT_EQ(transposed(bits), Bitboard{1} << (8 * column + row));
    }
}

// Other constants in every place.
Constants any_constants(std::uint64_t seed) {
    Random random(seed);
    Constants constants{};
    for (int& constant : constants) constant = static_cast<int>(random.below(101)) - 50;
    constants[count::kEdge] = 1;
    return constants;
}

TEST(BillLines, ADiscAddsItsDigits) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, seed % 61);
        for (const Square square : squares_of(legal_moves(position))) {
            const Bitboard flipped = flips(position, square);
            const Position next = position.after(square, flipped);
            LineNumbers numbers;
            portable::numbers_after(numbers_of(position.own, position.opponent), 0,
                                    static_cast<int>(square), flipped, numbers);
            EXPECT_EQ(numbers, numbers_of(next.opponent, next.own));
            portable::numbers_after(numbers_of(position.opponent, position.own), 1,
                                    static_cast<int>(square), flipped, numbers);
            EXPECT_EQ(numbers, numbers_of(next.own, next.opponent));
        }
    }
}

TEST(BillFeatures, TablesSayWhatIsCountedSquareBySquare) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(400)); ++seed) {
        static Constants constants;
        static std::unique_ptr<FeatureTables> tables;
        if (seed % 40 == 0) {
            constants = any_constants(seed);
            tables = std::make_unique<FeatureTables>(constants);
        }
        const Position position = random_position(seed, seed % 61);
        const Counts counts = all_counts_of(position);
        Features features{};
        for (int i = 0; i < kCounts; ++i) {
            const auto at = static_cast<std::size_t>(i);
            features[static_cast<std::size_t>(feature_of(i))] += constants[at] * counts[at];
        }
        EXPECT_EQ(tables->features(position), features);
        // The same, where the player to move is the second one of the lines.
        const auto second =
            portable::features_of(tables->look_up(), position.own, position.opponent,
                                  numbers_of(position.opponent, position.own), 1,
                                  legal_moves(position), legal_moves(position.passed()));
        EXPECT_TRUE(std::equal(features.begin(), features.end(), second.of));
    }
}

TEST(BillFeatures, AreTheSameInEveryImage) {
    const FeatureTables tables(any_constants(3));
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, 5 + seed % 55);
        const Features features = tables.features(position);
        for (const Symmetry symmetry : kSymmetries) {
            EXPECT_EQ(tables.features(transform(position, symmetry)), features);
        }
    }
}

// Whose turn it is matters to edges alone.
TEST(BillFeatures, ChangeSignWithTheColours) {
    const FeatureTables tables(any_constants(3));
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, 5 + seed % 55);
        const Features ours = tables.features(position);
        const Features theirs = tables.features(position.passed());
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
    EXPECT_EQ(table.value(0xff, 0), static_value({}, 0xff, 0));
    EXPECT_EQ(table.value(0, 0xff), -table.value(0xff, 0));
    // A corner is good, an x-square beside an empty one is bad.
    EXPECT_GT(table.value(1, 0), table.value(0, 0));
    EXPECT_LT(table.value(1U << 8, 0), table.value(0, 0));
    // With the corner gone, the x-square is worth nothing to either.
    EXPECT_GT(table.value(1U << 8 | 1, 0), table.value(1U << 8, 1));
    // Six discs between empty corners are better than five beside an open c-square.
    EXPECT_GT(table.value(0x7e, 0), table.value(0x3e, 0));
    // A c-square alone is bad.
    EXPECT_LT(table.value(2, 0), table.value(4, 0));
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
    const auto knowledge = default_knowledge();
    for (const Isa isa : usable_isas()) {
        // Kept from position to position, as in a game.
        BillSearch search(knowledge, isa);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(30)); ++seed) {
            const Diagram diagram{random_position(seed, 4 + 2 * seed % 55),
                                  seed % 2 == 0 ? Color::black : Color::white};
            if (legal_moves(diagram.position) == 0) continue;
            const int depth = 3 + static_cast<int>(seed % 3);
            const Found found = search.search(diagram, Move::pass(), depth);
            classic::AlphaBeta<StandardBoard, Evaluation> plain{Evaluation(knowledge)};
            EXPECT_EQ(found.value, plain.search(StandardBoard{diagram.position}, depth)->value)
                << name_of(isa) << ", seed " << seed;
        }
    }
}

// Deep enough for moves to be looked up and for shallow looks.
TEST(BillSearch, HasTheSameValueDeeper) {
    const auto knowledge = default_knowledge();
    BillSearch search(knowledge);
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(6)); ++seed) {
        const Diagram diagram{random_position(seed, 8 + 7 * seed % 42), Color::black};
        if (legal_moves(diagram.position) == 0) continue;
        const Found found = search.search(diagram, Move::pass(), 7);
        classic::AlphaBeta<StandardBoard, Evaluation> plain{Evaluation(knowledge)};
        EXPECT_EQ(found.value, plain.search(StandardBoard{diagram.position}, 7)->value);
    }
}

TEST(BillSearch, SolvesTheEnd) {
    const auto knowledge = default_knowledge();
    const auto nothing = [](const StandardBoard&) { return 0; };
    int solved = 0;
    for (const Isa isa : usable_isas()) {
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(40)); ++seed) {
            const Diagram diagram{random_position(seed, 48 + seed % 12), Color::black};
            if (legal_moves(diagram.position) == 0 || diagram.position.empties() > 12) continue;
            BillSearch search(knowledge, isa);
            const Found found = search.choose(diagram, Move::pass(), {.depth = 8});
            EXPECT_EQ(found.kind, Found::Kind::exact);
            classic::AlphaBeta<StandardBoard, decltype(nothing)> plain(nothing);
            const int depth = 2 * diagram.position.empties();
            const int value = plain.search(StandardBoard{diagram.position}, depth)->value;
            EXPECT_EQ(classic::finished_value(found.value), value);
            EXPECT_EQ(search.solve(diagram), found.value);
            // The move keeps that score.
            const StandardBoard next = StandardBoard{diagram.position}.after(found.move);
            EXPECT_EQ(-plain.search(next, depth)->value, value);
            ++solved;
        }
    }
    EXPECT_GT(solved, trials(40) / 2);
}

// With more empty squares moves are sorted in other ways; two ways to ask must agree.
TEST(BillSearch, SolvesWithMoreEmptySquares) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(6)); ++seed) {
        const Diagram diagram{random_position(seed, 44 + seed % 3), Color::white};
        if (legal_moves(diagram.position) == 0) continue;
        BillSearch search(default_knowledge());
        const int score = search.solve(diagram);
        int best = -kSquares - 1;
        for (const Square square : squares_of(legal_moves(diagram.position))) {
            BillSearch other(hand_set_knowledge());
            best = std::max(best, -other.solve({play(diagram.position, square), Color::black}));
        }
        EXPECT_EQ(score, best);
    }
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
        const int value = Evaluation(default_knowledge())(StandardBoard{diagram.position});
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
