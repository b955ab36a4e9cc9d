#include "protocol/fuzzing.h"
#include "protocol/gtp_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    TestPlayers players;
    const PlayerRegistry registry = players.registry();
    // No files: the fuzzer would find the devices that never end.
    GtpSession session(registry, *registry.parse("first"), {"0", false}, check_lines);
    converse(session, {reinterpret_cast<const char*>(data), size});
    return 0;
}
