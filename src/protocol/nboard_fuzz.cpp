#include "protocol/fuzzing.h"
#include "protocol/nboard_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    TestPlayers players;
    const PlayerRegistry registry = players.registry();
    // Hundreds of hints fit into one input, so that none of them may take long.
    NBoardSession session(registry, *registry.parse("first"), check_lines, 6);
    converse(session, {reinterpret_cast<const char*>(data), size});
    return 0;
}
