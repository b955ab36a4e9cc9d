#include <cstdlib>
#include <string>

#include "history/logistello/parameters.h"
#include "util/sealed.h"

// Any bytes are read or refused; what was read is written, and reads as the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using emilia::logistello::Parameters;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    // The checksum keeps most inputs from the parser behind it: give it some without.
    for (const std::string& file : {bytes, emilia::seal("Emilia logistello 1", bytes)}) {
        const auto parameters = Parameters::parse(file);
        if (!parameters) continue;
        const auto again = Parameters::parse(parameters->bytes(1));
        if (!again || *again != *parameters) std::abort();
    }
    return 0;
}
