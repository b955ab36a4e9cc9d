#include "history/greene/greene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "board/areas.h"
#include "board/rules.h"
#include "board/symmetry.h"
#include "game/random_game.h"
#include "history/greene/carried_databases.h"
#include "history/greene/chooser.h"
#include "history/greene/endgame.h"
#include "history/greene/line_stability.h"
#include "util/testing.h"

namespace emilia::greene {
namespace {

Position random_position(std::uint64_t seed, std::size_t plies) {
    Random random(seed);
    return random_game(random, plies).final_diagram().position;
}

unsigned reversed(unsigned line) {
    unsigned result = 0;
    for (unsigned square = 0; square < 8; ++square) {
        if ((line >> square & 1) != 0) result |= 1U << (7 - square);
    }
    return result;
}

template <typename Visit>
void for_each_line(const Visit& visit) {
    for (unsigned own = 0; own < 256; ++own) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((own & opponent) == 0) visit(own, opponent);
        }
    }
}

// By trying every sequence of moves: the discs that some sequence turns over.
unsigned lost_in_some_way(unsigned own, unsigned opponent) {
    unsigned lost = 0;
    for (int square = 0; square < 8; ++square) {
        const unsigned here = 1U << square;
        if (((own | opponent) & here) != 0) continue;
        const unsigned by_own = line_flips(own, opponent, square);
        const unsigned by_opponent = line_flips(opponent, own, square);
        lost |= by_own | by_opponent;
        lost |= lost_in_some_way(own | here | by_own, opponent & ~by_own);
        lost |= lost_in_some_way(own & ~by_opponent, opponent | here | by_opponent);
    }
    return lost & (own | opponent);
}

std::unique_ptr<Player> make(const std::string& text) {
    PlayerRegistry registry;
    add_players(registry);
    return registry.make(*registry.parse(text));
}

TEST(GreeneLines, EveryLineHasItsIndex) {
    std::set<int> seen;
    for_each_line([&](unsigned own, unsigned opponent) { seen.insert(line_index(own, opponent)); });
    EXPECT_EQ(seen.size(), 6561U);
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), kLines - 1);
}

TEST(GreeneLines, TheTableIsWhatAllSequencesOfMovesSay) {
    for_each_line([](unsigned own, unsigned opponent) {
        const unsigned occupied = own | opponent;
        if (popcount(occupied) < 4) return;  // for time
        const LineStability& line = line_table().of(own, opponent);
        EXPECT_EQ(line.stable, occupied & ~lost_in_some_way(own, opponent));
    });
}

TEST(GreeneLines, DiscsAreOfOneKindAndTheTableIsSymmetric) {
    for_each_line([](unsigned own, unsigned opponent) {
        const LineStability& line = line_table().of(own, opponent);
        EXPECT_EQ(line.stable + line.semistable + line.unstable, static_cast<int>(own | opponent));
        EXPECT_EQ(line.stable & line.semistable, 0);
        const LineStability& other = line_table().of(opponent, own);
        EXPECT_EQ(line.stable, other.stable);
        EXPECT_EQ(line.unstable, other.unstable);
        const LineStability& mirrored = line_table().of(reversed(own), reversed(opponent));
        EXPECT_EQ(reversed(line.stable), mirrored.stable);
        EXPECT_EQ(reversed(line.unstable), mirrored.unstable);
    });
}

TEST(GreeneLines, ExamplesOfTheThreeKinds) {
    // A corner and what is contiguous with it.
    EXPECT_EQ(line_table().of(0b111, 0).stable, 0b111);
    // Alone: only two moves together take it.
    EXPECT_EQ(line_table().of(0b1000, 0).semistable, 0b1000);
    // The opponent beside it takes it at once.
    EXPECT_EQ(line_table().of(0b1000, 0b10000).unstable, 0b11000);
    EXPECT_EQ(line_table().of(0xff, 0).stable, 0xff);
}

