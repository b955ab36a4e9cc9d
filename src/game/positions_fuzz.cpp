#include "game/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    emilia::check_round_trip(emilia::Format::position, emilia::fuzz_text(data, size));
    return 0;
}
