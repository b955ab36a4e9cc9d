#include <cstdint>
#include <cstdlib>

#include "match/outcome_json.h"

// What is read is written, and reads as the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto outcome = emilia::match::parse_outcome({reinterpret_cast<const char*>(data), size});
    if (!outcome) return 0;
    const std::string line = to_json(*outcome);
    const auto again = emilia::match::parse_outcome(line);
    if (!again || to_json(*again) != line) std::abort();
    return 0;
}
