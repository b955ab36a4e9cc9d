#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "eval/weights.h"
#include "search/probcut.h"
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
    int depth = 0;    // after one of the moves
    int empties = 0;  // ... as well
    bool large = false;
    Selectivity selectivity = Selectivity::none;
    int probcuts = 0;

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
    const Weights* weights = nullptr;
    const ProbcutTable* probcut = nullptr;
    SearchControl* control = nullptr;
    ThreadTeam* team = nullptr;   // nullptr: it is alone
    SplitPoint* split = nullptr;  // what it is working for
    bool large = false;           // the search began with many empty squares
    Selectivity selectivity = Selectivity::none;
    int probcuts = 0;  // shallow searches within shallow searches
    std::uint64_t nodes = 0;
    std::uint64_t nodes_told = 0;  // of them, those the control knows of
    unsigned ticks = 0;            // times it has asked whether to go on
    bool cancelled = false;        // it is on its way out; what is returned means nothing
    // In a proof the positions at which all moves fail are those with an even number of empty
    // squares, or those with an odd one. How many more of the last with six were than were not.
    int even_ones_fail = 0;

    // What the processor's nearest caches can hold.
    static constexpr std::size_t kNearbyBytes = std::size_t{1} << 20;

    // Asked at nodes large enough: nobody wants the result any more?
    bool unwanted();

    // Before a search.
    void prepare(const TranspositionTable& its_table, const Weights& its_weights,
                 const ProbcutTable& its_probcut, SearchControl& its_control);

  private:
    bool limit_is_hit();
};

}  // namespace emilia