TEST(GreeneRatings, TheSpiralIsTheArticles) {
    const auto spiral = inward_spiral();
    const auto at = [](int row, int column) { return square_at(column - 1, row - 1); };
    EXPECT_EQ(spiral[0], at(2, 2));
    EXPECT_EQ(spiral[4], at(2, 6));
    EXPECT_EQ(spiral[5], at(2, 7));
    EXPECT_EQ(spiral[9], at(6, 7));
    EXPECT_EQ(spiral[10], at(7, 7));
    EXPECT_EQ(spiral[14], at(7, 3));
    EXPECT_EQ(spiral[15], at(7, 2));
    EXPECT_EQ(spiral[19], at(3, 2));
    EXPECT_EQ(spiral[20], at(3, 3));
    EXPECT_EQ(spiral[23], at(3, 6));
    EXPECT_EQ(std::set<Square>(spiral.begin(), spiral.end()).size(), 36U);
    for (const Square square : spiral) {
        EXPECT_TRUE(column_of(square) % 7 != 0 && row_of(square) % 7 != 0);
    }
}

TEST(GreeneRatings, AMoveChangesSquareAdvantageByOneAndTwiceWhatItCaptures) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Position position = random_position(seed, seed % 55);
        const Ratings before = ratings_of(position);
        for (const Square square : squares_of(legal_moves(position))) {
            EXPECT_EQ(change_by(position, before, square)[Feature::squares],
                      1 + 2 * popcount(flips(position, square)));
        }
    }
}

TEST(GreeneRatings, MobilityIsTheExchange) {
    const Position start = Position::initial();
    // Four moves, and six more empty squares beside the two discs of the opponent.
    EXPECT_EQ(popcount(legal_moves(start)), 4);
    EXPECT_EQ(mobility(start), 2 * 4 + 6);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Position position = random_position(seed, seed % 55);
        const Ratings before = ratings_of(position);
        EXPECT_EQ(before[Feature::mobility], mobility(position));
        for (const Square square : squares_of(legal_moves(position))) {
            EXPECT_EQ(change_by(position, before, square)[Feature::mobility],
                      mobility(position) - mobility(play(position, square)));
        }
    }
}

TEST(GreeneRatings, CornerStabilityCountsTheTriangle) {
    const auto rating = [](Bitboard own) { return stability_of({own, 0}).corner_rating; };
    using enum Square;
    EXPECT_EQ(rating(bit(a1)), 1);
    EXPECT_EQ(rating(bit(b1) | bit(a2)), 0);
    EXPECT_EQ(rating(bit(a1) | bit(b1)), 2);
    EXPECT_EQ(rating(bit(a1) | bit(b1) | bit(a2)), 3);
    // The next diagonal is not full: what reaches an edge counts, from both sides.
    EXPECT_EQ(rating(bit(a1) | bit(b1) | bit(a2) | bit(c1) | bit(a3)), 5);
    EXPECT_EQ(rating(bit(a1) | bit(b1) | bit(a2) | bit(b2)), 3);
    EXPECT_EQ(rating(bit(a1) | bit(b1) | bit(a2) | bit(c1) | bit(b2) | bit(a3)), 6);
    // Four corners, and the whole board: four triangles of eight.
    EXPECT_EQ(rating(bit(a1) | bit(h1) | bit(a8) | bit(h8)), 4);
    EXPECT_EQ(rating(~Bitboard{0}), 4 * 36);
}

TEST(GreeneRatings, EdgeStabilityIsTenThreeAndOne) {
    const auto rating = [](Bitboard own, Bitboard opponent) {
        return stability_of({own, opponent}).edge_rating;
    };
    using enum Square;
    EXPECT_EQ(rating(bit(d1), 0), 3);
    EXPECT_EQ(rating(bit(a1), 0), 20);  // on two edges
    EXPECT_EQ(rating(0, bit(a1)), -20);
    EXPECT_EQ(rating(bit(c1), bit(d1)), 0);
    EXPECT_EQ(rating(bit(c1) | bit(d1), bit(e1)), 1);
    EXPECT_EQ(rating(~Bitboard{0}, 0), 4 * 80);
}

