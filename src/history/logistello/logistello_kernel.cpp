#include <cmath>

#include "classic/quick_tree.h"
#include "eval/pattern_value.h"
#include "history/logistello/search_kernel.h"

namespace emilia::EMILIA_ISA {

namespace {

using logistello::kDigits;
using logistello::kOffsets;

// Below these numbers of empty squares moves of the end are sorted without plies more, or one less
// than two.
constexpr int kEndLookEmpties[] = {15, 18};

bool is_estimate(int value) {
    return value > -classic::kFinished / 2 && value < classic::kFinished / 2;
}

// See classic/quick_tree.h.
struct Logistello {
    using State = logistello::SearchState;
    static constexpr int kEvaluateDepth = 4;
    static constexpr int kLookDepth = 10;
    static constexpr int kEndEvaluateEmpties = 11;

    static constexpr std::size_t kNumbers = logistello::Board::kNumbers;
    struct Board {
        Bitboard own;
        Bitboard opponent;
        alignas(32) std::array<std::int16_t, kNumbers> numbers;
    };

    // A third of the numbers.
    using Part [[gnu::vector_size(32), gnu::may_alias]] = std::int16_t;
    static constexpr std::size_t kParts = kNumbers * sizeof(std::int16_t) / sizeof(Part);
    EMILIA_INLINE static const Part* parts(const std::array<std::int16_t, kNumbers>& numbers) {
        return reinterpret_cast<const Part*>(numbers.data());
    }

    EMILIA_INLINE static Board board_of(Bitboard own, Bitboard opponent, int) {
        return {own, opponent, logistello::Board::of({own, opponent}).numbers};
    }
    EMILIA_INLINE static void after_move(const Board& board, int, int square, Bitboard flipped,
                                         Board& next) {
        next.own = board.opponent ^ flipped;
        next.opponent = board.own ^ flipped ^ (Bitboard{1} << square);
        Part turned[kParts] = {};
        for (; flipped != 0; flipped = without_lowest_bit(flipped)) {
            const Part* const digits = parts(kDigits.data()[lowest_bit(flipped)].of);
            for (std::size_t i = 0; i < kParts; ++i) turned[i] += digits[i];
        }
        const Part* const before = parts(board.numbers);
        const Part* const digits = parts(kDigits.data()[square].of);
        Part* const after = reinterpret_cast<Part*>(next.numbers.data());
        for (std::size_t i = 0; i < kParts; ++i) {
            after[i] = -(before[i] + digits[i] + turned[i] + turned[i]);
        }
    }
    EMILIA_INLINE static void after_pass(const Board& board, Board& next) {
        next.own = board.opponent;
        next.opponent = board.own;
        const Part* const before = parts(board.numbers);
        Part* const after = reinterpret_cast<Part*>(next.numbers.data());
        for (std::size_t i = 0; i < kParts; ++i) after[i] = -before[i];
    }

    EMILIA_INLINE static int stage_of(const Board& board) {
        return logistello::stage_of({board.own, board.opponent});
    }
    EMILIA_INLINE static int value(State& state, const Board& board, int, Bitboard) {
        const std::int16_t* const table = state.tables.data()[stage_of(board)];
        const int odd = popcount(~(board.own | board.opponent)) & 1;
        return table[kOffsets.parity + odd] +
               sum_of_weights<kNumbers>(board.numbers.data(), kOffsets.middle.data(), table);
    }

    // A bound that shallow searches speak for, if they do.
    static bool checked(State& state, const Board& board, int player, const logistello::Checks& all,
                        int alpha, int beta, int ply, int last, int& value) {
        const auto ask = [&](int shallow, int bound) {
            return look_ahead<Logistello>(state, board, player, shallow, bound, bound + 1, ply,
                                          last);
        };
        const auto answer = [&](int bound) {
            ++state.cuts;
            value = bound;
            return true;
        };
        for (int i = 0; i < all.count; ++i) {
            const logistello::Check& check = all.of.data()[i];
            const bool below_possible = is_estimate(alpha);
            const int low = static_cast<int>(std::floor((alpha - check.reach - check.b) / check.a));
            if (is_estimate(beta)) {
                const int high =
                    static_cast<int>(std::ceil((beta + check.reach - check.b) / check.a));
                const int found = ask(check.shallow, high - 1);
                if (state.gave_up) return false;
                if (found >= high) return answer(beta);
                // What is known to be at most this need not be asked about again.
                if (below_possible && found <= low) return answer(alpha);
            }
            if (below_possible) {
                const int found = ask(check.shallow, low);
                if (state.gave_up) return false;
                if (found <= low) return answer(alpha);
            }
        }
        return false;
    }
    EMILIA_INLINE static bool check(State& state, const Board& board, int player, int depth,
                                    int alpha, int beta, int ply, int last, int& value) {
        if (ply == 0 || depth > logistello::kMostDeep) return false;
        const auto& all = state.checks->data()[stage_of(board)].data()[depth];
        return all.count > 0 && checked(state, board, player, all, alpha, beta, ply, last, value);
    }

    EMILIA_INLINE static std::uint8_t end_depth(const State& state) {
        return state.guessing ? classic::HashTable::kGuessedEnd : classic::HashTable::kEnd;
    }
    EMILIA_INLINE static bool check_end(State& state, const Board& board, int player, int alpha,
                                        int beta, int ply, int last, int& value) {
        if (!state.guessing || ply == 0) return false;
        return checked(state, board, player, state.checks->data()[stage_of(board)].data()[0], alpha,
                       beta, ply, last, value);
    }
    // Few replies make a small tree; above that the evaluation knows better which moves are good.
    EMILIA_INLINE static int end_order(State& state, const Board& board, const QuickChild& child,
                                       int player, int ply, int empties) {
        Board next;
        after_move(board, player, child.square, child.flipped, next);
        const int deep = (empties >= kEndLookEmpties[0]) + (empties >= kEndLookEmpties[1]);
        return child.order * state.of_a_reply / 16 +
               look_ahead<Logistello>(state, next, 1 - player, deep, -classic::kInfinity,
                                      classic::kInfinity, ply + 1, child.square);
    }
};

int look_ahead_from(logistello::SearchState& state, const classic::QuickNode& node, int depth,
                    int alpha, int beta) {
    return look_ahead<Logistello>(
        state, Logistello::board_of(node.position.own, node.position.opponent, node.player),
        node.player, depth, alpha, beta, node.ply, node.last);
}

int solve_from(logistello::SearchState& state, const classic::QuickNode& node, int alpha,
               int beta) {
    return solve_end<Logistello>(state, node.position.own, node.position.opponent, node.player,
                                 alpha, beta, node.ply, node.last);
}

int evaluate(logistello::SearchState& state, Position position) {
    return Logistello::value(state, Logistello::board_of(position.own, position.opponent, 0), 0, 0);
}

}  // namespace

extern const logistello::SearchKernel kLogistelloKernel;
const logistello::SearchKernel kLogistelloKernel = {look_ahead_from, solve_from, evaluate};

}  // namespace emilia::EMILIA_ISA
