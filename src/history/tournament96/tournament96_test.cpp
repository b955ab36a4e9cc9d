#include "history/tournament96/tournament96.h"

#include <gtest/gtest.h>

#include <cmath>

#include "board/rules.h"
#include "classic/minimax.h"
#include "game/random_game.h"
#include "history/tournament96/squares.h"
#include "history/tournament96/thinker.h"
#include "history/tournament96/training.h"
#include "player/testing.h"
#include "util/testing.h"

namespace emilia::tournament96 {
namespace {

using classic::PlaceRange;
using classic::popcount;
using classic::wide_bit;

std::unique_ptr<Player> make(const std::string& spec) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(spec));
}

const BitGridShape& board_of_96() {
    static const BitGridShape shape(*classic::parse_shape("96"));
    return shape;
}

// A position of a random game, with a move to make if there is one in it.
BitGridBoard random_board(const BitGridShape& shape, std::uint64_t seed, int discs) {
    Random random(seed);
    BitGridBoard board = BitGridBoard::initial(shape);
    while (!board.is_over() && board.discs() < discs) {
        const auto count = static_cast<std::uint64_t>(popcount(board.legal_moves()));
        if (count == 0) {
            board = board.passed();
            continue;
        }
        auto move = board.moves().begin();
        for (std::uint64_t skip = random.below(count); skip > 0; --skip) ++move;
        board = board.after(*move);
    }
    return !board.is_over() && board.moves().empty() ? board.passed() : board;
}

TEST(Tournament96Features, AreWhatTheReportSays) {
    const BitGridShape& shape = board_of_96();
    const FeatureExtractor extractor(shape);
    const auto value = [&](const BitGridBoard& board, Feature feature) {
        return extractor(board, FeatureSet::stability())[static_cast<std::size_t>(feature)];
    };
    // "This feature always has the value -1 at the start of a game" for the player who moves first,
    // "and its sign flips whenever a side forfeits a turn".
    const BitGridBoard start = BitGridBoard::initial(shape);
    EXPECT_EQ(value(start, Feature::global_parity), -1);
    EXPECT_EQ(value(start.passed(), Feature::global_parity), -1);  // now of the other
    const BitGridBoard next = start.after(*start.moves().begin());
    EXPECT_EQ(value(next, Feature::global_parity), 1);
    EXPECT_EQ(value(start, Feature::score), 0);
    EXPECT_EQ(value(start, Feature::mobility), 0);
    EXPECT_EQ(value(start, Feature::frontier), 0);
    // One region: whoever has the last move has it there.
    EXPECT_EQ(value(start, Feature::local_parity), -1);
    EXPECT_EQ(value(start, Feature::access), 0);
    // "The score differential changes by at least 3 each time a piece is played".
    for (const int move : start.moves()) {
        EXPECT_GE(-value(start.after(move), Feature::score) - value(start, Feature::score), 3);
    }
    BitGridBoard corner = start;
    corner.own |= wide_bit(*shape.parse_place("a1")) | wide_bit(*shape.parse_place("j10"));
    EXPECT_EQ(value(corner, Feature::corners), 2);
}

TEST(Tournament96Features, RegionsAreCountedWithTheirAccess) {
    // A row of three regions: one for each player alone, one for both.
    const WideBits left = wide_bit(0) | wide_bit(1);
    const WideBits middle = wide_bit(3);
    const WideBits right = wide_bit(5) | wide_bit(16);
    const Regions regions = regions_of(left | middle | right, wide_bit(0) | wide_bit(3),
                                       wide_bit(3) | wide_bit(16) | wide_bit(5));
    EXPECT_EQ(regions.count, 3);
    EXPECT_EQ(regions.own, 2);
    EXPECT_EQ(regions.opponent, 2);
    // Squares that touch at a corner alone are in one region.
    EXPECT_EQ(regions_of(wide_bit(0) | wide_bit(12), 0, 0).count, 1);
    EXPECT_EQ(regions_of(0, 0, 0).count, 0);
    // The end of a row does not touch the beginning of the next.
    EXPECT_EQ(regions_of(wide_bit(9) | wide_bit(11), 0, 0).count, 2);
}