TEST(GreeneRatings, InteriorStabilityGrowsFromTheCorner) {
    using enum Square;
    const Position corner{bit(a1) | bit(b1) | bit(c1) | bit(a2) | bit(b2) | bit(a3), 0};
    EXPECT_EQ(stability_of(corner).marked & bit(b2), bit(b2));
    // A disc in the middle of an empty board is not stable, and neither is the start.
    EXPECT_EQ(stability_of(Position::initial()).marked, 0U);
    EXPECT_EQ(ratings_of({~Bitboard{0}, 0})[Feature::interior_stability], 36);
    // A full board: lines without empty squares, whoever has the edges.
    const Position full{0x00003c3c3c3c0000, ~Bitboard{0x00003c3c3c3c0000}};
    EXPECT_EQ(ratings_of(full)[Feature::interior_stability], 16);
    // b2's short diagonal a3-c1 has an empty end on both sides: nothing is known of it.
    const Position stymied{bit(a1) | bit(b1) | bit(a2) | bit(b2), 0};
    EXPECT_EQ(stability_of(stymied).marked & bit(b2), 0U);
}

// The article's four directions and stretched diagonals, square by square.
Bitboard slow_marks(Position position) {
    const auto line_through = [&](Square square, int dx, int dy) {
        int column = column_of(square);
        int row = row_of(square);
        const auto inside = [](int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; };
        while (inside(column - dx, row - dy)) {
            column -= dx;
            row -= dy;
        }
        std::vector<Square> line;
        for (; inside(column, row); column += dx, row += dy) line.push_back(square_at(column, row));
        return line;
    };
    const auto stable_in = [&](Square square, int dx, int dy) {
        const auto line = line_through(square, dx, dy);
        std::vector<int> discs;  // 1: own, -1: opponent's
        std::size_t at = 0;
        for (const Square one : line) {
            if (one == square) at = discs.size();
            discs.push_back((position.own & bit(one)) != 0        ? 1
                            : (position.opponent & bit(one)) != 0 ? -1
                                                                  : 0);
        }
        while (discs.size() < 8) {
            if (discs.back() != 0) {
                discs.push_back(discs.back());
            } else if (discs.front() != 0) {
                discs.insert(discs.begin(), discs.front());
                ++at;
            } else {
                return false;
            }
        }
        unsigned own = 0;
        unsigned opponent = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            if (discs[i] > 0) own |= 1U << i;
            if (discs[i] < 0) opponent |= 1U << i;
        }
        return (line_table().of(own, opponent).stable >> at & 1) != 0;
    };
    // Corners and edges as the fast one has them: it has tests of its own.
    Bitboard marked = stability_of(position).marked & ~kInnerSquares;
    for (const bool right : {false, true}) {
        for (const bool bottom : {false, true}) {
            bool whole = true;
            for (int length = 1; length <= 8 && whole; ++length) {
                for (const bool from_other_end : {false, true}) {
                    for (int i = 0; i < length; ++i) {
                        const int x = from_other_end ? length - 1 - i : i;
                        const int y = length - 1 - x;
                        const Square square = square_at(right ? 7 - x : x, bottom ? 7 - y : y);
                        if ((position.own & bit(square)) == 0) {
                            whole = false;
                            break;
                        }
                        marked |= bit(square);
                    }
                }
            }
        }
    }
    for (const Square square : inward_spiral()) {
        if ((position.own & bit(square)) == 0) continue;
        bool held = true;
        bool on_lines = true;
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            const Square one = square_at(column_of(square) + dx, row_of(square) + dy);
            const Square other = square_at(column_of(square) - dx, row_of(square) - dy);
            held = held && (marked & (bit(one) | bit(other))) != 0;
            on_lines = on_lines && stable_in(square, dx, dy);
        }
        if (held || on_lines) marked |= bit(square);
    }
    return marked;
}

TEST(GreeneRatings, StableDiscsAreThoseOfTheArticlesAlgorithm) {
    Bitboard seen = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(3000)); ++seed) {
        const Position position = random_position(seed, 20 + seed % 41);
        const Bitboard marked = stability_of(position).marked;
        ASSERT_EQ(marked, slow_marks(position)) << seed;
        seen |= marked;
    }
    EXPECT_EQ(seen, ~Bitboard{0});
}

// All ratings but that of the inside, which depends on where the spiral begins.
TEST(GreeneRatings, ImagesOfABoardAreRatedAlike) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Position position = random_position(seed, seed % 61);
        const Ratings ratings = ratings_of(position);
        for (const Symmetry symmetry : kSymmetries) {
            Ratings image = ratings_of(transform(position, symmetry));
            image[Feature::interior_stability] = ratings[Feature::interior_stability];
            EXPECT_EQ(image, ratings);
        }
        const Ratings other = ratings_of(position.passed());
        for (const Feature feature :
             {Feature::corner_strength, Feature::edge_stability, Feature::squares}) {
            EXPECT_EQ(other[feature], -ratings[feature]) << name_of(feature);
        }
    }
}

