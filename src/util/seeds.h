#pragma once

#include <cstdint>

#include "util/random.h"

namespace emilia {

// A seed for one of many things that share a seed.
inline std::uint64_t mixed(std::uint64_t seed, std::uint64_t which) {
    return Random(Random(seed).next() ^ (which * 0x9e3779b97f4a7c15)).next();
}

}  // namespace emilia