// Square by square, as the report defines them.
TEST(Tournament96Features, AgreeWithTheirDefinitions) {
    for (const char* const name : {"8", "96", "6"}) {
        const auto grid = classic::parse_shape(name);
        const BitGridShape shape(*grid);
        const FeatureExtractor extractor(shape);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
            const BitGridBoard board =
                random_board(shape, seed, 4 + static_cast<int>(seed) % (shape.squares() - 4));
            const Features features = extractor(board, FeatureSet::stability());
            const auto near_empty = [&](int place) {
                for (int dy = -1; dy <= 1; ++dy) {
                    for (int dx = -1; dx <= 1; ++dx) {
                        const int column = BitGridShape::column_of(place) + dx;
                        const int row = BitGridShape::row_of(place) + dy;
                        if (!grid->contains(column, row)) continue;
                        if ((board.empty() & wide_bit(BitGridShape::place_at(column, row))) != 0) {
                            return true;
                        }
                    }
                }
                return false;
            };
            const auto safe = [&](int place, const BitGridBoard& capturer) {
                for (const int move : capturer.moves()) {
                    if ((capturer.flips(move) & wide_bit(place)) != 0) return false;
                }
                return true;
            };
            int frontier = 0;
            int stability = 0;
            for (const int place : PlaceRange(board.own)) {
                frontier += near_empty(place);
                stability += safe(place, board.passed());
            }
            for (const int place : PlaceRange(board.opponent)) {
                frontier -= near_empty(place);
                stability -= safe(place, board);
            }
            EXPECT_EQ(features[static_cast<std::size_t>(Feature::frontier)], frontier);
            EXPECT_EQ(features[static_cast<std::size_t>(Feature::stability)], stability);
            EXPECT_EQ(features[static_cast<std::size_t>(Feature::mobility)],
                      popcount(board.legal_moves()) - popcount(board.passed().legal_moves()));
        }
    }
}

// What is good for one is as bad for the other; but for parity, which depends on who is to move.
TEST(Tournament96Features, ChangeSignWithTheColours) {
    const FeatureExtractor extractor(board_of_96());
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const BitGridBoard board =
            random_board(board_of_96(), seed, 4 + static_cast<int>(seed) % 90);
        for (const FeatureSet set : {FeatureSet::stability(), FeatureSet::squares()}) {
            const Features one = extractor(board, set);
            const Features other = extractor(board.passed(), set);
            for (std::size_t i = 0; i < kFeatures; ++i) {
                const auto feature = static_cast<Feature>(i);
                if (feature == Feature::global_parity || feature == Feature::local_parity) {
                    EXPECT_EQ(one[i], other[i]);
                } else {
                    EXPECT_EQ(one[i], -other[i]) << name_of(feature);
                }
            }
        }
    }
}

// The four symmetries that keep the first discs in their colours change no feature.
TEST(Tournament96Features, AreTheSameOfImages) {
    const BitGridShape& shape = board_of_96();
    const FeatureExtractor extractor(shape);
    const auto image = [&](const BitGridBoard& board, bool transposed, bool turned) {
        BitGridBoard result{0, 0, &shape};
        const auto put = [&](WideBits from, WideBits& to) {
            for (const int place : PlaceRange(from)) {
                int column = BitGridShape::column_of(place);
                int row = BitGridShape::row_of(place);
                if (transposed) std::swap(column, row);
                if (turned) {
                    column = 9 - column;
                    row = 9 - row;
                }
                to |= wide_bit(BitGridShape::place_at(column, row));
            }
        };
        put(board.own, result.own);
        put(board.opponent, result.opponent);
        return result;
    };
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const BitGridBoard board = random_board(shape, seed, 10 + static_cast<int>(seed));
        for (const bool transposed : {false, true}) {
            for (const bool turned : {false, true}) {
                EXPECT_EQ(extractor(image(board, transposed, turned), FeatureSet::squares()),
                          extractor(board, FeatureSet::squares()));
            }
        }
    }
}