TEST(GreeneRatings, ChangesAreDifferencesOfRatings) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Position position = random_position(seed, seed % 58);
        const Ratings before = ratings_of(position);
        for (const Square square : squares_of(legal_moves(position))) {
            const Ratings after = ratings_of(play(position, square).passed());
            const Ratings change = change_by(position, before, square);
            for (const Feature feature : kAllFeatures) {
                if (feature == Feature::mobility) continue;
                EXPECT_EQ(change[feature], after[feature] - before[feature]);
            }
        }
    }
}

TEST(GreeneHeuristics, ThereAre46875) {
    EXPECT_EQ(kHeuristics, 46'875);
    for (int i = 0; i < kHeuristics; ++i) {
        const Heuristic heuristic = Heuristic::of_index(i);
        ASSERT_EQ(heuristic.index(), i);
        ASSERT_EQ(Heuristic::parse(heuristic.phase, heuristic.letters()), heuristic);
    }
    EXPECT_FALSE(Heuristic::parse(1, "mmmmmm"));
    EXPECT_FALSE(Heuristic::parse(5, "mmmmmm"));
    EXPECT_FALSE(Heuristic::parse(2, "mmmmm"));
    EXPECT_FALSE(Heuristic::parse(2, "mmmmmx"));
}

TEST(GreeneHeuristics, PhasesDivideTheGame) {
    std::array<int, 6> turns{};
    Position position = Position::initial();
    for (int turn = 1; turn <= 60; ++turn) {
        ++turns[static_cast<std::size_t>(phase_of(position))];
        position.own |= bit(square_at(lowest_bit(position.empty())));
    }
    EXPECT_EQ(turns, (std::array<int, 6>{0, 12, 14, 13, 13, 8}));
}

TEST(GreeneHeuristics, LevelsRiseWithTheChange) {
    for (const Feature feature : kAllFeatures) {
        for (int change = -80; change < 80; ++change) {
            EXPECT_LE(level_of(feature, change), level_of(feature, change + 1));
        }
        EXPECT_EQ(level_of(feature, -80), Level::very_low);
        EXPECT_EQ(level_of(feature, 80), Level::very_high);
        if (feature != Feature::squares) {
            EXPECT_EQ(level_of(feature, 0), Level::middling);
        }
    }
    EXPECT_EQ(tie_breaker(2), Feature::corner_strength);
    EXPECT_EQ(tie_breaker(3), Feature::edge_stability);
    EXPECT_EQ(tie_breaker(4), Feature::corner_stability);
}

TEST(GreeneHeuristics, SquaresBesideACornerAreRisky) {
    using enum Square;
    // a2-style squares beside an empty corner, at the least risky.
    const Position position{bit(d4), bit(c3)};
    const Ratings change = change_by(position, ratings_of(position), b2);
    EXPECT_EQ(level_of(Feature::corner_strength, change[Feature::corner_strength]), Level::low);
    const Position plain{bit(b4), bit(b3)};
    const Ratings other = change_by(plain, ratings_of(plain), b2);
    EXPECT_EQ(level_of(Feature::corner_strength, other[Feature::corner_strength]), Level::very_low);
}

TEST(GreeneDatabase, WeightsBeforehandAreTheArticles) {
    const auto weight = [](const char* letters) {
        return initial_measure(Begin::weighted, Heuristic::parse(3, letters)->index());
    };
    EXPECT_EQ(weight("VVVVVV"), 3000);
    EXPECT_EQ(weight("vvvvvv"), -3000);
    EXPECT_EQ(weight("mmmmmm"), 0);
    EXPECT_EQ(weight("lhmVvh"), 100);
    EXPECT_EQ(initial_measure(Begin::zero, 17), 0);
}

TEST(GreeneDatabase, IsReadAsItWasWritten) {
    for (const Begin begin : {Begin::zero, Begin::weighted, Begin::games}) {
        Database database(begin);
        Random random(7);
        for (int i = 0; i < 1000; ++i) {
            database.reward(static_cast<int>(random.below(kHeuristics)),
                            static_cast<int>(random.below(129)) - 64);
        }
        database.count_game({.kind = Lesson::Kind::games});
        database.count_game({.kind = Lesson::Kind::games});
        database.count_game({.seed = 5, .teacher = "gtp:some program  -x 1"});
        database.count_game({.kind = Lesson::Kind::people});
        database.count_game({.lookahead = 10, .seed = 6, .teacher = "self"});
        EXPECT_EQ(database.games_of(Lesson::Kind::burst), 2U);
        EXPECT_EQ(database.lessons().size(), 4U);
        const auto read = Database::parse(database.bytes());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, database);
    }
}

