#include "util/huge_pages.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace emilia {

void UnmapPages::operator()(std::byte*) const {
    ::munmap(memory, bytes);
}

HugePages huge_pages(std::size_t bytes) {
    // One page more is asked for, so that the memory can begin where a page does; untouched, it
    // costs nothing.
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t pages = (bytes + kHugePage - 1) / kHugePage + 1;
    std::size_t room = pages * kHugePage;
    void* const memory =
        ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    const UnmapPages unmap{memory, room};
    void* aligned = memory;
    std::align(kHugePage, bytes, aligned, room);
#if defined(MADV_HUGEPAGE)
    ::madvise(aligned, (pages - 1) * kHugePage, MADV_HUGEPAGE);
#endif
    return {static_cast<std::byte*>(aligned), unmap};
}

void clear(HugePages& pages, std::size_t bytes) {
#if defined(__linux__)
    // Given back; what is read there next is zero again.
    if (::madvise(pages.get(), bytes, MADV_DONTNEED) == 0) return;
#endif
    std::memset(pages.get(), 0, bytes);
}

}  // namespace emilia