// Figure 2 is lost, but the text names some of its numbers: 0-9 are the edge, 0 and 9 two kinds of
// corner, 10 and 17 the x-squares.
TEST(Tournament96Squares, AreNumberedAsInTheReport) {
    const SquareParameters parameters(board_of_96());
    const auto of = [&](const char* name) {
        const int place = *board_of_96().parse_place(name);
        return SquareParameters::parameter_of(10, BitGridShape::column_of(place),
                                              BitGridShape::row_of(place));
    };
    EXPECT_EQ(of("a1"), 0);
    EXPECT_EQ(of("j10"), 0);
    EXPECT_EQ(of("j1"), 9);
    EXPECT_EQ(of("a10"), 9);
    EXPECT_EQ(of("b2"), 10);
    EXPECT_EQ(of("i9"), 10);
    EXPECT_EQ(of("i2"), 17);
    EXPECT_EQ(of("b9"), 17);
    EXPECT_EQ(of("a2"), 1);
    EXPECT_EQ(of("i10"), 1);
    WideBits all = 0;
    for (int i = 0; i < parameters.count(); ++i) {
        EXPECT_EQ(all & parameters.squares(i), WideBits{0});
        all |= parameters.squares(i);
    }
    EXPECT_EQ(all, board_of_96().playable());
}

TEST(Tournament96Squares, InformationIsInBits) {
    EXPECT_DOUBLE_EQ(information(0.5), 1);
    EXPECT_DOUBLE_EQ(information(0), 0);
    EXPECT_DOUBLE_EQ(information(1), 0);
    EXPECT_NEAR(information(0.25), 0.8113, 1e-4);
}

TEST(Tournament96Squares, GamesAreKeptAndLearnedFrom) {
    GameLog log(*classic::parse_shape("6"), 3);
    for (int i = 0; i < 30; ++i) log.play();
    const auto read = GameLog::parse(log.text());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, log);
    // A log that was left and gone on with is the same.
    GameLog half(*classic::parse_shape("6"), 3);
    for (int i = 0; i < 10; ++i) half.play();
    GameLog rest = *GameLog::parse(half.text());
    while (rest.size() < log.size()) rest.play();
    EXPECT_EQ(rest.text(), log.text());

    const SquareLearner learner(log, {});
    EXPECT_EQ(learner.wins_of(Color::black) + learner.wins_of(Color::white) + learner.draws(), 30);
    EXPECT_EQ(learner.used(),
              2 * std::min(learner.wins_of(Color::black), learner.wins_of(Color::white)));
    // In the end discs decide, so that knowing whose squares are tells something; at the start all
    // boards are the same, so that it tells nothing.
    double late = 0;
    for (int i = 0; i < learner.parameters(); ++i) {
        EXPECT_NEAR(learner.gain(0, i), 0, 1e-9);
        late += learner.gain(learner.stages() - 1, i);
    }
    EXPECT_GT(late, 0.1);
}

TEST(Tournament96Squares, RefuseWhatIsWrong) {
    GameLog log(*classic::parse_shape("6"), 3);
    log.play();
    std::string text = log.text();
    text[text.size() - 3] ^= 1;
    ASSERT_FALSE(GameLog::parse(text));
    EXPECT_NE(GameLog::parse(text).error().message.find("damaged"), std::string::npos);
    EXPECT_FALSE(GameLog::parse(""));
    EXPECT_FALSE(GameLog::parse("something else"));
}

