#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "classic/alpha_beta.h"
#include "classic/branch_and_bound.h"
#include "classic/deepening.h"
#include "classic/minimax.h"
#include "classic/mtdf.h"
#include "classic/negascout.h"
#include "util/random.h"
#include "util/testing.h"

namespace emilia::classic {
namespace {

// An evaluation without any sense, so that no ordering happens to suit it; with few steps many
// positions are equal.
template <typename Board>
struct Noise {
    int steps = 10000;
    int operator()(const Board& board) const {
        return static_cast<int>(Random(board.hash()).below(static_cast<std::uint64_t>(steps))) -
               steps / 2;
    }
};

template <typename Board>
Board random_board(Board board, int plies, Random& random) {
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<typename Board::Move> moves;
        for (const typename Board::Move move : board.moves()) moves.push_back(move);
        if (moves.empty() && !board.must_pass()) break;
        board = moves.empty() ? board.passed() : board.after(moves[random.below(moves.size())]);
    }
    return board;
}

// One way to search: an algorithm with what it is given.
struct Way {
    std::string algorithm;  // "bound", "alpha-beta", "scout", "mtd"
    int ordering = 0;       // generation, square value, move number, response
    int saved = 0;
    bool table = false;
    int step = 0;  // of iterative deepening; 0: none

