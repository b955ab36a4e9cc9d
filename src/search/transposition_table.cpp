#include "search/transposition_table.h"

#include <bit>
#include <cstring>

namespace emilia {

TranspositionTable::TranspositionTable(std::size_t bytes) {
    const std::size_t buckets = std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket));
    memory_ = huge_pages(buckets * sizeof(Bucket));
    mask_ = buckets - 1;
}

void TranspositionTable::forget() {
    salt_ += 0x9e3779b97f4a7c15;
    if (++generation_ != 0) return;
    // The count has come round: what is old could no longer be told from what is new.
    std::memset(static_cast<void*>(buckets()), 0, bytes());
    generation_ = 1;
}

void TranspositionTable::age() {
    if (++generation_ == 0) generation_ = 1;
}

}  // namespace emilia