TEST(Tournament96Weights, HaveTheReportsStages) {
    // "A total of 46 weights for each feature".
    const Weights weights(board_of_96().grid(), FeatureSet::tournament());
    EXPECT_EQ(weights.stages(), 46);
    EXPECT_EQ(weights.stage_of(4), 0);
    EXPECT_EQ(weights.stage_of(5), 0);
    EXPECT_EQ(weights.stage_of(6), 1);
    EXPECT_EQ(weights.stage_of(95), 45);
    EXPECT_EQ(weights.stage_of(96), 45);
    EXPECT_EQ(Weights(*classic::parse_shape("8"), FeatureSet::tournament()).stages(), 30);
}

TEST(Tournament96Weights, EvaluateForThePlayerToMove) {
    const FeatureExtractor extractor(board_of_96());
    const auto weights = carried_weights(board_of_96().grid());
    ASSERT_NE(weights, nullptr);
    const BitGridBoard board = random_board(board_of_96(), 1, 50);
    const Evaluation evaluation(extractor, *weights, Color::black);
    const Features features = extractor(board, weights->set());
    const Features& parts = weights->of(Color::black, weights->stage_of(50));
    double sum = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) sum += features[i] * parts[i];
    EXPECT_DOUBLE_EQ(evaluation.value(board), sum);
    EXPECT_EQ(evaluation(board), std::lrint(100 * sum));
    EXPECT_EQ(Evaluation()(board), 100 * board.disc_balance());
}

TEST(Tournament96Weights, AreAveragedAndSmoothed) {
    Weights weights(*classic::parse_shape("6"), FeatureSet::tournament());
    weights.of(Color::black, 3)[0] = 6;
    weights.of(Color::white, 3)[0] = 2;
    EXPECT_EQ(weights.averaged().of(Color::white, 3)[0], 4);
    EXPECT_EQ(weights.smoothed().of(Color::black, 2)[0], 2);
    EXPECT_EQ(weights.smoothed().of(Color::black, 3)[0], 2);
    EXPECT_EQ(weights.smoothed().of(Color::black, 5)[0], 0);
}

TEST(Tournament96Search, AllThreeHaveTheValueOfMinimax) {
    for (const char* const name : {"8", "96"}) {
        const auto grid = classic::parse_shape(name);
        const BitGridShape shape(*grid);
        const FeatureExtractor extractor(shape);
        const auto weights = carried_weights(*grid);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(20)); ++seed) {
            const BitGridBoard board = random_board(shape, seed, 6 + 2 * static_cast<int>(seed));
            if (board.is_over()) continue;
            const Evaluation evaluation(extractor, *weights, Color::white);
            classic::Minimax<BitGridBoard, Evaluation> minimax(evaluation);
            const int value = minimax.search(board, 3)->value;
            for (const Algorithm algorithm :
                 {Algorithm::alpha_beta, Algorithm::negascout, Algorithm::mtdf}) {
                Table table(4096);
                for (Table* const with : {static_cast<Table*>(nullptr), &table}) {
                    Method method;
                    method.algorithm = algorithm;
                    method.table = with;
                    const auto found = search_board(board, 3, evaluation, method);
                    ASSERT_TRUE(found);
                    EXPECT_EQ(found->value, value);
                    const auto best = minimax.search(board.after(found->line.front()), 2)->value;
                    EXPECT_EQ(-best, value);
                }
            }
        }
    }
}

// What the training searches with: sooner, but not another value.
TEST(Tournament96Search, DeepeningHasTheValueOfOneSearch) {
    for (const char* const name : {"8", "96"}) {
        const BitGridShape shape(*classic::parse_shape(name));
        const FeatureExtractor extractor(shape);
        const auto weights = Weights::uniform(shape.grid(), FeatureSet::tournament());
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const BitGridBoard board =
                random_board(shape, seed, 10 + static_cast<int>(seed) * (shape.squares() / 16));
            if (board.is_over()) continue;
            const Evaluation evaluation(extractor, weights, Color::black);
            Table table(1 << 12);
            classic::ResponseKillers<BitGridBoard> killers(classic::kBitGridPlaces);
            Method method;
            method.algorithm = Algorithm::negascout;
            method.table = &table;
            method.ordering = &killers;
            method.deepening = true;
            const auto found = search_board(board, 4, evaluation, method);
            ASSERT_TRUE(found);
            EXPECT_EQ(found->value, search_board(board, 4, evaluation, {})->value) << seed;
        }
    }
}

