#include "classic/alpha_beta.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "util/random.h"

namespace emilia::classic {
namespace {

// An evaluation without any sense, so that no ordering happens to suit it. Seldom equal for two
// positions, unless `steps` is small.
struct Noise {
    int steps = 10000;
    int operator()(const StandardBoard& board) const { return mixed(hash_of(board.position)); }
    int operator()(const GridBoard& board) const {
        return mixed(std::hash<std::string>{}(board.position.to_string()));
    }
    int mixed(std::size_t hash) const {
        return static_cast<int>(Random(hash).below(static_cast<std::uint64_t>(steps))) - steps / 2;
    }
};

struct Reference {
    int value;
    std::uint64_t nodes;
    std::uint64_t passes;
    std::uint64_t finished;
};

// Minimax in the form with two players, values for the one who moved first: as unlike the search
// under test as it can be.
template <typename Board>
Reference minimax(const Board& board, int depth, const Noise& evaluation, bool maximising = true) {
    const auto for_first = [&](int value) { return maximising ? value : -value; };
    const auto moves = board.moves();
    const bool none = !(moves.begin() != moves.end());
    if (none && !board.must_pass()) {
        return {for_first(finished_value(board.final_score())), 1, 0, 1};
    }
    if (depth == 0) return {for_first(evaluation(board)), 1, 0, 0};
    if (none) {
        Reference result = minimax(board.passed(), depth - 1, evaluation, !maximising);
        ++result.nodes;
        ++result.passes;
        return result;
    }
    Reference total{maximising ? -kFinished * 2 : kFinished * 2, 1, 0, 0};
    for (const typename Board::Move move : moves) {
        const Reference child = minimax(board.after(move), depth - 1, evaluation, !maximising);
        total.value =
            maximising ? std::max(total.value, child.value) : std::min(total.value, child.value);
        total.nodes += child.nodes;
        total.passes += child.passes;
        total.finished += child.finished;
    }
    return total;
}

// A position `plies` random moves into a game, or the last one before its end.
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

// What the leaf of the principal variation is worth for the player at its root.
template <typename Board>
int value_at_end(Board board, const std::vector<typename Board::Move>& line,
                 const Noise& evaluation) {
    int sign = 1;
    for (const auto move : line) {
        board = move == Board::pass() ? board.passed() : board.after(move);
        sign = -sign;
    }
    const auto moves = board.moves();
    if (!(moves.begin() != moves.end()) && !board.must_pass()) {
        return sign * finished_value(board.final_score());
    }
    return sign * evaluation(board);
}

struct Seen {
    std::uint64_t passes = 0;
    std::uint64_t finished = 0;
    std::uint64_t nodes = 0;
    std::uint64_t nodes_of_minimax = 0;
};

template <typename Board>
void expect_minimax(const Board& board, int depth, const Noise& evaluation, Seen& seen) {
    AlphaBeta<Board, Noise> search(evaluation);
    const auto result = search.search(board, depth);
    ASSERT_TRUE(result);
    const Reference reference = minimax(board, depth, evaluation);
    EXPECT_EQ(result->value, reference.value);
    EXPECT_LE(result->line.size(), static_cast<std::size_t>(depth));
    EXPECT_EQ(value_at_end(board, result->line, evaluation), reference.value);
    EXPECT_LE(result->counts.nodes, reference.nodes);
    EXPECT_LE(result->counts.leaves, result->counts.nodes);
    EXPECT_LE(result->counts.finished, result->counts.leaves);
    seen.passes += reference.passes;
    seen.finished += reference.finished;
    seen.nodes += result->counts.nodes;
    seen.nodes_of_minimax += reference.nodes;
}

// Positions from the whole of a game, more of them late, where passes and ends are and the
// reference is quick. `early_depth`: how deep to go in the others.
template <typename Board>
void compare_with_minimax(const Board& start, int playable, int positions, int early_depth,
                          std::uint64_t seed) {
    Random random(seed);
    Seen seen;
    const int full = playable - 4;
    for (int i = 0; i < positions; ++i) {
        const bool early = i % 4 == 0;
        const int plies = early ? static_cast<int>(random.below(static_cast<unsigned>(full)))
                                : full - static_cast<int>(random.below(10));
        const Board board = random_board(start, plies, random);
        for (int depth = 0; depth <= (early ? early_depth : 5); ++depth) {
            SCOPED_TRACE("position " + std::to_string(i) + " depth " + std::to_string(depth));
            expect_minimax(board, depth, Noise{}, seen);
            expect_minimax(board, depth, Noise{.steps = 4}, seen);
        }
    }
    EXPECT_GT(seen.passes, 100U);
    EXPECT_GT(seen.finished, 100U);
    EXPECT_LT(seen.nodes, seen.nodes_of_minimax / 2);
}

TEST(AlphaBeta, EqualsMinimaxOnTheStandardBoard) {
    compare_with_minimax(StandardBoard{Position::initial()}, 64, 120, 5, 1);
}

TEST(AlphaBeta, EqualsMinimaxOnSixBySix) {
    const GridShape shape = *GridShape::square_board(6);
    compare_with_minimax(GridBoard{GridPosition::initial(shape)}, 36, 40, 5, 2);
}

TEST(AlphaBeta, EqualsMinimaxOnTenByTenWithBlockedSquares) {
    const GridShape shape = *GridShape::with_blocked(10, {"a1", "j1", "a10", "j10"});
    compare_with_minimax(GridBoard{GridPosition::initial(shape)}, 96, 40, 3, 3);
}

TEST(AlphaBeta, BothBoardsSearchTheSameTree) {
    const GridShape shape = *GridShape::square_board(8);
    const auto discs = [](const auto& board) {
        if constexpr (requires { board.position.disc_balance(); }) {
            return board.position.disc_balance();
        } else {
            return disc_balance(board.position).value();
        }
    };
    Random random(4);
    for (int i = 0; i < 20; ++i) {
        const auto plies = static_cast<int>(random.below(60));
        const StandardBoard board = random_board(StandardBoard{Position::initial()}, plies, random);
        const GridBoard grid{GridPosition::from(shape, board.position)};
        const auto one = AlphaBeta<StandardBoard, decltype(discs)>(discs).search(board, 4);
        const auto other = AlphaBeta<GridBoard, decltype(discs)>(discs).search(grid, 4);
        ASSERT_TRUE(one && other);
        EXPECT_EQ(one->value, other->value);
        EXPECT_EQ(one->counts.nodes, other->counts.nodes);
        EXPECT_EQ(one->counts.leaves, other->counts.leaves);
        EXPECT_EQ(one->counts.finished, other->counts.finished);
        EXPECT_EQ(one->counts.cutoffs, other->counts.cutoffs);
        ASSERT_EQ(one->line.size(), other->line.size());
        for (std::size_t ply = 0; ply < one->line.size(); ++ply) {
            const Move move = one->line[ply];
            EXPECT_EQ(move.is_pass() ? GridBoard::pass() : index_of(move.square()),
                      other->line[ply]);
        }
    }
}

TEST(AlphaBeta, TheFirstOfEqualMovesWins) {
    const auto nothing = [](const StandardBoard&) { return 0; };
    AlphaBeta<StandardBoard, decltype(nothing)> search(nothing);
    const StandardBoard start{Position::initial()};
    EXPECT_EQ(search.search(start, 3)->line.front(), Move(Square::d3));
    EXPECT_EQ(
        search.search(start, 3, {Square::f5, Square::e6, Square::d3, Square::c4})->line.front(),
        Move(Square::f5));
}

TEST(AlphaBeta, StopsWhenToldTo) {
    int asked = 0;
    const Noise evaluation;
    AlphaBeta<StandardBoard, Noise> search(evaluation, [&](std::uint64_t) { return ++asked == 3; });
    EXPECT_FALSE(search.search(StandardBoard{Position::initial()}, 30));
    EXPECT_EQ(asked, 3);
}

TEST(AlphaBeta, FinishedGamesOutrankEstimates) {
    EXPECT_EQ(finished_value(0), 0);
    EXPECT_EQ(score_of_finished(finished_value(2)), 2);
    EXPECT_EQ(score_of_finished(finished_value(-64)), -64);
    EXPECT_EQ(score_of_finished(kFinished - 1), std::nullopt);
}

}  // namespace
}  // namespace emilia::classic
