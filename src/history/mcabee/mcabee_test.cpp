#include "history/mcabee/mcabee.h"

#include <gtest/gtest.h>

#include <map>

#include "board/random_positions.h"
#include "board/rules.h"
#include "board/symmetry.h"
#include "game/random_game.h"
#include "history/mcabee/learning.h"
#include "util/random.h"
#include "util/sealed.h"
#include "util/testing.h"

namespace emilia::mcabee {
namespace {

// Exponents as a run of some length might leave them.
Exponents random_exponents(Random& random) {
    Exponents exponents{};
    for (MoveExponents& row : exponents) {
        for (int& exponent : row) exponent = static_cast<int>(random.below(12)) - 6;
    }
    return exponents;
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

// A short run, learned once for the tests that look at it.
const Knowledge& short_run() {
    static const Knowledge run = [] {
        Knowledge knowledge;
        knowledge.settings.depth = 2;
        for (int i = 0; i < 12; ++i) learn_game(knowledge);
        return knowledge;
    }();
    return run;
}

TEST(McAbeeSquares, EighteenClassesOfTwoAndFour) {
    std::map<int, int> sizes;
    for (int i = 0; i < kSquares; ++i) ++sizes[class_of(square_at(i))];
    EXPECT_EQ(sizes.size(), 19U);
    EXPECT_EQ(sizes[-1], 4);
    int pairs = 0;
    for (int which = 0; which < kClasses; ++which) {
        EXPECT_TRUE(sizes[which] == 2 || sizes[which] == 4);
        if (sizes[which] == 2) ++pairs;
        EXPECT_EQ(class_of(square_of_class(which)), which);
        for (const Symmetry symmetry : kOpeningSymmetries) {
            EXPECT_EQ(class_of(transform(square_of_class(which), symmetry)), which);
        }
    }
    EXPECT_EQ(pairs, 6);
    // "Squares A and D can be represented by A, and squares B and C can be represented by B."
    EXPECT_EQ(class_of(Square::a1), class_of(Square::h8));
    EXPECT_EQ(class_of(Square::h1), class_of(Square::a8));
    EXPECT_NE(class_of(Square::a1), class_of(Square::h1));
}

// Figures 13 and 14 and where the latter leaves the board's geometry.
TEST(McAbeeSquares, PotentialsAreThePublishedOnes) {
    int corners = 0;
    for (int i = 0; i < kSquares; ++i) {
        const Square square = square_at(i);
        int directions = 0;
        int others = 0;
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            int reach[2] = {0, 0};
            for (const int sign : {-1, 1}) {
                int x = column_of(square) + sign * dx;
                int y = row_of(square) + sign * dy;
                for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += sign * dx, y += sign * dy) {
                    ++reach[sign > 0];
                }
            }
            if (reach[0] == 0 || reach[1] == 0) continue;
            directions += 2;
            others += reach[0] + reach[1];
        }
        EXPECT_EQ(potential_directions(square), directions) << to_string(square);
        if (directions == 0) ++corners;
        const int x = std::min(column_of(square), 7 - column_of(square));
        const int y = std::min(row_of(square), 7 - row_of(square));
        const int printed = x == 1 && y == 1 ? others - 12 : x == 2 && y == 2 ? others + 2 : others;
        EXPECT_EQ(potential_pieces(square), printed) << to_string(square);
    }
    EXPECT_EQ(corners, 4);
}

TEST(McAbeePolynomial, TermsAreWholeNumbers) {
    EXPECT_EQ(class_term(1, 0), 1);
    EXPECT_EQ(class_term(3, 4), 48);
    EXPECT_EQ(class_term(1, -1), 0);
    EXPECT_EQ(class_term(-1, -1), 0);
    EXPECT_EQ(class_term(-2, -1), -1);
    EXPECT_EQ(class_term(4, -2), 1);
    EXPECT_EQ(class_term(4, kLeastExponent), 0);
    EXPECT_EQ(class_term(-4, kMostExponent), -4 * (1 << 20));
}

TEST(McAbeePolynomial, FastValueIsTheSumOfItsParts) {
    Random random(1994);
    for (int trial = 0; trial < trials(2000); ++trial) {
        const Position position =
            trial % 2 == 0 ? random_discs(random)
                           : random_position_from_play(random, static_cast<int>(random.below(61)));
        const Polynomial polynomial(random_exponents(random), 32);
        const int move = 1 + static_cast<int>(random.below(kMoves));
        int sum = 0;
        const FixedTerms fixed = fixed_terms(position);
        for (int i = 0; i < FixedTerms::kCount; ++i) {
            sum +=
                fixed.values[static_cast<std::size_t>(i)] * (i + 1 == FixedTerms::kCount ? 32 : 1);
        }
        for (int which = 0; which < kClasses; ++which) {
            int count = 0;
            for (int i = 0; i < kSquares; ++i) {
                if (class_of(square_at(i)) != which) continue;
                if (position.own & bit(square_at(i))) ++count;
                if (position.opponent & bit(square_at(i))) --count;
            }
            EXPECT_EQ(class_counts(position)[static_cast<std::size_t>(which)], count);
            sum += class_term(count, polynomial.exponent(move, which));
        }
        EXPECT_EQ(polynomial.value(position, move), sum);
    }
}

TEST(McAbeePolynomial, OneColoursGainIsTheOthersLoss) {
    Random random(7);
    const Polynomial polynomial(random_exponents(random));
    for (int trial = 0; trial < trials(500); ++trial) {
        const Position position =
            random_position_from_play(random, static_cast<int>(random.below(61)));
        const int value = polynomial.value(position, move_before(position));
        EXPECT_EQ(polynomial.value(position.passed(), move_before(position)), -value);
        for (const Symmetry symmetry : kOpeningSymmetries) {
            EXPECT_EQ(polynomial.value(transform(position, symmetry), move_before(position)),
                      value);
        }
    }
}

// The terms one by one, on boards that can be counted by hand.
TEST(McAbeePolynomial, FixedTermsByHand) {
    const FixedTerms start = fixed_terms(Position::initial());
    for (const int value : start.values) EXPECT_EQ(value, 0);

    // Own: a1, b2; the opponent: c3. Black can take d4, white nothing.
    const Position position{bit(Square::a1) | bit(Square::b2), bit(Square::c3)};
    const auto terms = fixed_terms(position).values;
    EXPECT_EQ(terms[0], 1);        // the corner
    EXPECT_EQ(terms[1], 8 - 8);    // figure 13
    EXPECT_EQ(terms[2], 1);        // d4, one direction
    EXPECT_EQ(terms[3], 27 - 11);  // figure 14
    EXPECT_EQ(terms[4], 1);        // legal moves
    EXPECT_EQ(terms[5], 0);        // rows
    EXPECT_EQ(terms[7], 1);        // b2 on a1's diagonal
    EXPECT_EQ(terms[8], 0);
    EXPECT_EQ(terms[9], 7 - 6);   // empty neighbours
    EXPECT_EQ(terms[10], 1 - 1);  // enemy neighbours
    EXPECT_EQ(terms[11], 1);
}

TEST(McAbeeSearches, TheThreeFindTheSameAndBoundsOnlyFromTheFourthPly) {
    Random random(3);
    const Knowledge& run = short_run();
    const Polynomial polynomial(run.alpha);
    std::uint64_t deeper = 0;
    std::uint64_t shallower = 0;
    for (int trial = 0; trial < trials(60); ++trial) {
        const Position position =
            random_position_from_play(random, 4 + static_cast<int>(random.below(50)));
        if (legal_moves(position) == 0) continue;
        for (int depth = 1; depth <= 4; ++depth) {
            SearchSettings settings{.order = trial % 2 == 0 ? &run.squares : nullptr,
                                    .leaf_coefficients = trial % 3 == 0};
            settings.method = Method::minimax;
            const auto minimax = *search(polynomial, position, depth, settings);
            settings.method = Method::branch_and_bound;
            const auto bounded = *search(polynomial, position, depth, settings);
            settings.method = Method::alpha_beta;
            const auto alpha_beta = *search(polynomial, position, depth, settings);
            EXPECT_EQ(bounded.value, minimax.value);
            EXPECT_EQ(alpha_beta.value, minimax.value);
            EXPECT_EQ(bounded.line.front(), minimax.line.front());
            EXPECT_EQ(alpha_beta.line.front(), minimax.line.front());
            EXPECT_LE(bounded.counts.nodes, minimax.counts.nodes);
            // "Until the fourth level of look-ahead is reached" they examine the same nodes.
            if (depth < 4) {
                EXPECT_EQ(alpha_beta.counts.nodes, bounded.counts.nodes);
                continue;
            }
            deeper += bounded.counts.nodes;
            shallower += alpha_beta.counts.nodes;
        }
    }
    EXPECT_LT(shallower, deeper);
}

// Figure 12: no move, no search below, whether it is a pass or the end.
TEST(McAbeeSearches, APositionWithoutMovesIsALeaf) {
    Random random(11);
    int seen = 0;
    for (int trial = 0; trial < 4000 && seen < 20; ++trial) {
        const Position position = random_position_from_play(random, 40 + trial % 20);
        const Bitboard moves = legal_moves(position);
        if (popcount(moves) != 1) continue;
        const Position after = play(position, *squares_of(moves).begin());
        if (legal_moves(after) != 0) continue;
        ++seen;
        const Polynomial polynomial;
        const auto found = *search(polynomial, position, 5, {});
        EXPECT_EQ(found.counts.nodes, 2U);
        EXPECT_EQ(found.value, -polynomial.value(after, kMoves - position.empties() + 1));
    }
    EXPECT_EQ(seen, 20);
}

TEST(McAbeeLearning, CoefficientsMoveTowardsTheRecommendation) {
    Random random(5);
    int adjusted = 0;
    for (int trial = 0; trial < trials(400); ++trial) {
        const Position position =
            random_position_from_play(random, 6 + static_cast<int>(random.below(45)));
        Polynomial polynomial(random_exponents(random));
        const auto children = children_of(polynomial, position);
        if (children.size() < 2) continue;
        const auto difference = [&] {
            const auto now = children_of(polynomial, position);
            return now[0].value - now[1].value;
        };
        const int before = difference();
        const Move recommended = before < 0 ? children[0].move : children[1].move;
        const Move greatest = before < 0 ? children[1].move : children[0].move;
        if (before == 0) continue;
        const Exponents old = polynomial.exponents();
        const int move = kMoves - position.empties() + 1;
        const auto terms = [&](Move made) {
            return polynomial.class_terms(play(position, made), move);
        };
        // A corner that speaks for the recommended move may be halved by default.
        if (terms(recommended)[0] != terms(greatest)[0]) continue;
        adjust_coefficients(polynomial, position, recommended, greatest);
        int halved = 0;
        int doubled = 0;
        for (std::size_t row = 0; row < kMoves; ++row) {
            for (std::size_t which = 0; which < kClasses; ++which) {
                const int change = polynomial.exponents()[row][which] - old[row][which];
                if (change == 0) continue;
                EXPECT_EQ(row, static_cast<std::size_t>(move - 1));
                ++(change < 0 ? halved : doubled);
                EXPECT_EQ(std::abs(change), 1);
            }
        }
        EXPECT_EQ(halved, 1);
        EXPECT_LE(doubled, 1);
        if (doubled == 1) ++adjusted;
        if (before < 0) {
            EXPECT_GE(difference(), before);
        } else {
            EXPECT_LE(difference(), before);
        }
    }
    EXPECT_GT(adjusted, trials(400) / 4);
}

// Where no term speaks for the choice of depth 1 it is the first class that is halved, which is how
// the first column of table 1 comes to its values at moves that no corner can be had at.
TEST(McAbeeLearning, TheFirstClassStandsForNone) {
    Polynomial polynomial;
    const Position start = Position::initial();
    const auto children = children_of(polynomial, start);
    ASSERT_EQ(children.size(), 4U);
    adjust_coefficients(polynomial, start, children[0].move, children[3].move);
    Exponents expected{};
    expected[0][0] = -1;
    EXPECT_EQ(polynomial.exponents(), expected);
}

TEST(McAbeeLearning, TheSelectedSquareBeatsItsContenders) {
    std::vector<int> values(kSquares, 0);
    const std::vector<Child> children = {
        {Square::c4, 160}, {Square::d3, 80}, {Square::e6, 80}, {Square::f5, -20}};
    adjust_squares(values, children, Square::d3);
    const auto at = [&](Square square) { return values[static_cast<std::size_t>(square)]; };
    EXPECT_EQ(at(Square::c4), 80 - 5);
    EXPECT_EQ(at(Square::d3), 40 + 3 * 5);
    EXPECT_EQ(at(Square::e6), 40 - 5);
    EXPECT_EQ(at(Square::f5), -10 - 5);
    EXPECT_EQ(at(Square::a1), 0);
    // Selected again and again it comes first.
    for (int i = 0; i < 4; ++i)
        adjust_squares(values, {{Square::c4, 81}, {Square::d3, 80}}, Square::d3);
    EXPECT_GT(at(Square::d3), at(Square::c4));
}

TEST(McAbeeLearning, ARunIsTheSameHoweverItIsCut) {
    Knowledge whole;
    whole.settings.depth = 2;
    whole.settings.learner = Learner::alternating;
    whole.settings.inferior = 2;
    Knowledge parts = whole;
    for (int i = 0; i < 8; ++i) ASSERT_TRUE(learn_game(whole));
    for (int i = 0; i < 8; ++i) {
        // Stopped in the middle of a game: nothing of it is kept.
        int asked = 0;
        const Knowledge before = parts;
        EXPECT_FALSE(learn_game(parts, [&] { return ++asked > 9; }));
        EXPECT_EQ(parts, before);
        ASSERT_TRUE(learn_game(parts));
        parts = *parse_knowledge(to_text(parts));
    }
    EXPECT_EQ(parts, whole);
    EXPECT_EQ(whole.games, 8U);
    EXPECT_NE(whole.alpha, Exponents{});
}

TEST(McAbeeLearning, OnlyAlphaLearnsAndBetaFollowsHisVictories) {
    Knowledge knowledge;
    knowledge.settings.depth = 2;
    knowledge.settings.learner = Learner::black;
    int won = 0;
    int lost = 0;
    for (int i = 0; i < 24; ++i) {
        const Exponents before = knowledge.beta;
        const auto game = learn_game(knowledge);
        ASSERT_TRUE(game);
        if (game->balance > 0) {
            ++won;
            EXPECT_EQ(knowledge.beta, knowledge.alpha);
        } else {
            ++lost;
            EXPECT_EQ(knowledge.beta, before);
        }
        EXPECT_LE(game->matches, game->choices);
        EXPECT_GE(game->matches, game->forced);
    }
    EXPECT_GT(won, 0);
    EXPECT_GT(lost, 0);
    // Black has the odd moves as long as nobody passes.
    for (std::size_t row = 1; row < 8; row += 2) EXPECT_EQ(knowledge.alpha[row], MoveExponents{});
    bool any = false;
    for (std::size_t row = 6; row < 30; row += 2) {
        any = any || knowledge.alpha[row] != MoveExponents{};
    }
    EXPECT_TRUE(any);
}

TEST(McAbeeKnowledge, DamageIsRefusedWithASentence) {
    const std::string text = to_text(short_run());
    ASSERT_TRUE(parse_knowledge(text));
    EXPECT_EQ(*parse_knowledge(text), short_run());
    EXPECT_NE(parse_knowledge("nothing").error().message.find("Emilia mcabee 1"),
              std::string::npos);
    std::string damaged = text;
    damaged[damaged.size() / 2] = damaged[damaged.size() / 2] == '1' ? '2' : '1';
    EXPECT_NE(parse_knowledge(damaged).error().message.find("damaged"), std::string::npos);
    EXPECT_FALSE(parse_knowledge(text.substr(0, text.size() / 2)));
    // Whole, but not what it should be.
    const auto sealed = [](const std::string& content) {
        return parse_knowledge(seal("Emilia mcabee 1", content));
    };
    EXPECT_NE(sealed("depth 0\n").error().message.find("line 3: expected 'depth N'"),
              std::string::npos);
    EXPECT_NE(sealed("depth 3\nsearch deep\n").error().message.find("line 4"), std::string::npos);
    EXPECT_FALSE(sealed(""));
}

TEST(McAbeeKnowledge, TheCarriedFileIsWhole) {
    const Knowledge& knowledge = carried_knowledge();
    EXPECT_GT(knowledge.games, 0U);
    EXPECT_EQ(knowledge.settings.pieces, kUsualPieces);
    EXPECT_NE(knowledge.alpha, Exponents{});
    bool any = false;
    for (const auto& row : knowledge.squares) {
        for (const int value : row) any = any || value != 0;
    }
    EXPECT_TRUE(any);
}

TEST(McAbeePlayer, OptionsChangeTheSearchAndNotTheMove) {
    Random random(17);
    for (int trial = 0; trial < 5; ++trial) {
        const GameRecord game = random_game(random, 8 + 6 * static_cast<std::size_t>(trial));
        if (is_over(game.final_diagram().position)) continue;
        const auto best = make("mcabee:depth=3")->choose(game, {});
        ASSERT_TRUE(best);
        for (const char* const options : {"search=0", "search=1", "order=0"}) {
            const auto other = make(std::string("mcabee:depth=3,") + options)->choose(game, {});
            ASSERT_TRUE(other);
            EXPECT_EQ(other->value, best->value) << options;
            if (std::string_view(options) != "order=0") {
                EXPECT_EQ(other->move, best->move);
            }
        }
    }
}

TEST(McAbeePlayer, KeepsItsLimits) {
    const auto player = make("mcabee:depth=12");
    Limits limits;
    limits.nodes = 5000;
    Random random(2);
    const GameRecord game = random_game(random, 20);
    const auto choice = player->choose(game, limits);
    ASSERT_TRUE(choice);
    EXPECT_LT(choice->nodes, 5000U + 2048);
    EXPECT_LT(choice->depth, 12);
    limits = {};
    limits.depth = 2;
    EXPECT_EQ(player->choose(game, limits)->depth, 2);
    bool asked = false;
    limits = {};
    limits.stopped = [&] { return asked = true; };
    EXPECT_TRUE(player->choose(game, limits));
    EXPECT_TRUE(asked);
}

TEST(McAbeePlayer, ExplainsWhatItEvaluates) {
    Random random(23);
    const auto player = make("mcabee");
    const Polynomial polynomial(carried_knowledge().alpha);
    for (int trial = 0; trial < 50; ++trial) {
        const Diagram diagram = random_game(random, random.below(60)).final_diagram();
        const auto explanation = player->explain(diagram);
        ASSERT_TRUE(explanation);
        EXPECT_EQ(explanation->parts.size(),
                  static_cast<std::size_t>(FixedTerms::kCount + kClasses));
        EXPECT_EQ(explanation->total(),
                  polynomial.value(diagram.position, move_before(diagram.position)));
    }
}

// The sign of the piece count is the direction of the game.
TEST(McAbeePlayer, TurnedRoundItPlaysToLose) {
    const auto wins = make("mcabee:depth=2");
    const auto loses = make("mcabee:depth=2,pieces=-32");
    int balance = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        GameBuilder builder;
        const GameRecord opening = random_game(random, 6);
        for (const PlayedMove& move : opening.moves) ASSERT_TRUE(builder.add({move.move}));
        while (!is_over(builder.diagram().position)) {
            Player& player = builder.diagram().to_move == Color::black ? *wins : *loses;
            ASSERT_TRUE(builder.add({player.choose(builder.record(), {})->move}));
        }
        balance += popcount(builder.diagram().black()) - popcount(builder.diagram().white());
    }
    EXPECT_GT(balance, 20 * 5);
}

}  // namespace
}  // namespace emilia::mcabee
