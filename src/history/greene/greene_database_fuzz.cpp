// Whatever stands in a file of heuristics, behind a right seal or a wrong one: it is refused, or
// read and written as it was.

#include <cstdlib>

#include "history/greene/database.h"
#include "util/sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::string& bytes : {std::string(text), seal("Emilia Greene database 1", text)}) {
        const auto read = greene::Database::parse(bytes);
        if (!read) continue;
        const auto again = greene::Database::parse(read->bytes());
        if (!again || !(*again == *read)) std::abort();
    }
    return 0;
}
