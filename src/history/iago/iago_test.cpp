#include "history/iago/iago.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "board/areas.h"
#include "board/rules.h"
#include "board/symmetry.h"
#include "classic/minimax.h"
#include "game/files.h"
#include "game/random_game.h"
#include "history/iago/iago_search.h"
#include "history/iago/time_allocation.h"
#include "player/testing.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::iago {
namespace {

using classic::StandardBoard;
using classic::Window;

unsigned reversed(unsigned edge) {
    unsigned result = 0;
    for (unsigned square = 0; square < 8; ++square) {
        if (edge >> square & 1) result |= 1U << (7 - square);
    }
    return result;
}

template <typename Visit>
void for_each_edge(const Visit& visit) {
    for (unsigned own = 0; own < 256; ++own) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((own & opponent) == 0) visit(own, opponent);
        }
    }
}

Position random_position(std::uint64_t seed, std::size_t plies) {
    Random random(seed);
    return random_game(random, plies).final_diagram().position;
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

TEST(IagoEdges, EveryConfigurationHasItsIndex) {
    std::vector<bool> seen(kEdges, false);
    int count = 0;
    for_each_edge([&](unsigned own, unsigned opponent) {
        const auto index = static_cast<std::size_t>(edge_index(own, opponent));
        ASSERT_LT(index, seen.size());
        EXPECT_FALSE(seen[index]);
        seen[index] = true;
        ++count;
    });
    EXPECT_EQ(count, 6561);
}

TEST(IagoEdges, StaticValuesAreTheWeightsOfTheDiscs) {
    EXPECT_EQ(static_edge_value(0, 0), 0);
    EXPECT_EQ(static_edge_value(0xff, 0), 2 * (700 + 1200 + 1000 + 1000));
    EXPECT_EQ(static_edge_value(0b1, 0), 700);
    EXPECT_EQ(static_edge_value(0b11, 0), 700 + 1200);
    EXPECT_EQ(static_edge_value(0b100, 0), 200);  // nothing there can turn it over at once
    // a1 and b1: the disc on b1 is lost to c1's neighbour only if it is empty; here a1 can take it.
    EXPECT_EQ(static_edge_value(0b10, 0b100), -25 - 75);
    for_each_edge([](unsigned own, unsigned opponent) {
        EXPECT_EQ(static_edge_value(own, opponent), -static_edge_value(opponent, own));
        EXPECT_EQ(static_edge_value(own, opponent),
                  static_edge_value(reversed(own), reversed(opponent)));
    });
}

TEST(IagoEdges, TheTableIsSymmetricAndWithinItsRange) {
    const EdgeTable table;
    for_each_edge([&](unsigned own, unsigned opponent) {
        const int index = edge_index(own, opponent);
        EXPECT_EQ(table.first(index), table.first(edge_index(reversed(own), reversed(opponent))));
        EXPECT_EQ(table.second(index), -table.first(edge_index(opponent, own)));
        EXPECT_LE(std::abs(table.first(index)), 7800);
        if ((own | opponent) == 0xff) {
            EXPECT_EQ(table.first(index), static_edge_value(own, opponent));
        }
    });
    // To be the next to move there is no disadvantage on an edge that can be left alone.
    EXPECT_GE(table.first(edge_index(0, 0)), 0);
}

TEST(IagoEdges, ACornerTurnsOverWhatItEncloses) {
    const EdgeTable table;
    EXPECT_EQ(table.with_corner(edge_index(0b0110, 0b1000), false, 0), edge_index(0, 0b1111));
    EXPECT_EQ(table.with_corner(edge_index(0b0110, 0b1000), true, 0), edge_index(0b0111, 0b1000));
    EXPECT_EQ(table.with_corner(edge_index(0, 0), false, 1), edge_index(0, 0x80));
    EXPECT_EQ(table.with_corner(edge_index(0x20, 0x40), true, 1), edge_index(0xe0, 0));
}

TEST(IagoEvaluation, ComponentsAreWithinAThousand) {
    const Evaluation evaluation(default_edges());
    double greatest = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Position position = random_position(seed, seed % 61);
        const Components parts = evaluation.components(position);
        for (const auto& part : {parts.edge_stability, parts.internal_stability,
                                 parts.current_mobility, parts.potential_mobility}) {
            EXPECT_LE(std::abs(part.value), 1000);
        }
        greatest = std::max(greatest, std::abs(parts.total()));
    }
    EXPECT_LT(greatest, classic::kFinished);
    // The whole board: an edge counts at both of its corners.
    const Components full = evaluation.components({~Bitboard{0}, 0});
    EXPECT_DOUBLE_EQ(full.edge_stability.value, 1000);
    EXPECT_DOUBLE_EQ(full.internal_stability.value, 1000);
}

