#include "search/transposition_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

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
      touched_(buckets_),
      mask_(buckets_ - 1) {}

void TranspositionTable::forget(std::size_t room) {
    salt_ += 0x9e3779b97f4a7c15;
    if (++generation_ == 0) {
        // The count has come round: what is old could no longer be told from what is new.
        std::memset(static_cast<void*>(buckets()), 0, touched_ * sizeof(Bucket));
        generation_ = 1;
        touched_ = 0;
    }
    const std::size_t used = std::min(buckets_, buckets_in(room));
    touched_ = std::max(touched_, used);
    mask_ = used - 1;
}

void TranspositionTable::age() {
    if (++generation_ == 0) generation_ = 1;
}

}  // namespace emilia
