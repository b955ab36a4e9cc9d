#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "board/random_positions.h"
#include "board/rules.h"
#include "eval/breakdown.h"
#include "eval/default_weights.h"
#include "eval/eval_kernel.h"
#include "eval/thumb_weights.h"
#include "util/parallel.h"
#include "util/testing.h"

namespace emilia {
namespace {

int slow_number(Position position, const Placed& placed) {
    int number = 0;
    for (int i = 0; i < kShapes[placed.shape].size; ++i) {
        const Bitboard square = bit(placed.squares[static_cast<std::size_t>(i)]);
        if ((position.own & square) != 0) number += power_of_3(i);
        if ((position.opponent & square) != 0) number -= power_of_3(i);
    }
    return number;
}

Weights random_weights(Random& random) {
    std::vector<std::vector<std::int16_t>> by_class(kStages);
    for (auto& classes : by_class) {
        for (int i = 0; i < class_layout().count; ++i) {
            classes.push_back(
                static_cast<std::int16_t>(static_cast<int>(random.below(2001)) - 1000));
        }
    }
    return Weights(std::move(by_class));
}

int between(Random& random, int least, int most) {
    return least + static_cast<int>(random.below(static_cast<unsigned>(most - least + 1)));
}

std::vector<NetworkRow> no_rows() {
    return std::vector<NetworkRow>(static_cast<std::size_t>(class_layout().count));
}

Weights random_network(Random& random) {
    std::vector<NetworkPart> parts = {{0, no_rows()}, {11, no_rows()}, {23, no_rows()}};
    for (NetworkPart& part : parts) {
        for (NetworkRow& row : part.by_class) {
            for (std::int8_t& number : row) {
                number = static_cast<std::int8_t>(between(random, -63, 63));
            }
        }
    }
    std::vector<NetworkLayer> layers(kStages);
    for (NetworkLayer& layer : layers) {
        for (auto& number : layer.start) {
            number = static_cast<std::int16_t>(between(random, -200, 200));
        }
        for (int to = 0; to < kHidden; ++to) {
            const auto at = static_cast<std::size_t>(to);
            for (int from = 0; from < kRowSize; ++from) {
                layer.hidden_weight(from, to) =
                    static_cast<std::int16_t>(between(random, -600, 600));
            }
            layer.hidden_start[at] = between(random, -100000, 100000);
            layer.value[at] = between(random, -1500, 1500);
        }
        layer.value_start = between(random, -100000, 100000);
    }
    return Weights(Network(std::move(parts), std::move(layers)));
}

// The classes of all that a position shows.
std::vector<std::size_t> slow_classes(Position position) {
    const int own = std::min(popcount(legal_moves(position)), 31);
    const int opponent = std::min(popcount(legal_moves(position.passed())), 31);
    std::vector<std::size_t> classes = {
        static_cast<std::size_t>(class_layout().mobility + 32 * own + opponent)};
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const Placed& placed = kPlaced.list[place];
        const int middle = power_of_3(kShapes[placed.shape].size) / 2;
        const int configuration = slow_number(position, placed) + middle;
        const int of = folding_of(placed.shape).class_of[static_cast<std::size_t>(configuration)];
        classes.push_back(static_cast<std::size_t>(class_layout().begin[placed.shape] + of));
    }
    return classes;
}

int slow_value(Position position, const Weights& weights) {
    const int stage = stage_of(position.empties());
    const auto classes = slow_classes(position);
    if (const Network* const network = weights.network()) {
        const auto& rows = network->parts()[stage < 11 ? 0 : stage < 23 ? 1 : 2].by_class;
        std::array<int, kRowSize> sum{};
        for (const std::size_t of : classes) {
            for (std::size_t i = 0; i < kRowSize; ++i) sum[i] += rows[of][i];
        }
        return network_value(network->layer(stage), sum);
    }
    int value = 0;
    for (const std::size_t of : classes) value += weights.classes(stage)[of];
    return value;
}

TEST(Patterns, EveryShapeLiesInAllItsPlaces) {
    std::vector<std::size_t> places(kShapeCount, 0);
    for (std::size_t i = 0; i < kPlaced.count; ++i) ++places[kPlaced.list[i].shape];
    EXPECT_EQ(places, (std::vector<std::size_t>{4, 4, 8, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4}));
}

TEST(Patterns, MirrorImagesShareAClass) {
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        const Folding& folding = folding_of(shape);
        std::set<int> used(folding.class_of.begin(), folding.class_of.end());
        EXPECT_EQ(static_cast<int>(used.size()), folding.classes);
        EXPECT_EQ(*used.begin(), 0);
        EXPECT_EQ(*used.rbegin(), folding.classes - 1);
    }
    // A row of eight and its mirror image: (3^8 + 3^4) / 2.
    EXPECT_EQ(kShapes[7].name, "row 3");
    EXPECT_EQ(folding_of(7).classes, (6561 + 81) / 2);
}

class EvalEachIsa : public testing::TestWithParam<Isa> {};

