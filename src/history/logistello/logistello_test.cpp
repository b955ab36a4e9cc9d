#include "history/logistello/logistello.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <tuple>

#include "board/rules.h"
#include "board/symmetry.h"
#include "classic/alpha_beta.h"
#include "classic/minimax.h"
#include "game/random_game.h"
#include "history/logistello/search.h"
#include "player/testing.h"
#include "search/solver.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::logistello {
namespace {

Position random_position(std::uint64_t seed, std::size_t plies) {
    Random random(seed);
    return random_game(random, plies).final_diagram().position;
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

Technique full_width() {
    Technique technique;
    technique.selection = Technique::Selection::none;
    technique.selective_end = false;
    return technique;
}

// Section 2's formula: so many occurrences of each family, and about 1.2 million weights.
TEST(LogistelloPatterns, AreThoseOfTheFormula) {
    std::array<int, kFamilyCount> places{};
    for (std::size_t i = 0; i < kPlaceCount; ++i) ++places[kPlaces.list[i].shape];
    EXPECT_EQ(places, (std::array{4, 4, 4, 4, 2, 4, 4, 4, 4, 8, 4}));
    const double weights = static_cast<double>(classes().count) * kStages;
    EXPECT_GT(weights, 1.2e6);
    EXPECT_LT(weights, 1.5e6);
    // Every square is looked at.
    Bitboard seen = 0;
    for (std::size_t i = 0; i < kPlaceCount; ++i) {
        const Placed& one = kPlaces.list[i];
        for (int k = 0; k < kFamilies[one.shape].size; ++k) {
            seen |= bit(one.squares[static_cast<std::size_t>(k)]);
        }
    }
    EXPECT_EQ(seen, ~Bitboard{0});
}

TEST(LogistelloPatterns, GameHasThirteenStages) {
    std::set<int> stages;
    for (int discs = 4; discs <= 64; ++discs) {
        const Position position{discs == 64 ? ~Bitboard{0} : (Bitboard{1} << discs) - 1, 0};
        const int stage = stage_of(position);
        EXPECT_EQ(stage, discs < 17 ? 0 : (discs - 13) / 4) << discs;
        stages.insert(stage);
    }
    EXPECT_EQ(stages.size(), static_cast<std::size_t>(kStages));
}

TEST(LogistelloPatterns, NumbersAreKeptUpToDate) {
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(100)); ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random);
        Board board = Board::of(game.start.position);
        for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
            const Move move = game.moves[ply].move;
            board = move.is_pass()
                        ? board.passed()
                        : board.after(move.square(), flips(board.position, move.square()));
            ASSERT_EQ(board, Board::of(game.diagram_after(ply + 1).position));
        }
    }
}

// Moves along a line, counted square by square on a board that has nothing else.
TEST(LogistelloPatterns, LinesKnowTheirMobility) {
    Random random(1);
    const std::size_t family = 6;  // third lines
    for (int i = 0; i < 300; ++i) {
        const Bitboard row = 0xffULL << 16;
        const Bitboard own = random.next() & row;
        const Bitboard opponent = random.next() & row & ~own;
        const Position position{own, opponent};
        const Board board = Board::of(position);
        std::size_t place = 0;
        while (kPlaces.list[place].shape != family ||
               kPlaces.list[place].squares[0] != Square::a3) {
            ++place;
        }
        const int expected =
            popcount(legal_moves(position)) - popcount(legal_moves(position.passed()));
        EXPECT_EQ(line_mobility().current[family][classes().at(board, place)], expected);
    }
}

TEST(LogistelloEvaluation, IsTheSameForMirrorImages) {
    for (const Generation generation : kGenerations) {
        const auto evaluation = default_evaluation(generation);
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const Position position = random_position(seed, 4 + seed % 56);
            const int value = (*evaluation)(Board::of(position));
            for (const Symmetry symmetry : kSymmetries) {
                EXPECT_EQ((*evaluation)(Board::of(transform(position, symmetry))), value);
            }
        }
    }
}