TEST(IagoEvaluation, CoefficientsArePublished) {
    const Evaluation evaluation(default_edges());
    const auto at = [&](int move) {
        Position position = Position::initial();
        for (int i = 0; popcount(position.occupied()) < move + 3; ++i) {
            position.own |= position.occupied() & bit(square_at(i)) ? 0 : bit(square_at(i));
        }
        return evaluation.components(position);
    };
    EXPECT_DOUBLE_EQ(at(1).edge_stability.coefficient, 318.24);
    EXPECT_DOUBLE_EQ(at(60).edge_stability.coefficient, 312 + 6.24 * 60);
    EXPECT_DOUBLE_EQ(at(1).current_mobility.coefficient, 52);
    EXPECT_DOUBLE_EQ(at(25).current_mobility.coefficient, 100);
    EXPECT_DOUBLE_EQ(at(26).current_mobility.coefficient, 101);
    EXPECT_DOUBLE_EQ(at(60).current_mobility.coefficient, 135);
    EXPECT_DOUBLE_EQ(at(30).internal_stability.coefficient, 36);
    EXPECT_DOUBLE_EQ(at(30).potential_mobility.coefficient, 99);
}

TEST(IagoEvaluation, EquationOne) {
    EXPECT_EQ(mobility_value(4, 1), 428);
    EXPECT_EQ(mobility_value(1, 4), -428);
    EXPECT_EQ(mobility_value(0, 0), 0);
    // "An advantage of 4 to 1 is more valuable than an advantage of 15 to 11."
    EXPECT_GT(mobility_value(4, 1), mobility_value(15, 11));
    EXPECT_EQ(access_count(0b0111, 0b1100), 2 * 2 + 1);
}

TEST(IagoEvaluation, IsTheSameInEveryImage) {
    const Evaluation evaluation(default_edges());
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Position position = random_position(seed, seed % 60);
        const double total = evaluation.components(position).total();
        for (const Symmetry symmetry : kSymmetries) {
            EXPECT_DOUBLE_EQ(evaluation.components(transform(position, symmetry)).total(), total);
        }
    }
}

// The four steps as the paper has them, a square at a time.
Bitboard stable_by_steps(Bitboard own) {
    Bitboard stable = 0;
    std::vector<int> to_do;
    for (const int corner : {0, 7, 56, 63}) {
        if (own >> corner & 1) {
            stable |= Bitboard{1} << corner;
            to_do.push_back(corner);
        }
    }
    const auto closed = [&](int column, int row, int dx, int dy) {
        for (const int side : {-1, 1}) {
            const int x = column + side * dx;
            const int y = row + side * dy;
            if (x < 0 || x > 7 || y < 0 || y > 7) return true;
            if (stable >> (8 * y + x) & 1) return true;
        }
        return false;
    };
    while (!to_do.empty()) {
        const int square = to_do.back();
        to_do.pop_back();
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = square % 8 + dx;
                const int y = square / 8 + dy;
                if (x < 0 || x > 7 || y < 0 || y > 7) continue;
                const Bitboard here = Bitboard{1} << (8 * y + x);
                if (!(own & here) || (stable & here)) continue;
                if (closed(x, y, 1, 0) && closed(x, y, 0, 1) && closed(x, y, 1, 1) &&
                    closed(x, y, 1, -1)) {
                    stable |= here;
                    to_do.push_back(8 * y + x);
                }
            }
        }
    }
    return stable;
}

TEST(IagoEvaluation, InternalStabilityIsTheFourStepAlgorithm) {
    int inner = 0;
    Random random(3);
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Position position = random_position(seed, 30 + seed % 31);
        // Games have few stable discs; boards with most squares taken have more.
        const Bitboard crowded = position.own | random.next() | random.next() | random.next();
        for (const Bitboard own : {position.own, position.opponent, crowded}) {
            EXPECT_EQ(iago_stable(own), stable_by_steps(own));
            inner += popcount(iago_stable(own) & kInnerSquares);
        }
        // Whatever it names is stable.
        EXPECT_EQ(iago_stable(position.own) & ~stable_discs(position), 0U);
    }
    EXPECT_GT(inner, 1000);
}

