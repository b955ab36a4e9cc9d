#include <cstdlib>
#include <sstream>

#include "learn/game_file.h"

// Any bytes are read or refused; what was read is packed, and reads as the same games again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia::learn;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    auto reader = GameFileReader::open(std::make_unique<std::istringstream>(bytes), "input");
    if (reader) {
        for (;;) {
            const auto block = reader->next();
            if (!block || !*block) break;
            const auto games = unpack(**block);
            if (games && games->size() != (*block)->games) std::abort();
        }
        if (reader->good_bytes() > size) std::abort();
    }
    // The checksum keeps most inputs from the parser behind it: give it some without.
    if (size < 4) return 0;
    GameBlock block;
    block.games = data[0] % 4;
    block.unpacked_bytes = data[1] | (data[2] & 3u) << 8;
    block.packed = bytes.substr(3);
    const auto games = unpack(block);
    if (!games) return 0;
    const auto packed = pack(*games);
    if (!packed) std::abort();
    block.packed = packed->substr(20);
    const auto again = unpack(block);
    if (!again || *again != *games) std::abort();
    return 0;
}
