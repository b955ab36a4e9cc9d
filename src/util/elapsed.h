#pragma once

#include <chrono>
#include <ctime>

namespace emilia {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of the processor, for all threads of the program so far: what others do on the machine does not
// count.
inline double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace emilia
