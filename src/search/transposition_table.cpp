#include "search/transposition_table.h"

#include <sys/mman.h>

#include <bit>
#include <cstring>
#include <new>

namespace emilia {

TranspositionTable::TranspositionTable(std::size_t bytes) {
    const std::size_t buckets = std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket));
    const std::size_t size = buckets * sizeof(Bucket);
    // Straight from the system: zeroed, page-aligned, and in huge pages where they are to be had,
    // since every look-up would otherwise miss the page tables' cache too.
    void* const memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    ::madvise(memory, size, MADV_HUGEPAGE);
#endif
    buckets_ = std::unique_ptr<Bucket, Unmap>(static_cast<Bucket*>(memory), Unmap{size});
    mask_ = buckets - 1;
}

void TranspositionTable::Unmap::operator()(Bucket* buckets) const {
    ::munmap(buckets, bytes);
}

void TranspositionTable::forget() {
    salt_ += 0x9e3779b97f4a7c15;
    if (++generation_ != 0) return;
    // The count has come round: what is old could no longer be told from what is new.
    std::memset(static_cast<void*>(buckets_.get()), 0, bytes());
    generation_ = 1;
}

}  // namespace emilia
