#pragma once

#include "eval/network.h"
#include "learn/cuda/rules.h"

namespace emilia::learn {

// No position that a game leads to has more moves than this.
inline constexpr int kMostMoves = 40;

// A position whose moves are being searched to a depth. In the fast memory of the block.
struct Frame {
    std::uint64_t own;
    std::uint64_t opponent;
    std::uint64_t flipped[kMostMoves];  // by each move, in the order in which they are searched
    std::uint32_t features[warp::kLanes];
    std::uint8_t square[kMostMoves];
    int asked_alpha;
    int alpha;  // with what the moves so far have reached
    int beta;
    int best;
    int depth;
    std::uint8_t best_square;
    std::uint8_t count;
    std::uint8_t next;
    bool negated;  // there was a pass before: the value is for the other player
    bool probing;  // the move being searched was only asked whether it is better
};

// The same for an endgame that is played out. All moves are asked the same: better than alpha?
inline constexpr int kMostExact = 24;  // a lane, and a place here, for each empty square
struct ExactFrame {
    std::uint64_t own;
    std::uint64_t opponent;
    std::uint64_t flipped[kMostExact];
    std::uint8_t square[kMostExact];
    std::int8_t alpha;
    std::int8_t best;
    std::uint8_t best_square;
    std::uint8_t count;
    std::uint8_t next;
    bool negated;
};

// What is known of the value of a position; good for one game. In units of kUnitsOfADisc if it was
// searched to a depth, in discs if it was played out.
struct alignas(32) HashEntry {
    std::uint64_t own;
    std::uint64_t opponent;
    std::uint32_t tag;
    std::int16_t lower;
    std::int16_t upper;
    std::uint8_t depth;
    std::uint8_t square;  // the best move; kNoSquare: none known
};
inline constexpr int kPlayedOut = 64;  // a depth that no search has
inline constexpr std::uint8_t kNoSquare = 64;

// What was learned: weights to be added up, of every stage, or, where there are rows, a network.
struct Learned {
    const std::int16_t* weights = nullptr;
    const NetworkRow* rows = nullptr;
    const std::int32_t* first_row = nullptr;  // of each stage
    const NetworkLayer* layers = nullptr;     // by stage
};

// What one lane of a warp works with.
struct WarpState {
    const BlockTables* tables = nullptr;
    Frame* frames = nullptr;  // of one search or the other: they lie in the same place
    ExactFrame* exact_frames = nullptr;
    std::uint8_t* list = nullptr;     // 64 bytes to sort squares in
    std::uint8_t* killers = nullptr;  // by depth: the last move that was too good
    Learned learned;
    HashEntry* hash = nullptr;
    std::uint32_t hash_mask = 0;  // entries less one
    std::uint32_t tag = 0;        // of the game
    // Where a lane's two pattern numbers find their weights or rows. No shape has the last place,
    // which stands for the mobility: its number counts there, and nowhere else.
    int offset_low = 0;
    int offset_high = 0;
    int mobility_factor = 0;
    // Counted once for the whole warp.
    std::uint64_t leaves = 0;
    std::uint64_t nodes = 0;
};

inline constexpr std::uint64_t kOne = 1;
inline constexpr int kMostDepth = 12;

// Before a game: nothing that another left behind may matter. The table has its tags for that.
EMILIA_DEVICE void forget(WarpState& state) {
    warp::sync();
    if (warp::lane() <= kMostDepth) state.killers[warp::lane()] = kNoSquare;
    warp::sync();
}

// Searches of one ply have a half of the table to themselves: they are many, and worth little.
EMILIA_DEVICE HashEntry& entry_of(const WarpState& state, std::uint64_t own, std::uint64_t opponent,
                                  int depth) {
    std::uint64_t h = own * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
    h = (h ^ opponent) * 0xd6e8feb86659fd93;
    h ^= h >> 32;
    return state.hash[(2 * h + (depth == 1 ? 1 : 0)) & state.hash_mask];
}
EMILIA_DEVICE bool belongs(const WarpState& state, const HashEntry& entry, std::uint64_t own,
                           std::uint64_t opponent) {
    return entry.own == own && entry.opponent == opponent && entry.tag == state.tag;
}

// Remembers a value that was found with the question whether it is better than alpha, and less
// than beta. For the whole warp.
EMILIA_DEVICE void remember(WarpState& state, std::uint64_t own, std::uint64_t opponent, int depth,
                            int value, int alpha, int beta, int square) {
    constexpr int kMost = 64 * 128;  // in discs or in units: more than any value
    HashEntry& entry = entry_of(state, own, opponent, depth);
    const bool same = belongs(state, entry, own, opponent);
    const bool bounds = same && entry.depth == depth;
    const int lower = value > alpha ? value : bounds ? entry.lower : -kMost;
    const int upper = value < beta ? value : bounds ? entry.upper : kMost;
    // A move that was not better than alpha is as good as any: the one before knew more.
    const int move = value > alpha || !same || entry.square == kNoSquare ? square : entry.square;
    warp::sync();
    if (warp::lane() == 0) {
        entry.own = own;
        entry.opponent = opponent;
        entry.tag = state.tag;
        entry.lower = static_cast<std::int16_t>(lower);
        entry.upper = static_cast<std::int16_t>(upper);
        entry.depth = static_cast<std::uint8_t>(depth);
        entry.square = static_cast<std::uint8_t>(move);
    }
    warp::sync();
}

// The squares of a set go into state.list, in the order of BlockTables::before.
EMILIA_DEVICE void list_squares(WarpState& state, std::uint64_t squares) {
    warp::sync();
    const int low = warp::lane();
    const int high = low + warp::kLanes;
    if ((squares >> low & 1) != 0) {
        state.list[warp::count_bits(squares & state.tables->before[low])] =
            static_cast<std::uint8_t>(low);
    }
    if ((squares >> high & 1) != 0) {
        state.list[warp::count_bits(squares & state.tables->before[high])] =
            static_cast<std::uint8_t>(high);
    }
    warp::sync();
}

// How many of the lanes have a smaller key; keys differ.
EMILIA_DEVICE int rank_of(int key, int count) {
    int rank = 0;
    EMILIA_NO_UNROLL
    for (int i = 0; i < count; ++i) rank += warp::from(key, i) < key ? 1 : 0;
    return rank;
}

inline constexpr std::uint64_t kCorners = 0x8100000000000081;

}  // namespace emilia::learn
