#pragma once

#include <cstddef>
#include <cstdint>

#include "board/position.h"
#include "search/selectivity.h"
#include "util/huge_pages.h"

namespace emilia {

// How thorough a search is: plies, and what it leaves out.
struct Draft {
    int depth = 0;
    Selectivity selectivity = Selectivity::none;
};

// What a search of some draft has learnt of a position: its value lies in lower .. upper, and the
// moves that were best when last looked at. 8 bytes, so that it can be written at once.
struct TableEntry {
    static constexpr std::uint8_t kNoMove = 64;

    std::int8_t lower = -64;
    std::int8_t upper = 64;
    std::uint8_t moves[2] = {kNoMove, kNoMove};  // best first
    std::uint8_t cost = 0;  // log2 of the nodes it took: what to keep when a bucket is full
    std::uint8_t depth = 0;
    Selectivity selectivity = Selectivity::p73;
    std::uint8_t generation = 0;  // 0: nothing is stored here
};
static_assert(sizeof(TableEntry) == 8);

// A hash table of positions that many threads may read and write at once without locks. Each slot
// is two words, the second the entry and the first the key xored with it: a slot torn by two
// writers fits no key.
class TranspositionTable {
  public:
    // The largest power of two of buckets that fits into `bytes`, at least one.
    explicit TranspositionTable(std::size_t bytes);

    // Forgets everything, at no cost: what was stored before fits no key any more and is
    // overwritten first. From now on at most `room` bytes are used, at least one bucket.
    void forget(std::size_t room = ~std::size_t{0});
    // Keeps everything, but what is stored from now on is worth more.
    void age();

    // Used or not.
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    struct Slot {
        std::uint64_t check;
        std::uint64_t data;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    // For the kernels, which inline their own look-up (search/table_access.h).
    Bucket* buckets() const { return reinterpret_cast<Bucket*>(memory_.get()); }
    std::uint64_t mask() const { return mask_; }
    std::uint8_t generation() const { return generation_; }
    std::uint64_t salt() const { return salt_; }

  private:
    HugePages memory_;
    std::size_t buckets_ = 0;
    std::uint64_t mask_ = 0;
    std::uint64_t salt_ = 0;  // differs for each generation
    std::uint8_t generation_ = 1;
};

}  // namespace emilia