TEST(Tournament96Time, RoundsAsTheReportDoes) {
    EXPECT_EQ(rounded_depth(7.29), 6);
    EXPECT_EQ(rounded_depth(7.3), 8);
    EXPECT_EQ(rounded_depth(8.9), 8);
    EXPECT_EQ(rounded_depth(1), 4);
    EXPECT_EQ(rounded_depth(50), 16);
    EXPECT_EQ(rounded_depth(-3), 4);
}

TEST(Tournament96Time, EstimatesFromTheLastTwoSearches) {
    AdaptiveDepth adaptive;
    EXPECT_EQ(adaptive.depth(1), 8);
    adaptive.learn(8, 6561, 0.006561);
    EXPECT_EQ(adaptive.depth(1), 8);  // the first two are to a fixed depth
    adaptive.learn(8, 6561, 0.006561);
    EXPECT_NEAR(adaptive.branching(), 3, 1e-9);
    EXPECT_NEAR(adaptive.seconds_a_node(), 1e-6, 1e-12);
    // 3 to the 10th is 59,049 nodes.
    EXPECT_EQ(adaptive.depth(0.06), 10);
    EXPECT_EQ(adaptive.depth(0.01), 8);
    EXPECT_EQ(adaptive.depth(1e-9), 4);
    EXPECT_EQ(adaptive.depth(1e9), 16);
    adaptive.learn(4, 10'000, 0.01);
    EXPECT_NEAR(adaptive.branching(), 6.5, 1e-9);
    adaptive.forget();
    EXPECT_EQ(adaptive.depth(1e9), 8);
}

TEST(Tournament96Training, RefusesWhatCannotBe) {
    TrainingSettings settings;
    EXPECT_TRUE(check(settings));
    settings.plies = 5;
    EXPECT_FALSE(check(settings));
    settings.plies = 4;
    settings.end = 0;
    EXPECT_FALSE(check(settings));
    settings.end = 14;
    settings.rate = 0;
    EXPECT_FALSE(check(settings));
}

TEST(Tournament96Training, MovesWeightsTowardsTheTarget) {
    TrainingSettings settings;
    settings.shape = board_of_96().grid();
    Training training(settings);
    const FeatureExtractor extractor(board_of_96());
    const BitGridBoard board = random_board(board_of_96(), 5, 41);
    const auto value = [&] {
        return Evaluation(extractor, training.weights(), Color::white).value(board);
    };
    double before = value();
    EXPECT_EQ(before, 0);
    for (int i = 0; i < 200; ++i) {
        training.learn(board, Color::white, 20, 0.02);
        EXPECT_GT(value(), before);
        EXPECT_LE(value(), 20);
        before = value();
    }
    EXPECT_NEAR(before, 20, 0.5);
    // Other stages and the other player have learned nothing.
    const Weights& weights = training.weights();
    EXPECT_EQ(weights.of(Color::black, weights.stage_of(41)), Features{});
    EXPECT_EQ(weights.of(Color::white, weights.stage_of(43)), Features{});
}

TrainingSettings small_training() {
    TrainingSettings settings;
    settings.shape = *classic::parse_shape("6");
    settings.plies = 4;
    settings.end = 6;
    settings.games = 5;
    settings.seed = 7;
    return settings;
}

TEST(Tournament96Training, WorksFromTheEndBackwards) {
    TrainingSettings settings = small_training();
    settings.games = 30;
    Training training(settings);
    // 32 plies: the last six, then four at a time.
    EXPECT_EQ(training.phases(), 8);
    for (int game = 0; game < settings.games; ++game) training.step();
    EXPECT_EQ(training.phase(), 1);
    const auto trained = [&](int stage) {
        return !(training.weights().of(Color::black, stage) == Features{}) ||
               !(training.weights().of(Color::white, stage) == Features{});
    };
    for (int stage = 0; stage < 13; ++stage) EXPECT_FALSE(trained(stage)) << stage;
    for (int stage = 13; stage < 16; ++stage) EXPECT_TRUE(trained(stage)) << stage;
    while (!training.finished()) training.step();
    for (int stage = 0; stage < 16; ++stage) EXPECT_TRUE(trained(stage)) << stage;
    EXPECT_EQ(training.done(), training.all());
}

TEST(Tournament96Training, GoesOnAsIfThereHadBeenNoBreak) {
    Training whole(small_training());
    while (!whole.finished()) whole.step();
    Training broken(small_training());
    int stops = 0;
    while (!broken.finished()) {
        // Stopped within a game nothing is learned of it.
        if (stops % 3 == 0) {
            EXPECT_FALSE(broken.step([] { return true; }));
        }
        broken.step();
        auto read = Training::parse(broken.text());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, broken);
        broken = std::move(*read);
        ++stops;
    }
    EXPECT_EQ(broken.text(), whole.text());
}

