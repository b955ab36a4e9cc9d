// Files of parameters and of training, with their seals made right so that what is behind them is
// read.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "history/bill/learner.h"
#include "util/sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    const std::string content(reinterpret_cast<const char*>(data), size);
    if (const auto parameters = bill::parse_parameters(seal("Emilia bill 2", content))) {
        const auto again = bill::parse_parameters(bill::to_text(*parameters));
        if (!again || !(*again == *parameters)) std::abort();
    }
    if (const auto state = bill::parse_state(seal("Emilia bill training 2", content))) {
        const auto again = bill::parse_state(bill::to_text(*state));
        if (!again || !(*again == *state)) std::abort();
    }
    return 0;
}