TEST_P(EvalEachIsa, NumbersAndValuesEqualSlowOnes) {
    const EvalKernel& kernel = eval_kernel(GetParam());
    Random random(3);
    const Weights weights = random_weights(random);
    const Weights network = random_network(random);
    for (int trial = 0; trial < trials(200); ++trial) {
        Position position = Position::initial();
        Features features;
        kernel.features_of(position, features);
        while (!is_over(position)) {
            const Bitboard moves = legal_moves(position);
            Features next;
            if (moves == 0) {
                kernel.features_after_pass(features, next);
                position = position.passed();
            } else {
                const auto choices = squares_of(moves);
                auto at = choices.begin();
                for (auto skip = random.below(static_cast<unsigned>(popcount(moves))); skip > 0;
                     --skip)
                    ++at;
                const Square square = *at;
                const Position after = play(position, square);
                kernel.features_after(features, square, position.opponent & ~after.own, next);
                position = after;
            }
            features = next;
            for (std::size_t place = 0; place < kPlaced.count; ++place) {
                ASSERT_EQ(features.number[place], slow_number(position, kPlaced.list[place]));
            }
            Features fresh;
            kernel.features_of(position, fresh);
            ASSERT_EQ(fresh, features);
            const int stage = stage_of(position.empties());
            for (const Weights* const one : {&weights, &network}) {
                const int value = slow_value(position, *one);
                ASSERT_EQ(kernel.value(position, features, one->stage(stage)), value);
                ASSERT_EQ(break_down(position, *one).total(), value);
            }
        }
    }
}

TEST_P(EvalEachIsa, SymmetricPositionsHaveTheSameValue) {
    const EvalKernel& kernel = eval_kernel(GetParam());
    Random random(4);
    const Weights weights = random_weights(random);
    const Weights network = random_network(random);
    for (int trial = 0; trial < trials(1000); ++trial) {
        const Position position = random_discs(random);
        std::set<int> values;
        std::set<int> of_network;
        for (const Symmetry symmetry : kSymmetries) {
            Features features;
            const Position image = transform(position, symmetry);
            kernel.features_of(image, features);
            values.insert(kernel.value(image, features, weights.stage(7)));
            of_network.insert(kernel.value(image, features, network.stage(7)));
        }
        ASSERT_EQ(values.size(), 1u);
        ASSERT_EQ(of_network.size(), 1u);
    }
}

INSTANTIATE_TEST_SUITE_P(Eval, EvalEachIsa, testing::ValuesIn(usable_isas()),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST(Weights, AreReadAsTheyAreWritten) {
    Random random(5);
    const Weights weights = random_weights(random);
    const std::string bytes = weights.bytes(1);
    const auto again = Weights::parse(bytes);
    ASSERT_TRUE(again);
    for (int stage = 0; stage < kStages; ++stage) {
        ASSERT_EQ(again->classes(stage), weights.classes(stage));
    }
    EXPECT_EQ(again->id(), weights.id());
    EXPECT_NE(zero_weights().id(), weights.id());
}

TEST(Weights, ANetworkIsReadAsItIsWritten) {
    Random random(15);
    const Weights weights = random_network(random);
    const auto again = Weights::parse(weights.bytes(1));
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_NE(again->network(), nullptr);
    ASSERT_EQ(again->network()->parts().size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const NetworkPart& part = again->network()->parts()[i];
        EXPECT_EQ(part.first_stage, weights.network()->parts()[i].first_stage);
        EXPECT_EQ(part.by_class, weights.network()->parts()[i].by_class);
    }
    for (int stage = 0; stage < kStages; ++stage) {
        ASSERT_EQ(again->network()->layer(stage), weights.network()->layer(stage));
    }
    EXPECT_EQ(again->id(), weights.id());
    EXPECT_NE(random_network(random).id(), weights.id());
}

// What the parts of a network's value leave over is what it says of nothing.
TEST(Breakdown, PartsOfANetworkAreWhatItIsMadeOf) {
    Random random(16);
    const Weights weights = random_network(random);
    for (int trial = 0; trial < trials(200); ++trial) {
        const Position position = random_discs(random);
        const Breakdown parts = break_down(position, weights);
        const int begins_with = network_value(weights.network()->layer(parts.stage), {});
        const int all = std::abs(parts.total() - begins_with);
        EXPECT_NEAR(parts.stage_itself, begins_with, 0.02 * all + kUnitsOfADisc);
    }
}

// What the rules of thumb say, square by square.
int slow_thumb_value(Position position) {
    const auto disc = [&](int column, int row) {
        const Bitboard square = bit(square_at(column, row));
        return (position.own & square) != 0 ? 1 : (position.opponent & square) != 0 ? -1 : 0;
    };
    const auto on_board = [](int column, int row) {
        return column >= 0 && column < 8 && row >= 0 && row < 8;
    };
    // Of the line through a square.
    const auto line_length = [&](int column, int row, int right, int down) {
        int length = 1;
        for (const int sign : {-1, 1}) {
            for (int i = 1; on_board(column + sign * i * right, row + sign * i * down); ++i) {
                ++length;
            }
        }
        return length;
    };
    int value = 128 * (popcount(legal_moves(position)) - popcount(legal_moves(position.passed())));
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            int worth = -16;
            for (int right = -1; right <= 1; ++right) {
                for (int down = -1; down <= 1; ++down) {
                    if (right == 0 && down == 0) continue;
                    if (!on_board(column + right, row + down)) continue;
                    if (line_length(column, row, right, down) < 4) continue;  // no shape has these
                    if (disc(column + right, row + down) == 0) worth -= 20;
                }
            }
            const bool corner = (column == 0 || column == 7) && (row == 0 || row == 7);
            const bool x = (column == 1 || column == 6) && (row == 1 || row == 6);
            if (corner) worth += 400;
            if (x && disc(column == 1 ? 0 : 7, row == 1 ? 0 : 7) == 0) worth -= 100;
            // Along each edge that it belongs to: no empty square, or only its own colour up to a
            // corner.
            for (const bool across : {true, false}) {
                const int off = across ? row : column;
                if (off != 0 && off != 7) continue;
                const int along = across ? column : row;
                const auto at = [&](int i) { return across ? disc(i, off) : disc(off, i); };
                const auto all = [&](int from, int to, auto holds) {
                    for (int i = from; i <= to; ++i) {
                        if (!holds(at(i))) return false;
                    }
                    return true;
                };
                const auto own = [&](int d) { return d == at(along); };
                if (all(0, 7, [](int d) { return d != 0; }) || all(0, along, own) ||
                    all(along, 7, own)) {
                    worth += corner ? 40 : 80;
                }
            }
            value += worth * disc(column, row);
        }
    }
    return value;
}

