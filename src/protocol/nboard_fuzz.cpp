#include "protocol/fuzzing.h"
#include "protocol/nboard_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    TestPlayers players;
    const PlayerRegistry registry = players.registry();
    NBoardSession session(registry, *registry.parse("first"), check_lines);
    converse(session, {reinterpret_cast<const char*>(data), size});
    return 0;
}