TEST(Tournament96Training, RefusesDamagedFiles) {
    Training training(small_training());
    training.step();
    const std::string text = training.text();
    EXPECT_FALSE(Training::parse(""));
    EXPECT_FALSE(Training::parse(text.substr(0, text.size() - 1)));
    std::string other = text;
    other[text.size() / 2] = other[text.size() / 2] == '1' ? '2' : '1';
    ASSERT_FALSE(Training::parse(other));
    EXPECT_NE(Training::parse(other).error().message.find("damaged"), std::string::npos);
}

TEST(Tournament96Book, HoldsAMoveForWhatAPlayerMeets) {
    const auto grid = classic::parse_shape("6");
    const BitGridShape shape(*grid);
    const Weights weights = Weights::uniform(*grid, FeatureSet::tournament());
    OpeningBook book(*grid, 3, 7);
    EXPECT_TRUE(build_book(book, weights, {}));
    const BitGridBoard start = BitGridBoard::initial(shape);
    const auto first = book.find(start, Color::black);
    ASSERT_TRUE(first);
    EXPECT_FALSE(book.find(start, Color::white));
    // Every answer to his own move is there, and he has a legal move to it.
    for (const int answer : start.after(*first).moves()) {
        const BitGridBoard board = start.after(*first).after(answer);
        const auto move = book.find(board, Color::black);
        ASSERT_TRUE(move);
        EXPECT_NE(board.flips(*move), WideBits{0});
    }
    for (const int move : start.moves()) EXPECT_TRUE(book.find(start.after(move), Color::white));

    const auto read = OpeningBook::parse(book.text());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, book);
    EXPECT_FALSE(OpeningBook::parse(book.text().substr(0, 60)));

    // Left after each search and gone on with it is the same.
    OpeningBook broken(*grid, 3, 7);
    while (!build_book(broken, weights, [](std::size_t) { return false; })) {
        broken = *OpeningBook::parse(broken.text());
    }
    EXPECT_EQ(broken, book);
}

TEST(Tournament96Book, OfTheProgramIsPlayed) {
    const auto book = carried_book(*classic::parse_shape("8"));
    ASSERT_NE(book, nullptr);
    EXPECT_GT(book->size(), 20U);
    const auto choice = make("tournament-96:book=1")->choose(GameRecord{}, {});
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->nodes, 0U);
    EXPECT_NE(flips(Position::initial(), choice->move.square()), 0U);
}