// The tables hold what the parts add up to; each of 47 numbers is rounded.
TEST(LogistelloEvaluation, IsTheSumOfItsParts) {
    for (const Generation generation : kGenerations) {
        const auto evaluation = default_evaluation(generation);
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const Position position = random_position(seed, seed % 60);
            const Explanation explanation = evaluation->explain(position);
            const int value = (*evaluation)(Board::of(position));
            EXPECT_NEAR(value, explanation.total() * units_of(generation), 24);
            // Every family says what it is worth in each of its places.
            std::size_t places = 0;
            for (std::size_t family = 0; family < kFamilyCount; ++family) {
                double sum = 0;
                for (const Explanation::Area& area : explanation.parts[family].areas) {
                    EXPECT_EQ(popcount(area.squares), kFamilies[family].size);
                    sum += area.value;
                    ++places;
                }
                EXPECT_NEAR(sum, explanation.parts[family].weighted(), 1e-9);
            }
            EXPECT_EQ(places, kPlaceCount);
        }
        EXPECT_EQ(evaluation->explain(Position::initial()).parts.size(),
                  generation == Generation::of_1994 ? kFactorCount : kFamilyCount + 1);
    }
}

// A corner is good for whoever has it: the same position with the disc on a1 of either side.
TEST(LogistelloEvaluation, LikesCorners) {
    for (const Generation generation : kGenerations) {
        const auto evaluation = default_evaluation(generation);
        int better = 0;
        int all = 0;
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            Position position = random_position(seed, 30);
            const Bitboard corner = bit(Square::a1);
            position.own &= ~corner;
            position.opponent &= ~corner;
            const int own = (*evaluation)(Board::of({position.own | corner, position.opponent}));
            const int other = (*evaluation)(Board::of({position.own, position.opponent | corner}));
            ++all;
            if (own > other) ++better;
        }
        EXPECT_GT(better, all * 3 / 4) << year_of(generation);
    }
}

TEST(LogistelloParameters, AreCarriedWhole) {
    const Parameters& parameters = carried_parameters();
    for (const StageParameters& stage : parameters.stages) {
        ASSERT_TRUE(stage.fitted());
        EXPECT_EQ(stage.averages.size(), classes().count);
        EXPECT_EQ(stage.weights.size(), classes().count);
    }
    for (const Generation generation : kGenerations) {
        const CutTable cuts(parameters, generation);
        for (int stage = 0; stage <= 9; ++stage) {
            EXPECT_NE(cuts.find(stage, kProbCutShallow, kProbCutDeep), nullptr) << stage;
            const Relation* const deepest = cuts.find(stage, kMostShallow, kMostDeep);
            ASSERT_NE(deepest, nullptr) << stage;
            EXPECT_GE(deepest->sigma, cuts.find(stage, kMostShallow, 7)->sigma);
        }
    }
    const auto again = Parameters::parse(parameters.bytes(1));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, parameters);
}

TEST(LogistelloParameters, DamagedFilesAreRefused) {
    const std::string good = carried_parameters().bytes(1);
    EXPECT_FALSE(Parameters::parse(""));
    EXPECT_FALSE(Parameters::parse("x"));
    EXPECT_FALSE(Parameters::parse(good.substr(0, good.size() - 1)));
    std::string bad = good;
    bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
    const auto refused = Parameters::parse(bad);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("damaged"), std::string::npos);
    Parameters strange;
    strange.origin = "two\nlines";
    EXPECT_FALSE(Parameters::parse(strange.bytes(1)));
}

// The search looks up for itself.
TEST(LogistelloSearch, EvaluatesAsTheEvaluationDoes) {
    for (const Generation generation : kGenerations) {
        const auto evaluation = default_evaluation(generation);
        SearchState state;
        for (int stage = 0; stage < kStages; ++stage) {
            state.tables[static_cast<std::size_t>(stage)] = evaluation->table(stage);
        }
        for (const Isa isa : usable_isas()) {
            for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
                const Position position = random_position(seed, seed % 60);
                EXPECT_EQ(search_kernel(isa).evaluate(state, position),
                          (*evaluation)(Board::of(position)))
                    << name_of(isa);
            }
        }
    }
}

struct PlainEvaluation {
    std::shared_ptr<const Evaluation> evaluation;
    int operator()(const classic::StandardBoard& board) const {
        return (*evaluation)(Board::of(board.position));
    }
};