// What a search sees at a leaf: everything for the player to move; the other's moves, and the
// stable discs, from the position before.
TEST(IagoEvaluation, TakesFromTheNodeAbove) {
    Evaluation search_evaluation(default_edges());
    const Evaluation plain(default_edges());
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Position before = random_position(seed, seed % 58);
        search_evaluation.set_root(before);
        for (const Square square : squares_of(legal_moves(before))) {
            const Position after = play(before, square);
            const int move = move_number(before);
            const Components above = plain.components(before);
            const Components here = plain.components(after);
            const Bitboard own = legal_moves(after);
            const Bitboard opponent = legal_moves(before);
            const int mobility =
                mobility_value(access_count(own, opponent), access_count(opponent, own));
            const double expected = plain.edge_value(after, move) * (50 + move) / 10 -
                                    above.internal_stability.weighted() +
                                    (move <= 25 ? 50 + 2 * move : 75 + move) * mobility +
                                    here.potential_mobility.weighted();
            EXPECT_NEAR(search_evaluation(StandardBoard{after}, StandardBoard{before}, {}),
                        expected, 0.01);
        }
    }
}

// Where legal moves cannot matter it answers with a bound.
TEST(IagoEvaluation, BoundsAreOnTheRightSide) {
    Evaluation evaluation(default_edges());
    Random random(5);
    int bounds = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const StandardBoard before{random_position(seed, 10 + seed % 45)};
        for (const Square square : squares_of(legal_moves(before.position))) {
            const StandardBoard board = before.after(square);
            const int exact = evaluation(board, before, {});
            const int alpha = exact + static_cast<int>(random.below(400'001)) - 200'000;
            const int beta = alpha + 1 + static_cast<int>(random.below(1000));
            const int value = evaluation(board, before, {alpha, beta});
            if (value == exact) continue;
            ++bounds;
            if (exact <= alpha) {
                EXPECT_LE(value, alpha);
            } else {
                EXPECT_GE(exact, beta);
                EXPECT_GE(value, beta);
            }
        }
    }
    EXPECT_GT(bounds, 100);
}

// Ordering, saved plies and early ends of the evaluation change nothing of the value.
TEST(IagoSearch, HasTheValueOfMinimax) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random, 5 + seed);
        const Diagram diagram = game.final_diagram();
        if (legal_moves(diagram.position) == 0) continue;
        Evaluation evaluation(default_edges());
        evaluation.set_root(diagram.position);
        classic::Minimax<StandardBoard, Evaluation> minimax(evaluation);
        IagoSearch search(default_edges());
        for (int depth = 1; depth <= 4; ++depth) {
            const Found found = search.search(diagram, Move::pass(), depth);
            EXPECT_EQ(found.value, minimax.search(StandardBoard{diagram.position}, depth)->value);
            EXPECT_EQ(found.depth, depth);
        }
    }
}

TEST(IagoSearch, DecidesBetweenAnotherPlyAndTheEnd) {
    int exact = 0;
    int outcome = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const GameRecord game = random_game(random, 42 + seed % 16);
        const Diagram diagram = game.final_diagram();
        if (legal_moves(diagram.position) == 0) continue;
        const int empties = diagram.position.empties();
        IagoSearch search(default_edges());
        const Found found = search.choose(diagram, Move::pass(), {.depth = 6});
        // After n iterations: exact from n + 5 on; the outcome from n + 7 on if there is no time
        // for two more and the exact search, which here is so after four.
        if (empties <= 9) {
            EXPECT_EQ(found.kind, Found::Kind::exact) << empties;
            ++exact;
        } else if (empties <= 12) {
            EXPECT_EQ(found.kind, Found::Kind::outcome) << empties;
            EXPECT_LE(std::abs(found.value), 1);
            ++outcome;
        } else {
            EXPECT_EQ(found.kind, Found::Kind::estimate) << empties;
            EXPECT_EQ(found.depth, 6);
        }
    }
    EXPECT_GT(exact, 10);
    EXPECT_GT(outcome, 3);
}

TEST(IagoSearch, KeepsToItsTime) {
    IagoSearch search(default_edges());
    const Diagram diagram{random_position(4, 20), Color::black};
    const auto begin = std::chrono::steady_clock::now();
    const Found found = search.choose(diagram, Move::pass(), {.depth = 60, .seconds = 0.3});
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_GE(found.depth, 3);
    EXPECT_LT(took, 5);
}

