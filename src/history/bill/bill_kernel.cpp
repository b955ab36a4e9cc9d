#include "classic/quick_tree.h"
#include "history/bill/look_up.h"
#include "history/bill/search_kernel.h"

namespace emilia::EMILIA_ISA {

namespace {

// See classic/quick_tree.h.
struct Bill {
    using State = bill::SearchState;
    using Board = LineBoard;
    static constexpr int kEvaluateDepth = 5;
    static constexpr int kLookDepth = 8;
    static constexpr int kEndEvaluateEmpties = 14;

    // The lines are those of the first player.
    EMILIA_INLINE static Board board_of(Bitboard own, Bitboard opponent, int player) {
        return {own, opponent,
                player == 0 ? bill::numbers_of(own, opponent) : bill::numbers_of(opponent, own)};
    }
    EMILIA_INLINE static void after_move(const Board& board, int player, int square,
                                         Bitboard flipped, Board& next) {
        next.own = board.opponent ^ flipped;
        next.opponent = board.own ^ flipped ^ (Bitboard{1} << square);
        numbers_after(board.numbers, player, square, flipped, next.numbers);
    }
    EMILIA_INLINE static void after_pass(const Board& board, Board& next) {
        next.own = board.opponent;
        next.opponent = board.own;
        next.numbers = board.numbers;
    }
    EMILIA_INLINE static int value(State& state, const Board& board, int player, Bitboard moves) {
        const Bitboard replies = legal_moves(board.opponent, board.own);
        const int move = 60 - popcount(~(board.own | board.opponent));
        return value_of(state.discriminants[move < 0    ? 0
                                            : move > 59 ? 59
                                                        : move],
                        features_of(*state.look_up, board.own, board.opponent, board.numbers,
                                    player, moves, replies));
    }
    EMILIA_INLINE static bool check(State&, const Board&, int, int, int, int, int, int, int&) {
        return false;
    }
    EMILIA_INLINE static std::uint8_t end_depth(const State&) { return classic::HashTable::kEnd; }
    EMILIA_INLINE static bool check_end(State&, const Board&, int, int, int, int, int, int&) {
        return false;
    }
    EMILIA_INLINE static int end_order(State& state, const Board& board, const QuickChild& child,
                                       int player, int, int) {
        Board next;
        after_move(board, player, child.square, child.flipped, next);
        return child.order * 20 + leaf<Bill>(state, next, 1 - player);
    }
};

int look_ahead_from(bill::SearchState& state, const classic::QuickNode& node, int depth, int alpha,
                    int beta) {
    return look_ahead<Bill>(state,
                            Bill::board_of(node.position.own, node.position.opponent, node.player),
                            node.player, depth, alpha, beta, node.ply, node.last);
}

int solve_from(bill::SearchState& state, const classic::QuickNode& node, int alpha, int beta) {
    return solve_end<Bill>(state, node.position.own, node.position.opponent, node.player, alpha,
                           beta, node.ply, node.last);
}

}  // namespace

extern const bill::SearchKernel kBillKernel;
const bill::SearchKernel kBillKernel = {look_ahead_from, solve_from};

}  // namespace emilia::EMILIA_ISA