// Without cuts, tables, order and zero windows change nothing of the value.
TEST(LogistelloSearch, HasTheValueOfMinimax) {
    for (const Isa isa : usable_isas()) {
        for (const Generation generation : kGenerations) {
            Search search(default_evaluation(generation), default_cuts(generation), full_width(),
                          isa);
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                const Position position = random_position(seed, 5 + 4 * seed);
                if (legal_moves(position) == 0) continue;
                classic::Minimax<classic::StandardBoard, PlainEvaluation> minimax(
                    PlainEvaluation{default_evaluation(generation)});
                for (int depth = 1; depth <= 4; ++depth) {
                    const Found found = search.search(position, depth);
                    EXPECT_EQ(found.value,
                              minimax.search(classic::StandardBoard{position}, depth)->value)
                        << name_of(isa);
                    EXPECT_EQ(found.depth, depth);
                    EXPECT_EQ(found.cuts, 0U);
                }
            }
        }
    }
}

// What sorts by evaluation and looks begins with more plies than minimax can do.
TEST(LogistelloSearch, HasTheValueOfAlphaBetaFurtherAhead) {
    const auto evaluation = default_evaluation(Generation::of_1997);
    Search search(evaluation, default_cuts(Generation::of_1997), full_width());
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(6)); ++seed) {
        const Position position = random_position(seed, 44 + seed);
        if (legal_moves(position) == 0) continue;
        classic::AlphaBeta<classic::StandardBoard, PlainEvaluation> plain(
            PlainEvaluation{evaluation});
        for (const int depth : {7, 10}) {
            EXPECT_EQ(search.search(position, depth).value,
                      plain.search(classic::StandardBoard{position}, depth)->value);
        }
    }
}

TEST(LogistelloSearch, IsTheSameWithEveryInstructionSet) {
    for (const Generation generation : kGenerations) {
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(8)); ++seed) {
            const Position position = random_position(seed, 20 + 3 * seed);
            if (legal_moves(position) == 0) continue;
            std::set<std::tuple<int, std::uint64_t, std::uint64_t>> found;
            for (const Isa isa : usable_isas()) {
                Search search(default_evaluation(generation), default_cuts(generation), {}, isa);
                for (const Found& one : {search.search(position, 7),
                                         search.choose({position, Color::black}, {.depth = 7})}) {
                    found.emplace(one.value, one.counts.nodes, one.cuts);
                }
            }
            // One for what is searched to seven plies, one for what is chosen.
            EXPECT_LE(found.size(), 2U);
        }
    }
}

TEST(LogistelloSearch, KnowsTheEndAsTheSolverDoes) {
    Solver solver({1, std::size_t{1} << 20});
    int compared = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(30)); ++seed) {
        const Position position = random_position(seed, 44 + seed % 12);
        if (legal_moves(position) == 0) continue;
        const int score = solver.solve(position).lower.value();
        for (const Generation generation : kGenerations) {
            for (const Isa isa : usable_isas()) {
                Search search(default_evaluation(generation), default_cuts(generation), {}, isa);
                const Found exact = search.solve(position, Found::Kind::exact);
                EXPECT_EQ(exact.value, score) << name_of(isa);
                EXPECT_EQ(exact.kind, Found::Kind::exact);
                search.forget();
                const Found outcome = search.solve(position, Found::Kind::outcome);
                EXPECT_EQ(outcome.value, (score > 0) - (score < 0));
                // The move keeps the score.
                EXPECT_EQ(-solver.solve(play(position, exact.move)).upper.value(), score);
            }
        }
        ++compared;
    }
    EXPECT_GT(compared, trials(30) / 2);
}

// The end is guessed by check searches, seldom wrongly, and with fewer nodes.
TEST(LogistelloSearch, GuessesTheEnd) {
    std::uint64_t guessed = 0;
    std::uint64_t searched = 0;
    int right = 0;
    int all = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Position position = random_position(seed, 44);
        if (legal_moves(position) == 0) continue;
        const auto evaluation = default_evaluation(Generation::of_1997);
        Search search(evaluation, default_cuts(Generation::of_1997));
        const Found guess = search.solve(position, Found::Kind::selective);
        search.forget();
        const Found outcome = search.solve(position, Found::Kind::outcome);
        guessed += guess.counts.nodes;
        searched += outcome.counts.nodes;
        right += guess.value == outcome.value ? 1 : 0;
        ++all;
    }
    EXPECT_LT(guessed, searched);
    EXPECT_GE(right, all * 3 / 4);
}