// 300,000 evaluations a second is what makes comparisons of ideas out of those of code; sanitizers
// and busy machines are given leave.
TEST(IagoSearch, IsFast) {
    IagoSearch search(default_edges());
    std::uint64_t leaves = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        leaves +=
            search.search({random_position(seed, 20), Color::black}, Move::pass(), 6).counts.leaves;
    }
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RecordProperty("leaves_a_second", static_cast<int>(static_cast<double>(leaves) / took));
    EXPECT_GT(static_cast<double>(leaves) / took, trials(300'000) / 10.0);
}

TEST(IagoTime, FractionsFollowThePaper) {
    for (int move = 1; move <= 60; ++move) {
        EXPECT_GT(allocation_fraction(move), 0);
        EXPECT_LE(allocation_fraction(move), 0.5);
    }
    EXPECT_LT(allocation_fraction(1), 0.01);
    const GameClock clock(GameClock::kTournament);
    for (const int first : {1, 2}) {
        // A game in which every allocation and its overhead is used up does not lose on time, also
        // where one player makes ten moves more.
        double left = GameClock::kTournament;
        for (int move = first; move <= 60; move += move < 40 ? 2 : 1) {
            left -= clock.allocation(move, left) + GameClock::kOverhead;
        }
        EXPECT_GT(left, 0);
        EXPECT_LT(left, GameClock::kTournament / 3);
    }
}

TEST(IagoPlayer, PlaysLegallyAndTheSameTwice) {
    const auto player = make("iago:depth=3");
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
        EXPECT_EQ(choice->move, make("iago:depth=3")->choose(game, {})->move);
    }
}

TEST(IagoPlayer, ShowsItsFourComponents) {
    const auto explanation = make("iago")->explain({});
    ASSERT_TRUE(explanation);
    ASSERT_EQ(explanation->parts.size(), 4U);
    // Nobody stands better at the start, but black is to move.
    EXPECT_EQ(explanation->parts[1].value, 0);
    EXPECT_EQ(explanation->parts[2].value, 0);
    EXPECT_EQ(explanation->parts[3].value, 0);
}

TEST(IagoPlayer, ShowsWhereItsComponentsComeFrom) {
    const auto player = make("iago");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Position position = random_position(seed, 20 + 2 * seed);
        const auto parts = player->explain({position, Color::black})->parts;
        const auto swapped = player->explain({position.passed(), Color::white})->parts;
        ASSERT_EQ(parts[0].areas.size(), 4U);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(popcount(parts[0].areas[i].squares), 8);
            // An edge looks the same from both of its ends and at each side of the board.
            for (const Symmetry symmetry : kSymmetries) {
                const auto turned =
                    player->explain({transform(position, symmetry), Color::black})->parts;
                const Bitboard place = transform(parts[0].areas[i].squares, symmetry);
                const auto there =
                    std::find_if(turned[0].areas.begin(), turned[0].areas.end(),
                                 [&](const auto& area) { return area.squares == place; });
                ASSERT_NE(there, turned[0].areas.end());
                EXPECT_EQ(there->value, parts[0].areas[i].value);
            }
            EXPECT_EQ(swapped[i].own, parts[i].opponent);
            EXPECT_EQ(swapped[i].opponent, parts[i].own);
        }
        EXPECT_EQ(parts[2].own, legal_moves(position));
        const int stable = popcount(parts[1].own) - popcount(parts[1].opponent);
        EXPECT_NEAR(parts[1].weighted(), 1000.0 * stable, 1e-6);
        EXPECT_EQ(parts[1].own & ~position.own, 0U);
        for (const Square square : squares_of(position.own)) {
            bool touches = false;
            for (const Square empty : squares_of(position.empty())) {
                touches |= std::abs(column_of(square) - column_of(empty)) <= 1 &&
                           std::abs(row_of(square) - row_of(empty)) <= 1;
            }
            EXPECT_EQ((parts[3].own & bit(square)) != 0, touches);
        }
    }
}

TEST(IagoPlayer, StopsFromAnotherThread) {
    expect_stops_from_another_thread(*make("iago:depth=40"));
}

