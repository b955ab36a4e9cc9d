#pragma once

#include <cstddef>
#include <memory>

namespace emilia {

struct UnmapPages {
    void* memory = nullptr;
    std::size_t bytes = 0;
    void operator()(std::byte* begin) const;
};

// Zeroed memory straight from the system, in huge pages where they are to be had: what is read here
// and there in large tables would otherwise miss the page tables' cache too. It begins where a huge
// page does. Throws std::bad_alloc.
using HugePages = std::unique_ptr<std::byte, UnmapPages>;
HugePages huge_pages(std::size_t bytes);

// Zeroes the memory again; on Linux at the cost of what was written to since it was last zero.
void clear(HugePages& pages, std::size_t bytes);

}  // namespace emilia