TEST(GreeneDatabase, ADamagedFileIsRefused) {
    Database database;
    database.reward(5, 3);
    const std::string bytes = database.bytes();
    EXPECT_FALSE(Database::parse(""));
    EXPECT_FALSE(Database::parse(bytes.substr(0, bytes.size() - 1)));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        EXPECT_FALSE(Database::parse(damaged)) << i;
    }
}

TEST(GreeneDatabase, WhatTheProgramCarriesIsWhatTheArticleTells) {
    const auto zero = database_from_zero();
    EXPECT_EQ(zero->begin(), Begin::zero);
    EXPECT_EQ(zero->lessons(),
              (std::vector<Lesson>{{.games = 60'000, .seed = 1, .teacher = "self"}}));
    const auto weighted = database_from_weights();
    EXPECT_EQ(weighted->begin(), Begin::weighted);
    EXPECT_EQ(weighted->games_of(Lesson::Kind::burst), 10'000U);
    // Few of the heuristics are used, more of them the later the phase.
    for (const auto& database : {zero, weighted}) {
        EXPECT_LT(database->changed_in(2), database->changed_in(3));
        EXPECT_LT(database->changed_in(3), database->changed_in(4));
        EXPECT_LT(database->changed_in(4), 5000);
    }
}

Candidate with_measure(std::int64_t measure) {
    return {.measure = measure};
}

TEST(GreeneChoice, ChancesAreInProportionToWinMeasures) {
    std::vector<Candidate> positive = {with_measure(100), with_measure(300)};
    set_weights(positive);
    EXPECT_EQ(positive[0].weight, 100);
    EXPECT_EQ(positive[1].weight, 300);
    int first = 0;
    Random random(1);
    constexpr int kTimes = 20'000;
    for (int i = 0; i < kTimes; ++i) {
        first += &choose_by_chance(positive, random) == positive.data() ? 1 : 0;
    }
    EXPECT_NEAR(first, kTimes / 4, 4 * std::sqrt(kTimes * 3.0 / 16));
    EXPECT_EQ(&choose_best(positive), &positive[1]);
    // Moved up where need be, so that each keeps some chance.
    std::vector<Candidate> mixed = {with_measure(-7), with_measure(0), with_measure(12)};
    set_weights(mixed);
    EXPECT_EQ(mixed[0].weight, 1);
    EXPECT_EQ(mixed[1].weight, 8);
    EXPECT_EQ(mixed[2].weight, 20);
}

TEST(GreeneChoice, MovesOfOneHeuristicAreDecidedByItsFeature) {
    const Database database;
    int several = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Position position = random_position(seed, 13 + seed % 38);
        if (legal_moves(position) == 0 || phase_of(position) > 4) continue;
        const Feature feature = tie_breaker(phase_of(position));
        const Ratings before = ratings_of(position);
        Bitboard covered = 0;
        for (const Candidate& one : candidates(database, position)) {
            several += one.squares.size() > 1 ? 1 : 0;
            for (const Square square : one.squares) {
                covered |= bit(square);
                EXPECT_LE(change_by(position, before, square)[feature],
                          change_by(position, before, one.square)[feature]);
                EXPECT_EQ(
                    heuristic_of(phase_of(position), change_by(position, before, square)).index(),
                    one.heuristic);
            }
        }
        EXPECT_EQ(covered, legal_moves(position));
    }
    EXPECT_GT(several, 20);
}

TEST(GreeneChoice, TheOpeningHugsTheCentre) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto player = make("greene:seed=" + std::to_string(seed));
        GameBuilder game;
        for (int turn = 0; turn < 4; ++turn) {
            const auto choice = player->choose(game.record(), {});
            ASSERT_TRUE(choice);
            const Square square = choice->move.square();
            EXPECT_TRUE(column_of(square) >= 2 && column_of(square) <= 5);
            EXPECT_TRUE(row_of(square) >= 2 && row_of(square) <= 5);
            ASSERT_TRUE(game.add({choice->move}));
        }
    }
    // A corner before an edge before the corners of the middle.
    EXPECT_GT(opening_weight(Square::a1), opening_weight(Square::d1));
    EXPECT_GT(opening_weight(Square::d1), opening_weight(Square::c3));
    EXPECT_GT(opening_weight(Square::c3), opening_weight(Square::d3));
    EXPECT_GT(opening_weight(Square::d3), opening_weight(Square::d2));
    EXPECT_GT(opening_weight(Square::d2), opening_weight(Square::b1));
    EXPECT_GT(opening_weight(Square::b1), opening_weight(Square::b2));
}

// Minimax that counts discs on the board, for comparison.
int slow_value(Position position) {
    const Bitboard moves = legal_moves(position);
    if (moves == 0) {
        if (!must_pass(position)) return disc_balance(position).value();
        return -slow_value(position.passed());
    }
    int best = -65;
    for (const Square square : squares_of(moves)) {
        best = std::max(best, -slow_value(play(position, square)));
    }
    return best;
}

TEST(GreeneEndgame, FindsAllTheBestMoves) {
    Endgame endgame;
    int compared = 0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(trials(200)); ++seed) {
        const Position position = random_position(seed, 54 + seed % 5);
        if (legal_moves(position) == 0 || position.empties() > 6) continue;
        ++compared;
        const int value = slow_value(position);
        const auto found = endgame.solve(position);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->value, value);
        EXPECT_EQ(endgame.value(position), value);
        std::vector<Move> best;
        for (const Square square : squares_of(legal_moves(position))) {
            if (-slow_value(play(position, square)) == value) best.emplace_back(square);
        }
        EXPECT_EQ(found->best, best);
    }
    EXPECT_GT(compared, trials(200) / 3);
}

