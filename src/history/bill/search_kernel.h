#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "board/simd/isa.h"
#include "classic/search.h"
#include "history/bill/evaluation.h"
#include "history/bill/hash_table.h"

namespace emilia::bill {

// The two moves that last refuted a move, by who makes them and the square they answer; 64 is a
// pass.
struct Killers {
    static constexpr std::uint8_t kNone = 64;
    using Replies = std::array<std::uint8_t, 2>;
    std::array<std::array<Replies, 65>, 2> of;

    Killers() { clear(); }
    void clear() {
        for (auto& player : of) player.fill({kNone, kNone});
    }
};

// All that a search needs, from its first node to its last.
struct SearchState {
    const LookUp* look_up = nullptr;
    const Discriminant* discriminants = nullptr;  // of all moves, the first one first
    HashTable* table = nullptr;
    Killers* killers = nullptr;
    // Asked now and then with the nodes so far.
    const std::function<bool(std::uint64_t)>* stopped = nullptr;
    bool gave_up = false;  // what is returned means nothing then
    classic::SearchCounts counts = {};

    // The best line from each ply on, where a window had room for one.
    static constexpr int kMostPlies = 130;
    static constexpr std::uint8_t kPass = 64;
    struct Line {
        int length = 0;
        std::array<std::uint8_t, kMostPlies> moves;
    };
    std::array<Line, kMostPlies> lines;

    int until_asked = 0;  // nodes with moves to search
    bool asks();
};

// What is searched: a position with the first or the second player of the tables to move, reached
// by the move `last` after so many plies.
struct SearchNode {
    Position position;
    int player = 0;
    int ply = 0;
    int last = Killers::kNone;
};

// The search compiled for one instruction set. The value is exact if it lies between alpha and
// beta, else a bound on its side.
struct SearchKernel {
    // So many plies ahead, in thousandths of the discriminant.
    int (*look_ahead)(SearchState& state, const SearchNode& node, int depth, int alpha, int beta);
    // To the end of the game, in discs.
    int (*solve)(SearchState& state, const SearchNode& node, int alpha, int beta);
};

const SearchKernel& search_kernel(Isa isa);

}  // namespace emilia::bill
