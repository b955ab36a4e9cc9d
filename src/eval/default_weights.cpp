#include "eval/default_weights.h"

#include <cstdlib>

// The build names the file. As a section of the program it costs no time until it is used.
asm(".section .rodata\n"
    ".balign 16\n"
    ".global emilia_weights_begin\n"
    "emilia_weights_begin:\n"
    ".incbin \"" EMILIA_WEIGHTS_FILE
    "\"\n"
    ".global emilia_weights_end\n"
    "emilia_weights_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" const char emilia_weights_begin[];
extern "C" const char emilia_weights_end[];

namespace emilia {

std::shared_ptr<const Weights> default_weights() {
    static const auto weights = [] {
        auto parsed = Weights::parse({emilia_weights_begin, emilia_weights_end});
        // Only if shapes were changed without training for them; a test sees that.
        if (!parsed) std::abort();
        return std::make_shared<const Weights>(std::move(*parsed));
    }();
    return weights;
}

}  // namespace emilia