TEST(Weights, ThoseOfThumbAreTheRulesOfThumb) {
    Random random(17);
    const Weights weights = thumb_weights();
    for (int trial = 0; trial < trials(2000); ++trial) {
        const Position position = trial % 2 == 0
                                      ? random_discs(random)
                                      : random_position_from_play(random, between(random, 0, 60));
        ASSERT_EQ(break_down(position, weights).total(), slow_thumb_value(position));
    }
}

TEST(Weights, ParallelUsersShareThoseInTheProgram) {
    std::vector<std::shared_ptr<const Weights>> seen(8);
    parallel_for(seen.size(), 8, [&](std::size_t i) { seen[i] = default_weights(); });
    for (const auto& weights : seen) EXPECT_EQ(weights, seen[0]);
    EXPECT_NE(default_weights()->id(), zero_weights().id());
}

TEST(Weights, ThoseInTheProgramBearTheirName) {
    const char* const source = std::getenv("EMILIA_SOURCE_DIR");
    if (source == nullptr) GTEST_SKIP() << "EMILIA_SOURCE_DIR does not say where the source is";
    const std::string path =
        std::string(source) + "/data/weights/emilia-" + default_weights()->id() + ".weights";
    const auto weights = read_weights(path);
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_EQ(weights->id(), default_weights()->id());
}

TEST(Weights, AFileThatCannotBeReadIsNamed) {
    EXPECT_EQ(read_weights("/no/such.weights").error().message,
              "cannot open /no/such.weights: No such file or directory");
}

TEST(Weights, WhatIsDamagedOrForeignIsRefused) {
    Random random(6);
    const std::string bytes = random_weights(random).bytes(1);
    EXPECT_FALSE(Weights::parse(""));
    EXPECT_FALSE(Weights::parse("Emilia weights 1\n"));
    EXPECT_FALSE(Weights::parse("something else"));
    for (const std::string& whole : {bytes, random_network(random).bytes(1)}) {
        EXPECT_TRUE(Weights::parse(whole));
        EXPECT_FALSE(Weights::parse(std::string_view(whole).substr(0, whole.size() - 1)));
        for (int trial = 0; trial < 50; ++trial) {
            std::string damaged = whole;
            damaged[random.below(damaged.size())] ^= static_cast<char>(1 << random.below(8));
            EXPECT_FALSE(Weights::parse(damaged));
        }
    }
}

TEST(Weights, ANetworkWhoseRowsOverflowIsRefused) {
    std::vector<NetworkRow> rows = no_rows();
    rows[1000][5] = kMostOfARow + 1;
    const Weights weights(Network({{0, std::move(rows)}}, std::vector<NetworkLayer>(kStages)));
    const auto parsed = Weights::parse(weights.bytes(1));
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message, "a number of its rows is 64, which is beyond 63");
}

TEST(Weights, ANetworkWhosePartsDoNotFollowEachOtherIsRefused) {
    std::vector<NetworkPart> parts = {{0, no_rows()}, {11, no_rows()}, {11, no_rows()}};
    const Weights weights(Network(std::move(parts), std::vector<NetworkLayer>(kStages)));
    const auto parsed = Weights::parse(weights.bytes(1));
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message, "part 3 of the network begins at stage 11");
}

TEST(Weights, ANetworkOfAnotherFormIsRefused) {
    const auto parsed = Weights::parse("Emilia network 1\n");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message,
              "this network is of another form than this program's: it does not begin with "
              "'Emilia network 2'");
}

}  // namespace
}  // namespace emilia
