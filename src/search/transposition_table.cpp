#include "search/transposition_table.h"

#include <algorithm>
#include <bit>

namespace emilia {

namespace {

std::size_t buckets_in(std::size_t bytes) {
    constexpr std::size_t kBucket = sizeof(TranspositionTable::Bucket);
    return std::bit_floor(bytes < kBucket ? 1 : bytes / kBucket);
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : memory_(huge_pages(buckets_in(bytes) * sizeof(Bucket))),
      buckets_(buckets_in(bytes)),
      mask_(buckets_ - 1) {}

void TranspositionTable::forget(std::size_t room) {
    salt_ += 0x9e3779b97f4a7c15;
    if (++generation_ == 0) {
        // The count has come round: what is old could no longer be told from what is new.
        clear(memory_, bytes());
        generation_ = 1;
    }
    mask_ = std::min(buckets_, buckets_in(room)) - 1;
}

void TranspositionTable::age() {
    if (++generation_ == 0) generation_ = 1;
}

}  // namespace emilia
