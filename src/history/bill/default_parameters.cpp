#include <cstdlib>

#include "history/bill/parameters.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_bill, EMILIA_CARRIED_FILE);

namespace emilia::bill {

const Parameters& default_parameters() {
    static const Parameters parameters = [] {
        auto parsed = parse_parameters({emilia_bill_begin, emilia_bill_end});
        // Only if the program carries a file of another form; a test sees that.
        if (!parsed) std::abort();
        return std::move(*parsed);
    }();
    return parameters;
}

std::shared_ptr<const Knowledge> default_knowledge() {
    static const auto knowledge = *knowledge_of(default_parameters());
    return knowledge;
}

}  // namespace emilia::bill
