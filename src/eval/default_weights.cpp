#include "eval/default_weights.h"

#include <cstdlib>

#include "util/carried.h"

EMILIA_CARRIED(emilia_weights, EMILIA_CARRIED_FILE);

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