TEST(GreenePlayer, PlaysLegallyAndTheSameForASeed) {
    for (const std::string options : {"", ",best=1", ",weighted=1", ",lookahead=0"}) {
        std::vector<GameRecord> games;
        for (int i = 0; i < 2; ++i) {
            const auto player = make("greene:seed=3" + options);
            GameBuilder game;
            while (!is_over(game.diagram().position)) {
                const auto choice = player->choose(game.record(), {});
                ASSERT_TRUE(choice);
                ASSERT_TRUE(game.add({choice->move}));
            }
            games.push_back(game.record());
        }
        EXPECT_EQ(games[0], games[1]);
    }
}

TEST(GreenePlayer, IsStoppedAndKeepsADepth) {
    const auto player = make("greene:lookahead=16");
    Random random(3);
    GameRecord game = random_game(random, 44);
    ASSERT_NE(legal_moves(game.final_diagram().position), 0U);
    Limits limits;
    limits.stopped = [] { return true; };
    const auto choice = player->choose(game, limits);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->depth, 1);
    Limits shallow;
    shallow.depth = 2;
    EXPECT_EQ(player->choose(game, shallow)->depth, 1);
}

TEST(GreenePlayer, ExplainsItselfByHeuristicsAndTheirChances) {
    const auto player = make("greene");
    const Diagram diagram{random_position(5, 30), Color::black};
    const auto explanation = player->explain(diagram);
    ASSERT_TRUE(explanation);
    ASSERT_GT(explanation->parts.size(), kFeatures);
    double chances = 0;
    double expected = 0;
    for (std::size_t i = 0; i < explanation->parts.size(); ++i) {
        const Explanation::Part& part = explanation->parts[i];
        if (i < kFeatures) {
            EXPECT_EQ(part.name, name_of(kAllFeatures[i]));
            EXPECT_EQ(part.coefficient, 0);
        } else {
            chances += part.coefficient;
            expected += part.weighted();
        }
    }
    EXPECT_NEAR(chances, 1, 1e-9);
    EXPECT_NEAR(explanation->total(), expected, 1e-6);
    const auto by_square = chances_of(*database_from_zero(), diagram.position);
    double sum = 0;
    for (const double chance : by_square) sum += chance;
    EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace emilia::greene