TEST(IagoPlayer, KeepsWhatItIsGiven) {
    Random random(2);
    const GameRecord game = random_game(random, 20);
    const auto nodes = make("iago:depth=40")->choose(game, {.nodes = 50'000});
    EXPECT_LT(nodes->nodes, 52'000U);
    EXPECT_EQ(make("iago")->choose(game, {.depth = 2})->depth, 2);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(make("iago")->choose(game, {.clock = Clock{.left = 2}}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1900));
    const auto again = std::chrono::steady_clock::now();
    EXPECT_TRUE(make("iago:time=3s")->choose(game, {}));
    EXPECT_LT(std::chrono::steady_clock::now() - again, std::chrono::milliseconds(2500));
}

// Games of the paper, where WTHOR's file of 1980 is at hand.
const GameRecord* find_game(const GameFile& file, std::string_view black, std::string_view white) {
    for (const GameRecord& game : file.games) {
        if (game.player(Color::black).name.starts_with(black) &&
            game.player(Color::white).name.starts_with(white)) {
            return &game;
        }
    }
    return nullptr;
}

class IagoGames : public testing::Test {
  protected:
    void SetUp() override {
        const auto path = test_data("wthor/WTH_1980.wtb");
        if (!path) GTEST_SKIP() << no_test_data("wthor/WTH_1980.wtb");
        auto read = read_game_file(*path);
        ASSERT_TRUE(read);
        file_ = std::move(*read);
    }
    GameFile file_;
};

// Figure 4.6: in some position of the game against Reversi Challenger the algorithm finds b7, c7,
// f7 and g7 stable, and no other disc inside.
TEST_F(IagoGames, FindsTheFourStableDiscsOfFigure46) {
    const GameRecord* const game = find_game(file_, "Reversi Chall", "Iago (rosenbloom");
    ASSERT_NE(game, nullptr);
    const Bitboard four = bit(Square::b7) | bit(Square::c7) | bit(Square::f7) | bit(Square::g7);
    int found = 0;
    for (std::size_t ply = 0; ply <= game->moves.size(); ++ply) {
        const Diagram diagram = game->diagram_after(ply);
        if ((iago_stable(diagram.white()) & kInnerSquares) == four) {
            ++found;
            // Its remark on the same figure: d7 and e7 are black's.
            EXPECT_NE(diagram.black() & (bit(Square::d7) | bit(Square::e7)), 0U);
        }
    }
    EXPECT_GT(found, 0);
}

// Figure 3.1: white has 32 discs to 2, "but white has completely lost its mobility", and IAGO goes
// on to win 51-13.
TEST_F(IagoGames, IsNotFooledByTheMoorsDiscs) {
    const GameRecord* const game = find_game(file_, "Iago (rosenbloom", "The Moor");
    ASSERT_NE(game, nullptr);
    const Diagram diagram = game->diagram_after(30);
    ASSERT_EQ(popcount(diagram.white()), 32);
    ASSERT_EQ(popcount(diagram.black()), 2);
    ASSERT_EQ(diagram.to_move, Color::black);
    const Components parts = Evaluation(default_edges()).components(diagram.position);
    EXPECT_GT(parts.current_mobility.value, 500);
    EXPECT_GT(parts.potential_mobility.value, 500);
    EXPECT_GT(IagoSearch(default_edges()).search(diagram, Move::pass(), 6).value, 0);
}

// Footnote 14 on figure 3.3(b): white to move stabilizes seven squares of an edge; had it been
// black's turn, they would have been his. In WTHOR that edge is row 1.
TEST_F(IagoGames, WhoMovesFirstOnAnEdgeDecidesIt) {
    const GameRecord* const game = find_game(file_, "Iago (rosenbloom", "Inoue");
    ASSERT_NE(game, nullptr);
    ASSERT_EQ(game->moves[53].move, Move(Square::f1));
    const Diagram diagram = game->diagram_after(53);
    ASSERT_EQ(diagram.to_move, Color::white);
    const int index = edge_index(static_cast<unsigned>(diagram.white() & 0xff),
                                 static_cast<unsigned>(diagram.black() & 0xff));
    EXPECT_GT(default_edges()->first(index), 2000);
    EXPECT_LT(default_edges()->second(index), -2000);
}

// "Against Reversi Challenger, IAGO assigned a value of -627731 to Reversi Challenger's position at
// move 39": lost, by an order of magnitude that only edges reach.
TEST_F(IagoGames, SeesReversiChallengerLostAtMove39) {
    const GameRecord* const game = find_game(file_, "Reversi Chall", "Iago (rosenbloom");
    ASSERT_NE(game, nullptr);
    std::size_t ply = 0;
    while (move_number(game->diagram_after(ply).position) < 39) ++ply;
    const Diagram diagram = game->diagram_after(ply);
    ASSERT_EQ(diagram.to_move, Color::black);
    const Found found = IagoSearch(default_edges()).search(diagram, Move::pass(), 6);
    EXPECT_LT(found.value, -200'000);
    RecordProperty("value", found.value);
}

}  // namespace
}  // namespace emilia::iago
