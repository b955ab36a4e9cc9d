#include <cstdlib>

#include "history/logistello/parameters.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_logistello, EMILIA_CARRIED_FILE);

namespace emilia::logistello {

const Parameters& carried_parameters() {
    static const Parameters parameters = [] {
        auto parsed = Parameters::parse({emilia_logistello_begin, emilia_logistello_end});
        // Only if patterns were changed without training for them; a test sees that.
        if (!parsed) std::abort();
        return std::move(*parsed);
    }();
    return parameters;
}

}  // namespace emilia::logistello