    std::string name() const {
        return algorithm + " ordering " + std::to_string(ordering) + " saved " +
               std::to_string(saved) + (table ? " table" : "") + " step " + std::to_string(step);
    }
};

std::vector<Way> all_ways() {
    std::vector<Way> ways;
    for (const char* const algorithm : {"bound", "alpha-beta", "scout"}) {
        for (int ordering = 0; ordering < 4; ++ordering) {
            for (const int saved : {0, 1, 3}) {
                for (const bool table : {false, true}) {
                    for (int step = 0; step <= 2; ++step) {
                        ways.push_back({algorithm, ordering, saved, table, step});
                    }
                }
            }
        }
    }
    for (int ordering = 0; ordering < 4; ++ordering) {
        for (const bool table : {false, true}) {
            for (int step = 0; step <= 2; ++step) ways.push_back({"mtd", ordering, 0, table, step});
        }
    }
    return ways;
}

template <typename Board>
std::unique_ptr<Ordering<Board>> make_ordering(int which, const GridShape& shape) {
    switch (which) {
        case 1:
            return std::make_unique<SquareValueOrder<Board>>(square_values(shape));
        case 2:
            return std::make_unique<MoveNumberKillers<Board>>(shape.cells());
        case 3:
            return std::make_unique<ResponseKillers<Board>>(shape.cells());
        default:
            return nullptr;
    }
}

template <typename Search, typename Board>
SearchResult<typename Board::Move> run(Search& search, const Board& board, int depth, int step) {
    if (step == 0) return *search.search(board, depth);
    return deepen(search, board, depth, step)->last;
}

template <typename Board>
SearchResult<typename Board::Move> search_by(const Way& way, const Board& board, int depth,
                                             const Noise<Board>& noise, const GridShape& shape) {
    const auto ordering = make_ordering<Board>(way.ordering, shape);
    PositionTable<Board> table(997);  // small, so that entries are overwritten
    const Helpers<Board> helpers{ordering.get(), way.table ? &table : nullptr, way.saved};
    if (way.algorithm == "bound") {
        BranchAndBound<Board, Noise<Board>> search(noise, {}, helpers);
        return run(search, board, depth, way.step);
    }
    if (way.algorithm == "alpha-beta") {
        AlphaBeta<Board, Noise<Board>> search(noise, {}, helpers);
        return run(search, board, depth, way.step);
    }
    if (way.algorithm == "scout") {
        NegaScout<Board, Noise<Board>> search(noise, {}, helpers);
        return run(search, board, depth, way.step);
    }
    Mtdf<Board, Noise<Board>> search(noise, {}, helpers);
    return run(search, board, depth, way.step);
}

// Every way gives the value of minimax, and a first move that has it.
template <typename Board>
void compare(const Board& board, int depth, const Noise<Board>& noise, const GridShape& shape,
             std::size_t offset, std::size_t stride) {
    Minimax<Board, Noise<Board>> minimax(noise);
    const auto reference = *minimax.search(board, depth);
    const auto ways = all_ways();
    for (std::size_t i = offset % stride; i < ways.size(); i += stride) {
        SCOPED_TRACE(ways[i].name() + " depth " + std::to_string(depth));
        const auto result = search_by(ways[i], board, depth, noise, shape);
        ASSERT_EQ(result.value, reference.value);
        EXPECT_LE(result.counts.leaves, result.counts.nodes);
        // Searches with a table may end their lines early; MTD(f) and it search nodes twice.
        if (ways[i].algorithm != "mtd" && ways[i].algorithm != "scout") {
            EXPECT_LE(result.counts.nodes, reference.counts.nodes);
        }
        if (result.line.empty()) {
            EXPECT_TRUE(reference.line.empty());
            continue;
        }
        const auto first = result.line.front();
        const Board next = first == Board::pass() ? board.passed() : board.after(first);
        EXPECT_EQ(-minimax.search(next, depth - 1)->value, reference.value);
    }
}

template <typename Board>
void compare_on(const Board& start, const GridShape& shape, int rounds, std::uint64_t seed) {
    Random random(seed);
    const int full = shape.playable() - 4;
    std::size_t offset = 0;
    for (int round = 0; round < rounds; ++round) {
        for (int depth = 1; depth <= 6; ++depth) {
            // The tree is small where games begin and where they end.
            const bool early = round % 3 == 0;
            const int plies = early
                                  ? static_cast<int>(random.below(3))
                                  : full - 1 - static_cast<int>(random.below(depth <= 3 ? 30 : 8));
            const Board board = random_board(start, plies, random);
            compare(board, depth, Noise<Board>{}, shape, offset++, 11);
            compare(board, depth, Noise<Board>{.steps = 5}, shape, offset++, 11);
        }
    }
}

TEST(Laboratory, AllSearchesAgreeOnTheStandardBoard) {
    compare_on(StandardBoard{Position::initial()}, *GridShape::square_board(8), trials(60), 1);
}

TEST(Laboratory, AllSearchesAgreeOnSixBySix) {
    const GridShape shape = *GridShape::square_board(6);
    compare_on(GridBoard{GridPosition::initial(shape)}, shape, std::max(2, thorough_trials(3, 20)),
               2);
}

TEST(Laboratory, AllSearchesAgreeOnTenByTen) {
    const GridShape shape = *GridShape::square_board(10);
    compare_on(GridBoard{GridPosition::initial(shape)}, shape, std::max(2, thorough_trials(2, 20)),
               3);
}

TEST(Laboratory, AllSearchesAgreeOnNinetySixSquares) {
    const GridShape shape = *GridShape::with_blocked(10, {"c3", "h3", "c8", "h8"});
    compare_on(GridBoard{GridPosition::initial(shape)}, shape, std::max(2, thorough_trials(2, 20)),
               4);
}

// The counts say what the algorithms are about.
TEST(Laboratory, EachRefinementSavesLeaves) {
    const Noise<StandardBoard> noise;
    Random random(5);
    SearchCounts plain;
    SearchCounts bound;
    SearchCounts cut;
    SearchCounts with_table;
    for (int i = 0; i < 10; ++i) {
        const StandardBoard board = random_board(StandardBoard{Position::initial()}, 6, random);
        plain += Minimax<StandardBoard, decltype(noise)>(noise).search(board, 5)->counts;
        bound += BranchAndBound<StandardBoard, decltype(noise)>(noise).search(board, 5)->counts;
        cut += AlphaBeta<StandardBoard, decltype(noise)>(noise).search(board, 5)->counts;
        PositionTable<StandardBoard> table;
        with_table += AlphaBeta<StandardBoard, decltype(noise)>(noise, {}, {nullptr, &table, 0})
                          .search(board, 5)
                          ->counts;
    }
    EXPECT_EQ(plain.cutoffs, 0U);
    EXPECT_LT(bound.leaves, plain.leaves);
    EXPECT_LT(cut.leaves, bound.leaves);
    EXPECT_LT(with_table.leaves, cut.leaves);
    EXPECT_GT(with_table.table_hits, 0U);
    EXPECT_NEAR(plain.raw_branching(), plain.effective_branching(5) / std::pow(10, 0.2), 3.0);
}

// A saved tree from a shallower search begins with the move that was best there.
TEST(Laboratory, TheSavedTreeIsInOrder) {
    const Noise<StandardBoard> noise;
    AlphaBeta<StandardBoard, decltype(noise)> search(noise, {}, {nullptr, nullptr, 3});
    Random random(6);
    for (int i = 0; i < 20; ++i) {
        const StandardBoard board = random_board(StandardBoard{Position::initial()}, 10, random);
        search.forget_tree();
        const auto result = search.search(board, 4);
        const auto& children = search.saved_tree().children;
        ASSERT_FALSE(children.empty());
        EXPECT_EQ(children.front().move, result->line.front());
        EXPECT_EQ(children.front().value, result->value);
        ASSERT_TRUE(children.front().below);
        EXPECT_EQ(children.front().below->children.front().move, result->line[1]);
    }
}

TEST(Laboratory, ARootCanBeContentWithItsFirstMoves) {
    const Noise<StandardBoard> noise;
    AlphaBeta<StandardBoard, decltype(noise)> search(noise);
    std::size_t asked = 0;
    search.set_between([&](const auto& best, std::size_t done, std::size_t all) {
        ++asked;
        EXPECT_EQ(done, asked);
        EXPECT_EQ(all, 4U);
        EXPECT_FALSE(best.line.empty());
        return done < 2;
    });
    const auto result = search.search(StandardBoard{Position::initial()}, 3);
    ASSERT_TRUE(result);
    EXPECT_EQ(asked, 2U);
    EXPECT_TRUE(result->line.front() == Move(Square::d3) ||
                result->line.front() == Move(Square::c4));
}

TEST(Laboratory, SquareValuesKnowCornersOfEveryBoard) {
    const GridShape eight = *GridShape::square_board(8);
    const auto values = square_values(eight);
    const auto at = [&](const char* name) {
        return values[static_cast<std::size_t>(*eight.parse_cell(name))];
    };
    EXPECT_GT(at("a1"), at("c1"));
    EXPECT_GT(at("c1"), at("d3"));
    EXPECT_GT(at("d3"), at("d2"));
    EXPECT_GT(at("d2"), at("b1"));
    EXPECT_GT(at("b1"), at("b2"));
    EXPECT_EQ(at("h8"), at("a1"));
    // With the corners blocked their neighbours on the edge are the new corners.
    const GridShape cut = *GridShape::with_blocked(10, {"a1", "j1", "a10", "j10"});
    const auto cut_values = square_values(cut);
    EXPECT_EQ(cut_values[static_cast<std::size_t>(*cut.parse_cell("b1"))], at("a1"));
}

TEST(Laboratory, KillersPutTheRefutationFirst) {
    ResponseKillers<StandardBoard> killers(64);
    const Place<Move> place{1, 10, Square::c4};
    const std::vector<Move> moves = {Square::a1, Square::b3, Square::g7};
    killers.learn(place, moves, Square::g7);
    std::vector<Move> again = moves;
    killers.order(place, again);
    EXPECT_EQ(again.front(), Move(Square::g7));
    again = moves;
    killers.order({0, 10, Square::c4}, again);  // of the other player
    EXPECT_EQ(again, moves);
    killers.order({1, 10, Square::c5}, again);  // an answer to another move
    EXPECT_EQ(again, moves);
    MoveNumberKillers<StandardBoard> by_number(64);
    by_number.learn(place, moves, Square::b3);
    by_number.order({1, 10, Square::c5}, again);
    EXPECT_EQ(again.front(), Move(Square::b3));
}

TEST(Laboratory, LearnedValuesOrderByTheNumberOfTheMove) {
    SquareValuesByMove values(2, std::vector<int>(64, 0));
    values[1][static_cast<std::size_t>(Square::e6)] = 5;
    values[1][static_cast<std::size_t>(Square::c4)] = -1;
    const MoveNumberSquareOrder<StandardBoard> order(values);
    const std::vector<Move> generated = {Square::d3, Square::c4, Square::f5, Square::e6};
    for (const int number : {0, 1, 3}) {
        std::vector<Move> moves = generated;
        order.order({0, number, Move::pass()}, moves);
        EXPECT_EQ(moves, generated) << number;
    }
    std::vector<Move> moves = generated;
    order.order({0, 2, Move::pass()}, moves);
    EXPECT_EQ(moves, (std::vector<Move>{Square::e6, Square::d3, Square::f5, Square::c4}));
}

// What the evaluation says of a position without moves is taken, and nothing is searched below it.
struct Unmoved {
    int operator()(const StandardBoard&) const { return 1; }
    int without_moves(const StandardBoard&) const { return 7; }
};
TEST(Laboratory, AnEvaluationMayTakePassesAndEndsForLeaves) {
    // Black has a1, white b1: c1 turns it over, and nothing is left to move.
    const StandardBoard board{{bit(Square::a1), bit(Square::b1)}};
    AlphaBeta<StandardBoard, Unmoved> search{Unmoved{}};
    const auto found = search.search(board, 4);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->value, -7);
    EXPECT_EQ(found->counts.leaves, 1U);
    EXPECT_EQ(found->counts.finished, 0U);
    EXPECT_EQ(search.search(board.after(Square::c1), 3)->value, 7);
}

TEST(Laboratory, TheFewestLeaves) {
    EXPECT_DOUBLE_EQ(minimal_leaves(10, 1), 10);
    EXPECT_DOUBLE_EQ(minimal_leaves(10, 2), 19);
    EXPECT_DOUBLE_EQ(minimal_leaves(10, 3), 109);
}

}  // namespace
}  // namespace emilia::classic
