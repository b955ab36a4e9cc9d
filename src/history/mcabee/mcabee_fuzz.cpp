#include <cstdlib>

#include "history/mcabee/knowledge.h"
#include "util/sealed.h"

// Any text is read or refused with a sentence; what was read is written as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // Sealed here, as no fuzzer finds a checksum.
    for (const std::string& file : {std::string(text), seal("Emilia mcabee 1", text)}) {
        const auto knowledge = mcabee::parse_knowledge(file);
        if (!knowledge) {
            if (knowledge.error().message.empty()) std::abort();
            continue;
        }
        const auto again = mcabee::parse_knowledge(mcabee::to_text(*knowledge));
        if (!again || !(*again == *knowledge)) std::abort();
    }
    return 0;
}
