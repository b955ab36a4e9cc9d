#pragma once

#include <cstdint>
#include <vector>

#include "board/position.h"

namespace emilia::logistello {

// LOGISTELLO's hash table. Two places a position: the deeper of two that meet stays in the first,
// the other goes to the second. Whole positions are kept, so that none is taken for another.
class PositionMemory {
  public:
    struct Entry {
        Position position{1, 1};  // of no game
        std::int32_t lower = 0;   // the value is from here
        std::int32_t upper = 0;   // to here
        std::int8_t depth = -1;
        Move best = Move::pass();
    };

    explicit PositionMemory(std::size_t places = std::size_t{1} << 16) : pairs_(places) {}

    // Null if nothing is known.
    const Entry* find(Position position) const {
        const Pair& pair = pairs_[place(position)];
        for (const Entry& entry : pair.entries) {
            if (entry.position == position) return &entry;
        }
        return nullptr;
    }
    void store(const Entry& entry) {
        Pair& pair = pairs_[place(entry.position)];
        Entry& first = pair.entries[0];
        if (first.position == entry.position || first.depth <= entry.depth || first.depth < 0) {
            if (first.position != entry.position) pair.entries[1] = first;
            first = entry;
        } else {
            pair.entries[1] = entry;
        }
    }
    void clear() { pairs_.assign(pairs_.size(), {}); }

  private:
    struct Pair {
        Entry entries[2];
    };
    std::size_t place(Position position) const { return hash_of(position) % pairs_.size(); }

    std::vector<Pair> pairs_;
};

}  // namespace emilia::logistello
