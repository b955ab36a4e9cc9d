#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "classic/hash_table.h"
#include "classic/search.h"

// What quick searches have in common, those that are compiled for each instruction set.

namespace emilia::classic {

// The two moves that last refuted a move, by who makes them and the square they answer; 64 is a
// pass.
struct Refutations {
    static constexpr std::uint8_t kNone = 64;
    using Replies = std::array<std::uint8_t, 2>;
    std::array<std::array<Replies, 65>, 2> of;

    Refutations() { clear(); }
    void clear() {
        for (auto& player : of) player.fill({kNone, kNone});
    }
};

// What a search carries along from its first node to its last.
struct QuickSearch {
    static constexpr std::uint8_t kPass = 64;

    HashTable* table = nullptr;
    Refutations* killers = nullptr;
    // Asked now and then with the nodes so far.
    const std::function<bool(std::uint64_t)>* stopped = nullptr;
    bool gave_up = false;  // what is returned means nothing then
    SearchCounts counts = {};

    // The best line from each ply on, where a window had room for one.
    static constexpr int kMostPlies = 130;
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
struct QuickNode {
    Position position;
    int player = 0;
    int ply = 0;
    int last = Refutations::kNone;
};

}  // namespace emilia::classic