// What the cuts are for: the same depth with fewer nodes, at nearly the same values.
TEST(LogistelloSearch, CutsSaveNodes) {
    std::array<std::uint64_t, 3> nodes{};
    std::array<double, 3> off{};
    const int count = trials(10) / 2 + 1;
    for (int i = 0; i < count; ++i) {
        const Position position = random_position(static_cast<std::uint64_t>(i), 20);
        int full = 0;
        for (const auto selection : {Technique::Selection::none, Technique::Selection::probcut,
                                     Technique::Selection::multi_probcut}) {
            Technique technique;
            technique.selection = selection;
            Search search(default_evaluation(Generation::of_1997),
                          default_cuts(Generation::of_1997), technique);
            // Nine plies, so that nodes of eight are not the root.
            const Found found = search.search(position, 9);
            const auto at = static_cast<std::size_t>(selection);
            nodes[at] += found.counts.nodes;
            if (selection == Technique::Selection::none) full = found.value;
            off[at] += std::abs(found.value - full) / static_cast<double>(kUnitsOfADisc);
        }
    }
    EXPECT_LT(nodes[1], nodes[0]);
    EXPECT_LT(nodes[2], nodes[0] / 2);
    EXPECT_LT(off[1] / count, 3);
    EXPECT_LT(off[2] / count, 5);
}

TEST(LogistelloSearch, PairsGoUpToFiveAndSeventeen) {
    EXPECT_EQ(check_depth(2), 0);
    EXPECT_EQ(check_depth(3), 1);
    EXPECT_EQ(check_depth(8), 4);
    EXPECT_EQ(check_depth(17), 5);
    EXPECT_EQ(check_depth(18), 0);
    for (int deep = 3; deep <= kMostDeep; ++deep) {
        EXPECT_LE(check_depth(deep), deep - 2);
        EXPECT_EQ(check_depth(deep) % 2, deep % 2);
    }
}

// 300,000 evaluations a second is what makes comparisons of ideas out of those of code; sanitizers
// and busy machines are given leave.
TEST(LogistelloSearch, IsFast) {
    Search search(default_evaluation(Generation::of_1997), default_cuts(Generation::of_1997),
                  full_width());
    std::uint64_t leaves = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        leaves += search.search(random_position(seed, 20), 6).counts.leaves;
    }
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RecordProperty("leaves_a_second", static_cast<int>(static_cast<double>(leaves) / took));
    EXPECT_GT(static_cast<double>(leaves) / took, trials(300'000) / 10.0);
}

TEST(LogistelloPlayer, PlaysLegallyAndTheSameTwice) {
    for (const std::string name : {"logistello-94:depth=2", "logistello-97:depth=3"}) {
        const auto player = make(name);
        const auto other = make(name);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(60)); ++seed) {
            Random random(seed);
            const GameRecord game = random_game(random, seed);
            const Position position = game.final_diagram().position;
            if (is_over(position)) continue;
            const auto choice = player->choose(game, {});
            ASSERT_TRUE(choice);
            if (choice->move.is_pass()) {
                EXPECT_TRUE(must_pass(position));
                continue;
            }
            EXPECT_NE(flips(position, choice->move.square()), 0U);
            EXPECT_EQ(choice->line.front(), choice->move);
            EXPECT_EQ(choice->move, other->choose(game, {})->move);
            // The line it expects can be played.
            GameBuilder builder(game.final_diagram());
            for (const Move move : choice->line) {
                EXPECT_TRUE(builder.add({move}));
            }
        }
    }
}

TEST(LogistelloPlayer, StopsFromAnotherThread) {
    expect_stops_from_another_thread(*make("logistello-97:depth=40,book=0"));
}

TEST(LogistelloPlayer, KeepsWhatItIsGiven) {
    Random random(2);
    const GameRecord game = random_game(random, 20);
    const auto player = make("logistello-97");
    EXPECT_LT(player->choose(game, {.nodes = 50'000})->nodes, 52'000U);
    EXPECT_LT(make("logistello-97:slower=10")->choose(game, {.nodes = 50'000})->nodes, 7'000U);
    EXPECT_EQ(player->choose(game, {.depth = 2})->depth, 2);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(player->choose(game, {.clock = Clock{.left = 2}}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1900));
}

}  // namespace
}  // namespace emilia::logistello
