#include "board/position_text.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// Any text is a position or not; one that is comes back the same from what is written of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const auto diagram = parse_position({reinterpret_cast<const char*>(data), size});
    if (!diagram) return 0;
    const auto again = parse_position(to_string(*diagram));
    if (!again || !(*again == *diagram)) std::abort();
    if (diagram->black() & diagram->white()) std::abort();
    return 0;
}
