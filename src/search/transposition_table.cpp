#include "search/transposition_table.h"

#include <sys/mman.h>

#include <bit>
#include <cstring>
#include <memory>
#include <new>

namespace emilia {

TranspositionTable::TranspositionTable(std::size_t bytes) {
    const std::size_t buckets = std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket));
    const std::size_t size = buckets * sizeof(Bucket);
    // Straight from the system: zeroed, and in huge pages where they are to be had (a small table
    // in one of them), since every look-up would otherwise miss the page tables' cache too. One
    // page more is asked for, so that the table can begin where a page does; untouched, it costs
    // nothing.
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t pages = (size + kHugePage - 1) / kHugePage + 1;
    std::size_t room = pages * kHugePage;
    void* const memory =
        ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    const Unmap unmap{memory, room};
    void* aligned = memory;
    std::align(kHugePage, size, aligned, room);
#if defined(MADV_HUGEPAGE)
    ::madvise(aligned, (pages - 1) * kHugePage, MADV_HUGEPAGE);
#endif
    buckets_ = std::unique_ptr<Bucket, Unmap>(static_cast<Bucket*>(aligned), unmap);
    mask_ = buckets - 1;
}

void TranspositionTable::Unmap::operator()(Bucket*) const {
    ::munmap(memory, bytes);
}

void TranspositionTable::forget() {
    salt_ += 0x9e3779b97f4a7c15;
    if (++generation_ != 0) return;
    // The count has come round: what is old could no longer be told from what is new.
    std::memset(static_cast<void*>(buckets_.get()), 0, bytes());
    generation_ = 1;
}

void TranspositionTable::age() {
    if (++generation_ == 0) generation_ = 1;
}

}  // namespace emilia
