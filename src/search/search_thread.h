#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "search/transposition_table.h"

namespace emilia {

class ThreadTeam;

// When a search has to end; shared by its threads.
struct SearchControl {
    using Clock = std::chrono::steady_clock;

    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};  // of all threads, a little behind
    std::optional<Clock::time_point> deadline;
    std::optional<std::uint64_t> most_nodes;
    std::function<bool()> stopped;
};

// A search may be narrow: with this many empty squares or more it looks only at the few moves that
// seem best. That is quick, and tells roughly what the value will be and which moves to begin with.
inline constexpr int kNarrowEmpties = 12;
inline constexpr int kNarrowWidths[] = {2, 4};
inline constexpr int kAllMoves = 64;

// What it finds is not the truth: in the tables it stands apart.
EMILIA_INLINE constexpr std::uint64_t salt_of(int empties, int width) {
    if (empties < kNarrowEmpties || width == kAllMoves) return 0;
    return 0xd1342543de82ef95 * static_cast<unsigned>(width);
}

// A move and the position after it, the opponent to move.
struct Child {
    Bitboard own;
    Bitboard opponent;
    int square;
    int order;  // greater: sooner
};

// A node whose moves are searched by several threads.
struct SplitPoint {
    SplitPoint* parent = nullptr;  // the one that its maker was working for
    const Child* children = nullptr;
    int count = 0;
    int alpha = 0;
    int empties = 0;  // after one of the moves
    int width = kAllMoves;
    unsigned odd = 0;  // quarters with an odd number of empty squares, before them

    std::atomic<int> next{0};          // the first move that nobody has taken
    std::atomic<bool> decided{false};  // some move was good enough
    std::mutex mutex;                  // for the two below
    int best = 0;
    int best_move = 0;

    int workers = 0;  // the team's mutex guards it

    // The value of a move is known.
    void add(int value, int move);
};

// What one thread of a search carries along.
struct SearchThread {
    const TranspositionTable* table = nullptr;  // for positions that took long, all threads'
    TranspositionTable nearby{kNearbyBytes};    // for the many others: small, its own
    SearchControl* control = nullptr;
    ThreadTeam* team = nullptr;   // nullptr: it is alone
    SplitPoint* split = nullptr;  // what it is working for
    int width = kAllMoves;        // moves to look at
    std::uint64_t nodes = 0;
    std::uint64_t nodes_told = 0;  // of them, those the control knows of
    unsigned ticks = 0;            // times it has asked whether to go on
    bool cancelled = false;        // it is on its way out; what is returned means nothing

    // What the processor's nearest caches can hold.
    static constexpr std::size_t kNearbyBytes = std::size_t{1} << 20;

    // Asked at nodes large enough: nobody wants the result any more?
    bool unwanted();

    // Before a search.
    void prepare(const TranspositionTable& its_table, SearchControl& its_control);

  private:
    bool limit_is_hit();
};

}  // namespace emilia