TEST(Tournament96Thinker, SolvesTheEndOnItsOwnBoard) {
    Settings settings;
    settings.depth = 2;
    settings.solve = 8;
    settings.table_bits = 12;
    Thinker thinker(board_of_96(), carried_weights(board_of_96().grid()), settings);
    int solved = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(20)); ++seed) {
        const BitGridBoard board = random_board(board_of_96(), seed, 88);
        if (board.is_over() || board.empties() > 8) continue;
        thinker.new_game();
        const Thought thought = thinker.think(board, Color::black, {});
        EXPECT_EQ(thought.kind, Thought::Kind::exact);
        classic::Minimax<BitGridBoard, Evaluation> minimax(Evaluation{});
        const int value = minimax.search(board, 20)->value;
        EXPECT_EQ(classic::finished_value(static_cast<int>(thought.value)), value);
        ++solved;
    }
    EXPECT_GT(solved, trials(20) / 2);
}

// Given up at twice its allocation, it begins anew and still answers in time.
TEST(Tournament96Thinker, KeepsToItsTime) {
    Settings settings;
    settings.table_bits = 16;
    Thinker thinker(board_of_96(), carried_weights(board_of_96().grid()), settings);
    const BitGridBoard board = random_board(board_of_96(), 3, 40);
    const Effort effort{.seconds = 0.02, .most_seconds = 0.3};
    const auto begin = std::chrono::steady_clock::now();
    const Thought thought = thinker.think(board, Color::black, effort);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
    EXPECT_NE(board.flips(thought.move), WideBits{0});
}

TEST(Tournament96Player, PlaysLegallyAndTheSameTwice) {
    const auto player = make("tournament-96:depth=2,solve=6,table=10");
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random, seed % 60);
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
        const auto again = make("tournament-96:depth=2,solve=6,table=10")->choose(game, {});
        EXPECT_EQ(choice->move, again->move);
    }
}

TEST(Tournament96Player, ShowsItsFeatures) {
    const auto explanation = make("tournament-96")->explain({});
    ASSERT_TRUE(explanation);
    ASSERT_EQ(explanation->parts.size(), 7U);
    EXPECT_EQ(explanation->parts[0].name, "score");
    EXPECT_EQ(explanation->parts[0].value, 0);
    EXPECT_EQ(explanation->parts[4].name, "global parity");
    EXPECT_EQ(explanation->parts[4].value, -1);
}

TEST(Tournament96Player, KeepsWhatItIsGiven) {
    Random random(2);
    const GameRecord game = random_game(random, 20);
    const auto nodes = make("tournament-96:depth=14")->choose(game, {.nodes = 50'000});
    ASSERT_TRUE(nodes);
    EXPECT_LT(nodes->nodes, 52'000U);
    EXPECT_EQ(make("tournament-96")->choose(game, {.depth = 2})->depth, 2);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(make("tournament-96")->choose(game, {.clock = Clock{.left = 4}}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(3800));
}

TEST(Tournament96Player, StopsFromAnotherThread) {
    expect_stops_from_another_thread(*make("tournament-96:depth=16"));
}

// 300,000 evaluations a second is what makes comparisons of ideas out of those of code; sanitizers
// and busy machines are given leave.
TEST(Tournament96Search, IsFast) {
    const FeatureExtractor extractor(board_of_96());
    const auto weights = carried_weights(board_of_96().grid());
    const Evaluation evaluation(extractor, *weights, Color::black);
    std::uint64_t leaves = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Table table(1 << 12);
        Method method;
        method.table = &table;
        const BitGridBoard board = random_board(board_of_96(), seed, 40);
        leaves += search_board(board, 5, evaluation, method)->counts.leaves;
    }
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RecordProperty("leaves_a_second", static_cast<int>(static_cast<double>(leaves) / took));
    EXPECT_GT(static_cast<double>(leaves) / took, trials(300'000) / 10.0);
}

}  // namespace
}  // namespace emilia::tournament96
